/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * contexts.c - see contexts.h.
 */
#include "program/contexts.h"
#include "program/program.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

static uint32_t add(struct contexts *c, uint32_t caller, uint32_t object, uint64_t address,
		    uint32_t node)
{
	struct context *context = gp_push(c->items, c->n, c->room);

	*context = (struct context){ .caller = caller, .object = object, .address = address,
				     .node = node };
	return c->n - 1;
}

/* The profiler below a caller: whatever it calls, and wherever. */
static uint32_t profiler_below(struct contexts *c, struct program *p, uint32_t caller)
{
	int created;
	uint32_t *at = gp_map_put(&c->index, (uint64_t)caller << 32 | GP_NONE, 0, &created);

	if (created)
		*at = add(c, caller, GP_NONE, 0, p->profiler);
	return *at;
}

static uint32_t make(struct contexts *c, struct program *p, uint32_t caller, uint32_t object,
		     uint64_t address)
{
	/* A call that does not return may end its function: the byte before counts. */
	uint32_t node = object == GP_NONE ? program_row(p, GP_NONE)
					  : program_function_at(p, object, address - 1, true);

	if (contexts_are_profiler(c, p, caller, node))
		return caller;
	if (node == p->profiler)
		return profiler_below(c, p, caller);
	return add(c, caller, object, address, node);
}

static uint32_t context_of(struct contexts *c, struct program *p, uint32_t caller,
			   uint32_t object, uint64_t address)
{
	uint64_t key = (uint64_t)caller << 32 | object;
	uint32_t context = gp_map_get(&c->index, key, address);
	int created;

	if (context == GP_NONE) {
		context = make(c, p, caller, object, address);
		*gp_map_put(&c->index, key, address, &created) = context;
	}
	return context;
}

bool contexts_are_profiler(const struct contexts *c, const struct program *p, uint32_t context,
			   uint32_t node)
{
	return context != GP_NONE && c->items[context].node == p->profiler &&
	       !p->functions[node].record;
}

void contexts_add(struct contexts *c, struct program *p, struct program_profile *l)
{
	const struct profile *profile = &l->profile;

	l->contexts = gp_alloc(profile->nframes, sizeof *l->contexts);
	for (size_t i = 0; i < profile->nframes; i++) {
		const struct profile_frame *f = &profile->frames[i];
		uint32_t module = profile_module_of(profile, f->pc - 1, f->epoch);
		uint32_t caller = f->caller == GP_NONE ? GP_NONE : l->contexts[f->caller];

		if (module == GP_NONE)
			l->contexts[i] = context_of(c, p, caller, GP_NONE, f->pc);
		else
			l->contexts[i] = context_of(c, p, caller, l->objects[module],
						    profile_file_address(profile, module, f->pc));
	}
}

void contexts_release(struct contexts *c)
{
	free(c->items);
	gp_map_release(&c->index);
	memset(c, 0, sizeof *c);
}
