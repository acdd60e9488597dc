/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * contexts.c - see contexts.h.
 */
#include "contexts.h"
#include "program.h"

#include <stdlib.h>
#include <string.h>

static uint32_t context_of(struct contexts *c, struct program *p, uint32_t caller,
			   uint32_t object, uint64_t address)
{
	struct context *context;
	uint32_t *at;
	int created;

	at = gp_map_put(&c->index, (uint64_t)caller << 32 | object, address, &created);
	if (!created)
		return *at;
	*at = c->n;
	context = gp_push(c->items, c->n, c->room);
	*context = (struct context){ .caller = caller, .object = object, .address = address };
	/* A call that does not return may end its function: the byte before counts. */
	context->node = object == GP_NONE ? program_row(p, GP_NONE)
					  : program_function_at(p, object, address - 1, true);
	return c->n - 1;
}

void contexts_add(struct contexts *c, struct program *p, struct loaded *l)
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
