/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * apart.h - descriptors that nobody else sees (apart.c), and whether that can be had (flush.c).
 */
#ifndef GPROF_RT_BASE_APART_H
#define GPROF_RT_BASE_APART_H

#include "base/sys.h"

#include <stdbool.h>

enum gprt_apart {
	GPRT_APART_SURELY, /* waits for its turn; on the program's numbers rather than not at all */
	GPRT_APART_PATIENT, /* waits for its turn, which is a leaf: in handlers too; never on
			     numbers that others can see */
	GPRT_APART_STRICT,  /* the same without waiting */
};

struct gprt_helper {
	bool was_unconfined; /* there was no seccomp filter at the start */
	bool filters;       /* the program has come to set a filter: there is no helper any more */
	bool shares_table;  /* another process may share the table of descriptors */
	bool stuck;         /* a helper was given up, and may still live: there is no other */
	uint32_t lock;      /* of the helper with a table of its own; a leaf */
};

extern GPRT_HIDDEN struct gprt_helper gprt_helper;

GPRT_HIDDEN void gprt_apart_init(void);
GPRT_HIDDEN void gprt_apart_end(void);
GPRT_HIDDEN void gprt_apart_in_child(void);

/* Calls f(a): its result, 0 or more, or a negative error; '*alone': that took no helper. */
GPRT_HIDDEN long gprt_apart(long (*f)(void *), void *a, enum gprt_apart how, bool *alone);

/* The same to read a file of the system; on the program's numbers rather than not at all. */
GPRT_HIDDEN long gprt_apart_read(long (*f)(void *), void *a);

/* The calling thread, one of the runtime's that stays, leaves the program's table. */
GPRT_HIDDEN void gprt_apart_leave(void);

/* Returns true if a copy of the lowest descriptors could not be closed without being noticed. */
GPRT_HIDDEN bool gprt_flush_matters(void);

#endif
