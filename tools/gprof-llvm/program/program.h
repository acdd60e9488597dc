/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * program.h - a program: its objects and profiles, its functions, and what is known of them: calls,
 * stacks, samples and times, as a call graph.
 *
 *	program_open()   the binary asked about
 *	program_add()    a profile; any number
 *	program_join()   the graph (join/join.h)
 *	program_reset() when other profiles of it are to follow
 *	program_close()
 *
 * A function is its entry counter within its object.  What is called without
 * being instrumented is a node too (NODE_OPAQUE): its calls are exact, its time
 * is the object's.
 */
#ifndef GPROF_PROGRAM_PROGRAM_H
#define GPROF_PROGRAM_PROGRAM_H

#include "graph/calltree.h"
#include "base/measure.h"
#include "graph/graph.h"
#include "profile/allocations.h"
#include "profile/events.h"
#include "profile/block_tree.h"
#include "profile/io.h"
#include "profile/profile.h"
#include "profile/timings.h"
#include "program/contexts.h"
#include "program/object.h"
#include "program/sample.h"
#include "program/strata.h"

/* Facts about a node that the graph lacks; same position as the node. */
struct function {
	uint32_t object;   /* position in objects, or GP_NONE */
	uint32_t line;     /* of the definition */
	const char *file;  /* the same, or NULL */
	const char *compiled; /* of a static one with a record: the file that was compiled, as
				 it was given, or ""; else NULL */
	uint64_t address;  /* in the object's file, 0 unknown */
	uint64_t samples;  /* of its own time; not those that are shared out */
	double squares, usual; /* of their weights, as in struct weight */
	double faults;     /* page faults in its own code: of the time in the kernel */
	const char *inner_name; /* of uninstrumented code: the function that most of its own time is
			       in, which it called or is; NULL: not known */
	double inner_weight; /* own time in that */
	bool leaf_library; /* of uninstrumented code: nearly all own time is in its own code */
	uint32_t places;   /* where it is inlined, if the node is of the inlined code;
			      else 0 */
	bool record;       /* has one in the static call graph */
	bool instrumented; /* the same, and is monitored */
};

/* A profile in the program. */
struct program_profile {
	struct profile profile;
	uint32_t *objects;  /* of its modules */
	uint32_t *contexts; /* of its frames */
	bool *left_out;     /* its threads that are not asked for, or NULL: none */
	bool shared_left_out; /* so are the counts of no thread in particular */
	uint32_t first_thread; /* number in the program of its first thread */
	double sampled;     /* CPU time of the samples asked for, and of taking them, ns */
};

struct tail_call {
	uint32_t from, to; /* nodes; several may be equal */
};

/* 'function' is handed to 'external'; nodes. */
struct callback {
	uint32_t function, external;
};

/* A first caller of 'function' (node) lay in 'object' (position, or GP_NONE). */
struct caller {
	uint32_t function, object;
};

/* A place in the source that makes the calls of an arc. */
struct call_site {
	uint32_t arc;     /* position in graph.arcs */
	uint32_t line;
	const char *file; /* NULL: the caller's file */
	const char *inlined; /* function it was written in, NULL: the caller */
	int64_t calls;
	uint64_t counter; /* address of its counters in the caller's object, or 0 */
	uint64_t address; /* it returns to, in the same; 0: not known */
};

struct program {
	const struct sum *sum; /* it is of a merged profile, not of objects; or NULL */
	uint32_t *of_sum; /* the same: node of that -> node; of those with a record, as others may
			     have moved */
	const struct program *joined; /* if it is made of groups: the program of their functions,
					 whose nodes its objects and profiles name; or NULL */
	const struct files *files; /* where files are sought, or NULL: in their places */
	char **notes; /* what was wrong with files that were found; owned */
	size_t nnotes, notes_room;
	struct object *objects; /* the first is the binary asked about */
	size_t nobjects, objects_room;
	struct program_profile *profiles;
	size_t nprofiles, profiles_room;
	struct graph graph;
	struct function *functions; /* of graph.nodes */
	size_t nfunctions, functions_room;
	char **strings; /* names made here, owned */
	size_t nstrings, strings_room;
	struct gp_names undefined; /* names defined nowhere -> node */
	uint32_t unknown; /* node of code in no object, or GP_NONE */
	uint32_t ready;   /* node of waits without a place (program_ready()), or GP_NONE */
	uint32_t rest;    /* node of the CPU time no sample covers, or GP_NONE */
	uint32_t profiler; /* node of <profiler>, or GP_NONE; see program_profiler() */
	uint32_t kernel_node; /* of time in the kernel, or GP_NONE */
	struct contexts contexts; /* stacks */
	struct calltree calls; /* the same by function, with the samples */
	struct tail_call *tails; /* that were made */
	size_t ntails, tails_room;
	struct call_site *sites; /* of calls made, as the options want them */
	size_t nsites, sites_room;
	struct callback *callbacks;
	size_t ncallbacks, callbacks_room;
	struct caller *callers;
	size_t ncallers, callers_room;
	struct timings timings; /* lengths of calls; of the whole run */
	struct allocations allocations; /* the same of memory */
	struct events events; /* page faults and the like; of the whole run */
	struct block_tree block_tree;   /* by calls, of processes whose blocks have stacks */
	struct io io; /* reads and writes by file; of the whole run */
	struct resolved_samples resolved_samples;   /* of the time asked for */
	struct truncation *truncations;  /* of the same time; by object and reason */
	size_t ntruncations;
	struct strata strata; /* of the threads asked for */
	struct sample_totals sample_totals[2];  /* samples of CPU time, of waiting */
	struct sample_totals lock_totals; /* of waiting for locks, if it is asked for */
	const struct measure *measure; /* that the weights below are of */
	struct measure estimated;      /* the same, where blocks are samples; else not in use */
	double used;      /* CPU time of the processes as the kernel counts it, ns; where it is not
			     known what the samples say */
	bool used_least;  /* it is not known of all */
	uint32_t executable; /* position in objects */
	double cpu;       /* all CPU time sampled */
	double kernel;    /* of it: spent in the kernel */
	double waited;    /* all waiting sampled */
	double sampled;   /* the time asked for: weight of its samples */
	double squares;   /* sum of the squares of the random part of these weights */
	double own;       /* CPU time of the profiler that is in no sample, ns */
	double interrupts; /* of it: estimated, as no clock saw it, ns */
	double profiler_sampled;      /* sampled in its code; part of 'sampled' */
	double total;     /* sampled, own and the rest */
	double after_last; /* what threads can have run after their last samples */
	double foreign;   /* sampled in nodes that are not instrumented */
	double placed;    /* of it: measured below instrumented functions */
	uint64_t samples; /* of the time asked for */
	uint64_t stacked; /* of them: with a stack */
	uint64_t without_stack;    /* of them: no stack was taken, to save time */
	uint64_t truncated; /* of them: the stack is not whole */
	uint64_t uncounted; /* blocks left out: their object has changed */
	uint64_t ambiguous; /* names that several definitions may answer to */
};

