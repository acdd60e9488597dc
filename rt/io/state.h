/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * state.h - how far the library is, which every call looks at (state.c).
 *
 * PASS: nothing is counted, and the library only passes calls on.  WAITING: the process has no
 * profile yet.  The state is on a page that the kernel clears in a forked child (page.h): there it
 * is WIPED, and the first call begins anew.
 */
#ifndef GPROF_RT_IO_STATE_H
#define GPROF_RT_IO_STATE_H

#include "heap/service.h"
#include "io/page.h"

enum gprt_io_progress {
	GPRT_IO_WIPED = 0,
	GPRT_IO_PASS,
	GPRT_IO_WAITING,
	GPRT_IO_COUNTING,
};

/* Does the work that is due; after it the real functions are known.  errno stays. */
GPRT_HIDDEN void gprt_io_proceed(void);

/* Before each call of a real function. */
static inline void gprt_io_prepare(void)
{
	if (GPRT_RARE(gprt_io_page.progress != GPRT_IO_COUNTING))
		gprt_io_proceed();
}

/* The same, and the real function: gprt_io_call(close)(fd). */
#define gprt_io_call(name)                                                                         \
	({                                                                                         \
		__typeof__(gprt_io_real.name) real_ =                                              \
			__atomic_load_n(&gprt_io_page.real.name, __ATOMIC_RELAXED);                \
                                                                                                   \
		if (GPRT_RARE(!real_)) {                                                           \
			gprt_io_proceed();                                                         \
			real_ = gprt_io_real.name;                                                 \
		}                                                                                  \
		real_;                                                                             \
	})

static inline bool gprt_io_counts(void)
{
	return __builtin_expect(gprt_io_page.progress == GPRT_IO_COUNTING, 1);
}

#endif
