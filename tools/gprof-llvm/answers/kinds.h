/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kinds.h - the kinds of sentences, and what they share.  Each function adds the sentences that
 * the data supports.
 */
#ifndef GPROF_ANSWERS_KINDS_H
#define GPROF_ANSWERS_KINDS_H

#include "answers/answers.h"

/* What a kind reads.  Without times by stacks 'measured' is NULL. */
struct asked {
	const struct result *result;
	const struct program *program;
	const struct graph *graph;
	const struct measured *measured;
	char *const *names;
	struct answers *answers;
	const bool *nested; /* by node: some stack has it more than once */
	const bool *allocators; /* by node: of the program's, which allocate or free by name */
};

/* times.c */
void answer_most_self(const struct asked *q);
void answer_allocation(const struct asked *q);
void answer_kernel(const struct asked *q);
void answer_library(const struct asked *q);

/* The function of which answer_most_self() speaks, or GP_NONE. */
uint32_t answer_self_said(const struct asked *q);

/* Returns true if nearly all of a function's time is allocation, of which answer_allocation()
   speaks. */
bool answer_allocates(const struct asked *q, uint32_t node);

/* allocators.c: malloc() and the like, of a library */
bool answer_is_allocation(const struct asked *q, uint32_t node);

/* To be freed. */
bool *answer_find_allocators(const struct asked *q);

/* branching.c */
void answer_branching(const struct asked *q);

/* The function of which it speaks, or GP_NONE. */
uint32_t answer_branching_said(const struct asked *q);

/* calls.c */
void answer_dear_caller(const struct asked *q);
void answer_few_calls(const struct asked *q);
void answer_shared(const struct asked *q);
void answer_small_calls(const struct asked *q);
void answer_cycle(const struct asked *q);

/* doubts.c */
void answer_open(const struct asked *q);
void answer_unknown(const struct asked *q);

/* Of a run with fewer samples than sentences need. */
void answer_few(const struct asked *q);

/* A part of it that is said of any run, however few samples it has. */
void answer_unsampled(const struct asked *q);

/* sentence.c: the parts of sentences */

/* Adds a sentence; texts of %s are escaped. */
void answer_say(const struct asked *q, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Returns true if most samples have a stack; else what the few say of callers is not said of
   all. */
static inline bool answer_has_stacks(const struct asked *q)
{
	return q->program->stacked >= q->program->samples / 2;
}

/* Returns true if a sentence so far names it. */
bool answer_is_named(const struct asked *q, uint32_t node);

/* A node's name; of a long one only what tells a reader which function it is. */
const char *answer_name(const struct asked *q, uint32_t node);

/* The same of a name that is no node's, and is freed; to be freed. */
char *answer_brief(char *name);

/* A time as a share of all, per cent. */
double answer_share(const struct asked *q, double weight);

/* Calls without direct recursion, as in the flat profile. */
static inline int64_t answer_calls(const struct asked *q, uint32_t node)
{
	return graph_calls(&q->graph->nodes[node]);
}

/* Own time of a node; time with all it called, or of an arc; 95 %. */
struct interval answer_self(const struct asked *q, uint32_t node);
struct interval answer_total(const struct asked *q, const struct weight *total);

/* "0.29 s [0.25, 0.33]", of at most INTERVAL_TEXT bytes. */
void answer_time(const struct asked *q, const struct interval *i, char *text);

/* Returns true if a shell and a pattern take a word for what it is. */
bool answer_is_plain(const char *word);

/* Returns true if a node is a function, or a library's: no row like <kernel>. */
bool answer_is_code(const struct asked *q, uint32_t node);

/* The function with most own time but for one (or GP_NONE), or GP_NONE. */
uint32_t answer_most_self_of(const struct asked *q, uint32_t but);

#endif
