/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * parallel.h - does the same to many items, by as many threads as there are processors.
 *
 * work() gets ranges of items, and each item once.  It may write what belongs to its items alone,
 * and must change nothing else.  If no thread can be created, the caller's thread does the work.
 */
#ifndef GPROF_BASE_PARALLEL_H
#define GPROF_BASE_PARALLEL_H

#include <stddef.h>

/* 'each' items are worth a thread. */
void parallel_do(size_t n, size_t each, void (*work)(size_t from, size_t to, void *context),
		 void *context);

#endif
