/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.h - the sampled stacks of a result with the places in the code that their frames
 * are at, for formats that know addresses and lines.
 *
 *	stacks_collect()  of a result with NEED_PLACES
 *	reads
 *	stacks_release()
 *
 * The tree of calls (graph/calltree.h) says which functions are on a stack, inferred ones too, so
 * that all times are those of the report.  The contexts of the samples
 * (program/contexts.h) add the addresses.  A frame that was not on the stack has none.
 *
 * Cost: O(samples + contexts).
 */
#ifndef GPROF_WRITER_STACKS_H
#define GPROF_WRITER_STACKS_H

#include "analysis/result.h"
#include "analysis/samples.h"

struct stack_place {
	uint32_t node;     /* of the graph, or stacks.no_stack, stacks.cut_off */
	uint32_t object;   /* position in program.objects, or GP_NONE */
	uint64_t address;  /* in the object's file, within the call instruction of a frame that
			      called; 0: not known */
	bool inferred;     /* no stack has the frame: counts tell */
	bool calls;        /* the address is that of a call, not of a sample */
	uint32_t inlined;  /* node of the innermost function inlined there, if it is in the
			      graph as a row of its own; or GP_NONE */
};

struct stack {
	uint32_t caller; /* position of the stack around it, or GP_NONE */
	uint32_t place;  /* position in places */
};

struct stack_sample {
	uint32_t stack;   /* position in stacks.items */
	uint32_t thread;  /* number in the program, or GP_NONE: not known */
	uint64_t samples; /* seen there; without those that are shared out */
	double weight;    /* time they stand for, with that which is shared out to them */
};

struct stacks {
	struct stack_place *places;
	size_t nplaces, places_room;
	struct stack *items; /* a stack comes after the one around it */
	size_t n, room;
	struct stack_sample *samples;
	size_t nsamples, samples_room;
	uint32_t no_stack, cut_off; /* numbers after those of the graph's nodes: around
				       samples without a stack, and with a part of one */
	double total; /* of all samples */
};

void stacks_collect(struct stacks *s, const struct program *p, const struct selection *selection);
void stacks_release(struct stacks *s);

/* inline_scopes_at() of a place; 0 levels also if debug information means another function. */
size_t stack_levels(const struct stack_place *place, struct inline_scopes *scopes,
		    struct scope_level levels[INLINE_SCOPES_MOST]);

/* Returns true if debug information means a node's function; its clones have a suffix. */
bool stack_is_of(const struct inline_scopes *scopes, const struct scope_level *level,
		 uint32_t node);

#endif
