/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pieces.h - blocks of the program's own pools, which it reports by gprof_alloc() (pieces.c).
 *
 * The program calls the functions of gprt_pieces directly, so that it is their caller.
 */
#ifndef GPROF_RT_HEAP_PIECES_H
#define GPROF_RT_HEAP_PIECES_H

#include "heap/service.h"

extern GPRT_HIDDEN const struct gprof_heap_pieces gprt_pieces;

/* In a forked child: its blocks are the parent's. */
GPRT_HIDDEN void gprt_pieces_forked(void);

#endif
