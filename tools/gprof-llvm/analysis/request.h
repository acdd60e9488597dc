/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * request.h - the question to a run: which profiles, which part of them, and which facts the view
 * needs.  result.h has the answer.
 *
 * A request of zeros asks for the newest run of 'binary' (profile/run_groups.h), the whole of it,
 * with all functions, CPU time, and callees' time divided by numbers of calls.
 */
#ifndef GPROF_ANALYSIS_REQUEST_H
#define GPROF_ANALYSIS_REQUEST_H

#include "program/join_options.h"
#include "program/profiles.h"
#include "program/program.h"
#include "select/filter.h"
#include "select/cut_request.h"
#include "select/groups.h"

/* How a callee's time is attributed to its callers. */
enum attribution {
	ATTRIBUTION_GPROF,     /* divided by numbers of calls */
	ATTRIBUTION_MEASURED,  /* by stacks */
	ATTRIBUTION_BOTH,      /* by stacks, with the times divided by calls for comparison */
	ATTRIBUTION_BY_STACKS, /* MEASURED if at least half of the time has stacks, else GPROF */
};

/* Facts beyond the graph and its times. */
enum result_need {
	NEED_PLACES = 1 << 0,     /* program.resolved_samples and contexts */
	NEED_SITES = 1 << 1,      /* program.sites: calls by the lines that make them */
	NEED_LINELESS_SITES = 1 << 2, /* also calls without a line */
	NEED_LINES = 1 << 3,      /* file and line also of functions without a record */
	NEED_CALLEES = 1 << 4,    /* context.callee, of all stacks */
	NEED_CLASSES = 1 << 5,    /* result.classes */
	NEED_GROUP_CLASSES = 1 << 6, /* the same, if there are groups and addresses */
	NEED_TARGETS = 1 << 7,    /* result.targets */
	NEED_THREADS = 1 << 8,    /* stacks of each thread apart */
	NEED_PARTS = 1 << 9,      /* result_again(), with other parts of the run */
	NEED_FILTERED = 1 << 10,  /* program.resolved_samples are the ones that the patterns keep */
	NEED_FILTERED_CODE = 1 << 11, /* the same, and in code of the module */
	NEED_EXECUTIONS = 1 << 12, /* result.executions, if any code counts blocks */
	NEED_INLINED = 1 << 13,   /* result.inlined */
};

/* Pointers must stay valid as long as the result. */
struct request {
	/* Input files. */
	const char *binary;            /* or a merged profile; or a folder: its program with
					  the most time; NULL: of the newest run here */
	struct profiles_wanted wanted; /* profiles, process and part of the run; a merged profile
					  among them makes the result one of merged profiles */
	struct files files;            /* folders of other files */
	struct profile *profile;       /* the only one, in memory, taken over; or NULL */
	bool merge;                    /* profiles are merged by name; their binaries are sought
					  among 'binaries' */
	const char **binaries;
	size_t nbinaries;

	/* Selection. */
	const char *thread;            /* the only one (program_choose_thread()), or NULL */
	struct join_options join;      /* arcs and time; the needs add to it */
	struct filter filter;          /* functions; patterns and module only */
	struct cut_request cut_request;        /* arcs left out of cycles; texts and 'most' only */
	const char *groups_file;       /* groups in place of functions, by patterns; or NULL */
	enum group_by group_by;        /* the same, by file, class and so on; or 0 */

	/* Attribution. */
	enum attribution attribution;
	bool graph_by_calls;           /* the graph keeps the times divided by calls; times by
					  stacks are in result.measured only */
	bool untimed;                  /* functions have own time only */

	/* Needs of the view. */
	unsigned needs;                /* enum result_need */
	const char *needs_stacks;      /* the view's name in a message, if it works with
					  measured times only: "a prediction"; or NULL */
	const char *not_merged;        /* message: why the view refuses a merged profile; or NULL */
	bool merged_counts;            /* it takes the counts of one that has executions, without
					  samples */
};

/* Returns true if filters may leave out functions or time. */
static inline bool request_has_filters(const struct request *q)
{
	return q->filter.narrowed || q->filter.module;
}

/* Releases the members that options fill in. */
void request_release(struct request *q);

#endif
