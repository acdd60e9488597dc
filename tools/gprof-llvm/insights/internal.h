/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * internal.h - the kinds of sentences, and their common parts.  Each function adds the sentences
 * that the data supports.
 */
#ifndef GPROF_INSIGHTS_INTERNAL_H
#define GPROF_INSIGHTS_INTERNAL_H

#include "insights/insights.h"

/* The input of a kind.  'measured' is NULL without times by stacks. */
struct insight_context {
	const struct result *result;
	const struct program *program;
	const struct graph *graph;
	const struct measured *measured;
	char *const *names;
	struct insights *insights;
	const bool *nested; /* by node: some stack has it more than once */
	const bool *allocators; /* by node: a function of the program named like an allocator */
};

/* times.c */
void insight_most_self(const struct insight_context *q);
void insight_allocation(const struct insight_context *q);
void insight_kernel(const struct insight_context *q);
void insight_library(const struct insight_context *q);

/* The function that insight_most_self() names, or GP_NONE. */
uint32_t insight_self_function(const struct insight_context *q);

/* Returns true if nearly all of a function's time is allocation, which insight_allocation()
   reports. */
bool insight_is_mostly_allocation(const struct insight_context *q, uint32_t node);

/* allocators.c: malloc() and the like, of a library */
bool insight_is_allocation(const struct insight_context *q, uint32_t node);

/* To be freed. */
bool *insight_find_allocators(const struct insight_context *q);

/* branching.c */
void insight_branching(const struct insight_context *q);

/* The function that it names, or GP_NONE. */
uint32_t insight_branching_function(const struct insight_context *q);

/* calls.c */
void insight_costly_caller(const struct insight_context *q);
void insight_few_calls(const struct insight_context *q);
void insight_shared(const struct insight_context *q);
void insight_small_calls(const struct insight_context *q);
void insight_cycle(const struct insight_context *q);

/* locks.c */
void insight_locks(const struct insight_context *q);

/* memory.c */
void insight_allocator(const struct insight_context *q);
void insight_peak(const struct insight_context *q);
void insight_left(const struct insight_context *q);

/* transfers.c */
void insight_reads(const struct insight_context *q);
void insight_writes(const struct insight_context *q);

/* faults.c */
void insight_faults(const struct insight_context *q);

/* uncertainty.c */
void insight_undecided(const struct insight_context *q);
void insight_unknown(const struct insight_context *q);

/* Of a run with fewer samples than sentences need. */
void insight_too_few_samples(const struct insight_context *q);

/* A part of it that does not depend on the number of samples. */
void insight_events(const struct insight_context *q);
void insight_not_sampled(const struct insight_context *q);

/* sentence.c: the parts of sentences */

/* Adds a sentence; texts of %s are escaped. */
void insight_add(const struct insight_context *q, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Returns true if most samples have a stack; else sentences on callers are left out. */
static inline bool insight_has_stacks(const struct insight_context *q)
{
	return q->program->stacked >= q->program->samples / 2;
}

/* Returns true if a sentence so far names it. */
bool insight_is_named(const struct insight_context *q, uint32_t node);

/* A node's name; a long one is cut to the part that identifies the function. */
const char *insight_name(const struct insight_context *q, uint32_t node);

/* The same for another name, which it frees; the caller frees the result. */
char *insight_short_name(char *name);

/* A time as a share of all, per cent. */
double insight_share(const struct insight_context *q, double weight);

/* Calls without direct recursion, as in the flat profile. */
static inline int64_t insight_calls(const struct insight_context *q, uint32_t node)
{
	return graph_calls(&q->graph->nodes[node]);
}

/* 95 % intervals: own time of a node; total time of a node or an arc. */
struct interval insight_self(const struct insight_context *q, uint32_t node);
struct interval insight_total(const struct insight_context *q, const struct weight *total);

/* "0.29 s [0.25, 0.33]", of at most INTERVAL_TEXT bytes. */
void insight_time(const struct insight_context *q, const struct interval *i, char *text);

/* Returns true if a word has no special meaning in a shell or a pattern. */
bool insight_is_plain_word(const char *word);

/* Returns true if a node is a function or a library's row, not a row like <kernel>. */
bool insight_is_code(const struct insight_context *q, uint32_t node);

/* The function with most own time but for one (or GP_NONE), or GP_NONE. */
uint32_t insight_largest_self(const struct insight_context *q, uint32_t but);

#endif
