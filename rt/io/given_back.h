/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * given_back.h - bytes that the program gave back to a stream by ungetc, and gets again
 * (given_back.c).
 *
 * A byte of the stream's file counts once, where the program got it first.  libc does not say if a
 * byte that was given back is still there: scanf, inlined functions and fseek take it too.  So the
 * place of the next byte in libc's buffer is kept, and must be the same when the program gets some.
 *
 *	again = gprt_given_back(f)	before libc's function
 *	gprt_got_again(f, got, again)	after it: the bytes that are new
 */
#ifndef GPROF_RT_IO_GIVEN_BACK_H
#define GPROF_RT_IO_GIVEN_BACK_H

#include "io/state.h"

#include <stdio.h>

extern GPRT_HIDDEN bool gprt_has_given_back; /* at any time */

/* The parts that are not needed as long as nothing was given back. */
GPRT_HIDDEN uint32_t gprt_given_back_find(const FILE *f);
GPRT_HIDDEN ssize_t gprt_given_back_use(const FILE *f, ssize_t got, uint32_t again);

/* Bytes that the next function gets again. */
static inline uint32_t gprt_given_back(const FILE *f)
{
	return GPRT_RARE(gprt_has_given_back) ? gprt_given_back_find(f) : 0;
}

/* got: bytes, or -1. */
static inline ssize_t gprt_got_again(const FILE *f, ssize_t got, uint32_t again)
{
	return GPRT_RARE(again) ? gprt_given_back_use(f, got, again) : got;
}

#endif
