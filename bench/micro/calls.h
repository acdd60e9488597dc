/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.h - what calls.c calls.  In files of their own, so that no compiler
 * inlines them.
 */
#ifndef BENCH_MICRO_CALLS_H
#define BENCH_MICRO_CALLS_H

#define TARGETS 1000

/* Small as real small functions are: a few instructions that depend on x. */
unsigned small(unsigned x);

/* TARGETS functions that do the same and lie at different addresses. */
extern unsigned (*const targets[TARGETS])(unsigned x);

#endif
