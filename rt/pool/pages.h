/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pages.h - which pages of a file hold something (pages.c): one byte each, with GPRT_PAGE_HOLDS if
 * it does.  NULL: all pages do.
 */
#ifndef GPROF_RT_POOL_PAGES_H
#define GPROF_RT_POOL_PAGES_H

#include "base/sys.h"

#include <stdbool.h>
#include <stdint.h>

#define GPRT_PAGE_HOLDS 1u
#define GPRT_PAGE_DEFERRED 2u /* it is read when it is added up */
#define GPRT_PAGE_BLANK 4u /* it holds zeros */

/* Of the first 'size' bytes of a file that nobody writes to meanwhile; 'mapped': where they are
   in memory, or NULL; 'pages' is zero. */
GPRT_HIDDEN void gprt_pages_find(int fd, const char *mapped, uint64_t size, unsigned char *pages);

/* The next range, from *to on and below 'end', of pages that hold something; without those that
   are marked by 'but'. */
GPRT_HIDDEN bool gprt_pages_next(const unsigned char *pages, unsigned but, uint64_t end,
				 uint64_t *from, uint64_t *to);

/* Makes the pages of a range of memory, zero, which are all to be written to: in one call that
   takes half as long as one by one. */
GPRT_HIDDEN void gprt_pages_make(char *at, uint64_t size);

#endif
