/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * page.h - all that each call looks at before a thread's own counts, on one page (page.c).
 *
 * A system call may leave the processor without a translation for any page, so each page that a
 * hook touches costs it some ns.  The kernel clears this one in a forked child, however that was
 * made, also in the middle of a hook.  So each field means "ask again" when it is 0.
 *
 * state.c writes progress, noticing and real; descriptors.c has the others.
 */
#ifndef GPROF_RT_IO_PAGE_H
#define GPROF_RT_IO_PAGE_H

#include "io/real.h"

#include <stdint.h>

#define GPRT_IO_PAGE 4096
#define GPRT_IO_NEAR 64u /* descriptors from 0 on that are here */

struct gprt_descriptor {
	uint64_t word;    /* the file's number, 0: not known, and above it how often the
			     descriptor was forgotten; atomic */
	int64_t position; /* of the file, bytes; -1: it has none */
	int64_t last;     /* where the last access there ended */
	int64_t end;      /* where the last access at an offset ended; -1: there was none */
};

/* Alone on its page. */
struct gprt_io_page {
	struct gprt_descriptor near[GPRT_IO_NEAR]; /* zeros, unless calls are counted */
	struct gprt_descriptor *far; /* by number, of the others; NULL: none is known */
	struct gprt_io_real real;    /* NULL each, unless calls are counted */
	uint32_t progress;           /* enum gprt_io_progress */
	uint32_t noticing; /* tid of the thread that notices a fork; atomic */
} __attribute__((aligned(GPRT_IO_PAGE)));

_Static_assert(sizeof(struct gprt_io_page) == GPRT_IO_PAGE, "it is one page");

extern GPRT_HIDDEN struct gprt_io_page gprt_io_page;

#endif
