/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * parallel_print.h - prints many items by several threads, and yet in their order: as many as
 * there are processors each make the text of some items, and write it when all before
 * them are written.
 *
 * print() gets a stream and a range of items.  It must change nothing that it shares
 * with others; what it prints of an item must not depend on the range.
 */
#ifndef GPROF_TEXT_PARALLEL_PRINT_H
#define GPROF_TEXT_PARALLEL_PRINT_H

#include <stddef.h>
#include <stdio.h>

#define PARALLEL_PRINT_LEAST 4096 /* items; fewer are printed by one thread */

void parallel_print(FILE *out, size_t n,
		    void (*print)(FILE *out, size_t from, size_t to, void *context),
		    void *context);

#endif
