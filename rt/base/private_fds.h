/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * private_fds.h - descriptors in a table of their own, which no other code sees (private_fds.c),
 * and whether such a table can be made unnoticed (flush.c).
 */
#ifndef GPROF_RT_BASE_PRIVATE_FDS_H
#define GPROF_RT_BASE_PRIVATE_FDS_H

#include "base/sys.h"

#include <stdbool.h>

enum gprt_fds {
	GPRT_FDS_PREFERRED, /* waits for its turn; else uses the program's table */
	GPRT_FDS_REQUIRED,  /* waits for its turn (a leaf lock: handlers may); never uses the
			       program's table if others can see it */
	GPRT_FDS_TRY,       /* the same without waiting */
};

struct gprt_helper {
	bool was_unconfined; /* there was no seccomp filter at the start */
	bool filters;       /* the program is setting a filter: no more helpers */
	bool shares_table;  /* another process may share the table of descriptors */
	bool stuck;         /* a helper was given up, and may still live: no more helpers */
	uint32_t lock;      /* of the helper with a table of its own; a leaf */
};

extern GPRT_HIDDEN struct gprt_helper gprt_helper;

GPRT_HIDDEN void gprt_private_fds_init(void);
GPRT_HIDDEN void gprt_private_fds_forbid(void);
GPRT_HIDDEN void gprt_private_fds_in_child(void);

/* Calls f(a): its result, 0 or more, or a negative error; '*alone': that took no helper. */
GPRT_HIDDEN long gprt_with_private_fds(long (*f)(void *), void *a, enum gprt_fds how, bool *alone);

/* The same to read a file of the system; on the program's numbers rather than not at all. */
GPRT_HIDDEN long gprt_read_with_private_fds(long (*f)(void *), void *a);

/* The calling thread, one of the runtime's that stays, leaves the program's table. */
GPRT_HIDDEN void gprt_leave_fd_table(void);

/* Returns true if a copy of the lowest descriptors could not be closed without being noticed. */
GPRT_HIDDEN bool gprt_close_is_noticed(void);

#endif
