/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heap_service.h - the service for libgprof_heap.so (heap_service.c).
 */
#ifndef GPROF_RT_PROCESS_HEAP_SERVICE_H
#define GPROF_RT_PROCESS_HEAP_SERVICE_H

#include "base/sys.h"

#include <gprof-llvm/abi.h>

/* Fills it in; 0. */
GPRT_HIDDEN int gprt_heap_serve(struct gprof_heap_service *to);

/* The library's functions for programs; ENOSYS: no library counts blocks. */
GPRT_HIDDEN int gprt_heap_pieces(struct gprof_heap_pieces *to);

#endif
