/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * result.h - what is known of a run: a request makes it, and all views read it.
 *
 *	result_make()      reads the files and does all the arithmetic
 *	result_again()     the same for another part of the run, or a newer profile of it
 *	reads              by any number of views
 *	result_release()   also after a failure
 *
 * This is the only way from files to figures.  The steps, in their order: open, read, join,
 * resolve what the needs of the view ask for, group, mark the functions chosen, find
 * cycles, cut, propagate, filter, measure by stacks.  Then the graph is frozen (graph.h): who adds
 * a node or an arc to it ends the tool.
 *
 * Views take `const struct result *` and compute no times of their own.  Results share
 * nothing, so any number may live at once.
 *
 * Cost: that of the steps; nothing is made that neither request nor needs name.
 *
 * docs/design/desk-tool.md has the reasons.
 */
#ifndef GPROF_ANALYSIS_RESULT_H
#define GPROF_ANALYSIS_RESULT_H

#include "analysis/classes.h"
#include "analysis/inlined.h"
#include "analysis/measured.h"
#include "executions/executions.h"
#include "program/profiles.h"
#include "program/program.h"
#include "program/targets.h"
#include "select/choice.h"
#include "select/cutting.h"
#include "select/groups.h"

/* How callers come by the time of what they called. */
enum attribution {
	ATTRIBUTION_GPROF,     /* divided by numbers of calls */
	ATTRIBUTION_MEASURED,  /* by stacks */
	ATTRIBUTION_BOTH,      /* by stacks, the other beside it */
	ATTRIBUTION_BY_STACKS, /* MEASURED if at least half of the time has stacks, else GPROF */
};

/* What a view reads beyond the graph and its times. */
enum result_need {
	NEED_PLACES = 1 << 0,	     /* program.spots and contexts: samples by address and stack */
	NEED_SITES = 1 << 1,	     /* program.sites: calls by the lines that make them */
	NEED_BARE_SITES = 1 << 2,    /* those of no line too */
	NEED_LINES = 1 << 3,	     /* file and line of functions without a record too */
	NEED_CALLEES = 1 << 4,	     /* context.callee, of all stacks */
	NEED_CLASSES = 1 << 5,	     /* result.classes */
	NEED_GROUP_CLASSES = 1 << 6, /* the same, if there are groups and it can be had */
	NEED_TARGETS = 1 << 7,	     /* result.targets */
	NEED_THREADS = 1 << 8,	     /* stacks apart by thread */
	NEED_PARTS = 1 << 9,	     /* result_again(), with other parts of the run */
	NEED_FILTERED = 1 << 10, /* program.spots are those that the patterns of the choice keep */
	NEED_FILTERED_CODE = 1 << 11, /* the same, and in code of its module */
	NEED_EXECUTIONS = 1 << 12,    /* result.executions, if any code counts blocks */
	NEED_INLINED = 1 << 13,	      /* result.inlined */
};

/* All zero is: the run of 'binary' that is meant (profile/launch.h), all of it, all functions, CPU
   time, divided by numbers of calls.  What it points to must live as long as the result. */
struct request {
	const char *binary;            /* or a merged profile; or a folder: its program with
					  the most time; NULL: of the newest run here */
	struct profiles_wanted wanted; /* files, process and part of the run; merged profiles
					  among the files stand for all */
	struct files files;            /* where the other files are */
	struct profile *profile;       /* the only one, in memory, taken over; or NULL */
	bool merge;                    /* profiles are merged by name, their binaries sought
					  among: */
	const char **binaries;
	size_t nbinaries;
	const char *thread;            /* the only one (program_choose_thread()), or NULL */
	struct join_options join;      /* arcs and time; the needs add to it */
	struct choice choice;          /* functions; patterns and module only */
	struct cutting cutting;        /* arcs left out of cycles; texts and 'most' only */
	const char *groups_file;       /* groups in place of functions, by patterns; or NULL */
	enum group_by group_by;        /* the same by where functions are; or 0 */
	enum attribution attribution;
	bool beside;                   /* times by stacks are not put into the graph */
	bool untimed;                  /* functions have their own time only */
	unsigned needs;                /* enum result_need */
	const char *needs_stacks;      /* what has no other attribution than measured, such as
					  "a prediction"; or NULL */
	const char *not_merged;        /* why a merged profile will not do, or NULL */
	bool merged_counts;            /* one with executions will: its counts, without samples */
};

struct result {
	const struct request *request;
	const char *binary;              /* or merged profile: of the request, or found; or NULL */
	const char *name;                /* the same without folders, or "" */
	const struct program *program;   /* with the graph of functions, or of groups */
	const struct program *functions; /* with that of functions, always */
	enum attribution attribution;    /* that was settled on: no ATTRIBUTION_BY_STACKS */
	const struct measured *measured; /* by stacks; or NULL: ATTRIBUTION_GPROF */
	const struct choice *choice;     /* of functions; applied */
	const struct cuts *cuts;         /* arcs that were cut */
	const struct groups *groups;     /* or NULL */
	const struct class_sum *classes; /* or NULL */
	const struct targets *targets;   /* or NULL */
	const struct executions *executions; /* or NULL */
	const struct inlined_parts *inlined; /* of large rows; or NULL: of groups, or
						of a part of the samples */
	uint64_t processes;              /* of all profiles */
	size_t unsampled, runs;          /* cost_unsampled(), and of how many profiles: with any no
					    time of one call follows */
	double short_calls;              /* cost_short_calls(), of all functions */
	char *const *left_out;           /* profiles found that are not in it, and why */
	size_t nleft_out;
	struct result_parts *parts;      /* result.c; owned */
};

/* -1: 'e' says why; to be released all the same. */
int result_make(struct result *r, const struct request *q, struct gp_error *e);

/* Makes it anew: files that are open stay open.  The binary is that of the request before. */
int result_again(struct result *r, const struct request *q, struct gp_error *e);

void result_release(struct result *r);

/* Says what was asked for and is not in the profile: functions of patterns, waiting.  'of': the
   profile, where there are several, or NULL. */
void result_warn(const struct result *r, const char *of, FILE *out);

/* Returns true if a process of this machine that we may look at writes the profile; if not, who
   knows. */
bool result_still_runs(const char *profile);

/* Returns true if the time of one call is known: not where patterns leave out time, since calls are
   those of the whole run. */
static inline bool result_knows_each(const struct result *r)
{
	return !r->unsampled && !(r->choice->narrowing.left_out > 0);
}

/* What options put into a request. */
void request_release(struct request *q);

#endif
