/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * runs.h - the processes and threads that a call graph is of: who ran, where, when,
 * for how long, and what its profile does not hold.
 *
 *	runs_collect()  after program_join()
 *	runs_release()
 *
 * Strings are borrowed from the profiles, or made here.  Cost: that of thread_totals_sum() per
 * profile.
 */
#ifndef GPROF_MERGE_RUNS_H
#define GPROF_MERGE_RUNS_H

#include <gprof-llvm/format.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A profile: of a process, or of several that were merged into one file. */
struct run {
	const char *path;    /* of the profile */
	const char *exe, *host, *command; /* "" when not recorded */
	const char *build_id; /* of the executable, hexadecimal; "" when it has none */
	uint32_t pid, ppid;
	uint32_t processes;  /* at least 1 */
	uint32_t threads;    /* that ran, one after the other or at once */
	uint32_t clock;      /* enum gprof_clock */
	uint32_t flags;      /* GPROF_FILE_* */
	bool part;           /* only a part of the run is in the counts */
	uint64_t run_id;
	uint64_t start_ns, end_ns; /* real time; end 0: not an orderly one */
	uint64_t user_ns, system_ns; /* CPU time as the kernel counts it, 0 unknown */
	uint64_t period_ns;
	uint64_t last_period_ns; /* to which it has grown; or 0 */
	uint64_t interrupts_ns; /* struct gprof_file_header */
	uint64_t lost[GPROF_LOSS_N];
	uint64_t calls;      /* entries of instrumented functions */
	uint64_t samples;    /* of CPU time */
	double cpu;          /* sampled, ns */
};

/* A thread slot of a run. */
struct run_thread {
	uint32_t run;        /* position in runs */
	const char *name;
	uint32_t tid;        /* of the last thread in the slot */
	uint32_t threads;    /* that used the slot */
	uint64_t calls, samples;
	double cpu;          /* ns */
};

struct runs {
	struct run *items;
	size_t n, room;
	struct run_thread *threads;
	size_t nthreads, threads_room;
	char **strings;      /* made here, owned */
	size_t nstrings, strings_room;
};

struct program;

/* Of the threads that are asked for. */
void runs_collect(struct runs *r, const struct program *p);
void runs_release(struct runs *r);

#endif
