/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waits.h - what threads waited for: locks, files, ends of threads; who waited and who held.
 *
 *	waits_find()	of a result, by any view; reads; waits_release()
 *
 * Without NEED_PLACES the functions that waited are unknown, without NEED_CALLEES some kinds of
 * locks.  The figures are of all threads asked for and of the part of the run that the result is
 * of, whatever kind of time it shows.  Patterns that select functions do not matter.
 *
 * Cost: O(samples of waits), and for each lock a reading of its module's symbol table.
 *
 * docs/design/kernel-time.md has the reasons.
 */
#ifndef GPROF_ANALYSIS_WAITS_H
#define GPROF_ANALYSIS_WAITS_H

#include "analysis/interval.h"
#include "analysis/result.h"
#include "samples/wait_kind.h"

/* A function that waited, or a thread that held. */
#define WAIT_ENDED 0x80000000u /* and a tid: a thread that has ended, and whose slot is another's */

struct wait_part {
	uint32_t of; /* node of result.functions; or number of a thread in it, or WAIT_ENDED;
			GP_NONE: not known */
	struct weight weight;
};

struct wait_row {
	enum wait_kind kind;
	char *name;         /* for people, not escaped: "cache_lock", "stack of 'evict'" */
	const char *module; /* that has it, without folders; or NULL */
	struct weight weight;
	struct wait_part *waiters, *holders; /* the largest first; no holders: none is known */
	size_t nwaiters, waiters_room, nholders, holders_room;
};

struct waits {
	const struct program *program; /* of functions */
	struct wait_row *rows;         /* the largest first */
	size_t n, room;
	struct weight all;  /* all waits */
	struct weight sums[2]; /* of them: for files, for locks */
	double queued;      /* of them: for a processor */
	uint64_t lost;      /* waits whose object found no room in its profile's table */
	size_t unrecorded;  /* profiles with waits, and without their objects */
};

void waits_find(struct waits *w, const struct result *r);
void waits_release(struct waits *w);

static inline bool wait_is_lock(enum wait_kind kind)
{
	return kind < WAIT_FILE;
}

/* "mutex", "condition variable"; and one word for programs. */
const char *wait_kind_text(enum wait_kind kind);
const char *wait_kind_word(enum wait_kind kind);

/* The 95 % interval of a row's or part's time. */
struct interval wait_interval(const struct waits *w, const struct weight *weight);

/* "'evict' (tid 17)" of a thread's number, to be freed. */
char *wait_thread_text(const struct waits *w, uint32_t thread);

#endif