/* The weight of a resolved sample whose time is 'sum': its 'weight' or its 'below'. */
static inline struct weight resolved_sample_weight(const struct program *p,
						   const struct resolved_sample *sample, double sum)
{
	return strata_weigh(&p->strata, sample->thread, sample->flags, sum, sample->samples);
}

/* Without a binary. */
void program_init(struct program *p);

/* Adds to p->notes what is not among them. */
void program_note(struct program *p, const char *text);

int program_open(struct program *p, const char *binary, struct gp_error *e);

/* Where to seek its other files, and the debug files of all; before program_add(). */
void program_use_files(struct program *p, const struct files *files);

/* Takes the profile over, also on failure. */
int program_add(struct program *p, struct profile *profile, struct gp_error *e);

/*
 * Leaves out all threads but those with this name, thread id, or slot ("#3").
 * After the last program_add(); fails if there is none.
 */
int program_choose_thread(struct program *p, const char *which, struct gp_error *e);

/* After program_join(): files and lines of functions that have no record, or one without
   them, from debug information.  It is read of every object with such a function. */
void program_find_lines(struct program *p);

/* Forgets profiles and graph, as after program_open(); opened files stay open. */
void program_reset(struct program *p);

/* The program whose nodes are those that objects, their profiles and contexts name. */
static inline const struct program *program_joined(const struct program *p)
{
	return p->joined ? p->joined : p;
}

/* All samples of the time asked for. */
static inline struct weight program_samples(const struct program *p)
{
	return (struct weight){ .sum = p->sampled, .squares = p->squares, .samples = p->samples };
}

/* All samples of the clock that took them: those that a part of the time asked for is exact by. */
static inline struct weight program_clocked(const struct program *p)
{
	const struct sample_totals *waits = &p->sample_totals[1];

	if (p->measure != &measure_times[TIME_LOCK])
		return program_samples(p);
	return (struct weight){ .sum = waits->weight, .squares = waits->squares,
				.samples = waits->samples };
}

/* Mean weight of a sample: what a sample more or less changes a time by. */
static inline double program_sample_weight(const struct program *p)
{
	return p->sampled ? p->squares / p->sampled : 0;
}

/* Returns true if a node is an object's row, or the row of code in no object. */
static inline bool program_is_object_row(const struct program *p, uint32_t node)
{
	uint32_t object = p->functions[node].object;

	return node == p->unknown || node == p->ready ||
	       (object != GP_NONE && object < p->nobjects && p->objects[object].row == node);
}

/* Returns true if a node is a row of time in no function: one of the above, or the kernel's, the
   profiler's, or the row of time that no sample covers. */
static inline bool program_is_row(const struct program *p, uint32_t node)
{
	return node == p->kernel_node || node == p->profiler || node == p->rest ||
	       program_is_object_row(p, node);
}

/* Returns true if it is a library or a function of one: its time includes all uninstrumented code
   below it. */
static inline bool program_is_library(const struct program *p, uint32_t node)
{
	uint32_t object = p->functions[node].object;

	if (p->joined || !(p->graph.nodes[node].flags & NODE_OPAQUE) ||
	    (object == GP_NONE && program_is_row(p, node)))
		return false;
	return object >= p->nobjects || !p->objects[object].instrumented;
}

/* Returns true if an object has this name or path.  The other one fails if no object has; NULL is
   any module. */
bool program_is_module(const struct program *p, uint32_t object, const char *which);
int program_check_module(const struct program *p, const char *which, struct gp_error *e);

/* How many numbers threads of the program have. */
uint32_t program_threads(const struct program *p);

/* The thread of a number in the program, and its profile; NULL: there is none. */
const struct gprof_thread *program_thread(const struct program *p, uint32_t number,
					  const struct program_profile **l);

/* When the first process of a profile's run began, ns of the clock that they share: runs are
   laid over each other. */
double program_origin(const struct program *p, const struct program_profile *l);

/* Returns true if what belongs to a thread (position, or GP_NONE) is asked for. */
static inline bool program_profile_has_thread(const struct program_profile *l, uint32_t thread)
{
	return thread == GP_NONE ? !l->shared_left_out : !l->left_out || !l->left_out[thread];
}

void program_close(struct program *p);

/* Of p->resolved_samples. */
void resolved_samples_release(struct resolved_samples *samples);

#endif
