/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.c - see stacks.h.
 *
 * Going outwards from a sample, each call of the tree is looked for among the contexts that
 * are left: the next one is of the same function, or the call has no address.  Direct recursion
 * is one call of the tree; its innermost context stands for it.  Code without a record
 * is one call of the tree as well, at its innermost context.
 */
#include "writer/stacks.h"

#include <stdlib.h>
#include <string.h>

struct collecting {
	struct stacks *s;
	const struct program *p;
	struct gp_map code_at;   /* (node, object; address, inferred) -> number from 0 */
	uint32_t ncodes;
	struct gp_map place_at;  /* (that number; inlined, calls) -> places */
	struct gp_map stack_at;  /* (caller, place) -> items */
	struct gp_map sample_at; /* (stack, thread) -> samples */
	struct gp_map found;     /* (call, context) -> items */
	struct step *steps;      /* calls on the way outwards, the innermost first */
	size_t nsteps, steps_room;
};

/* A call of the tree, and the innermost context that may be its. */
struct step {
	uint32_t call, context;
	uint32_t place;
};

static uint32_t place_of(struct collecting *c, struct stack_place place)
{
	uint64_t key = (uint64_t)place.object << 32 | place.node;
	int created;
	uint32_t *code, *at;

	if (!place.address)
		key |= (uint64_t)GP_NONE << 32;
	/* Addresses have at most 63 bits; without one, the flag alone is the key. */
	code = gp_map_put(&c->code_at, key, place.address << 1 | place.inferred, &created);
	if (created)
		*code = c->ncodes++;
	/* At one address code runs that is inlined there, and the kernel is met below the
	   function that it is inlined in. */
	at = gp_map_put(&c->place_at, *code, (uint64_t)place.inlined << 1 | place.calls, &created);
	if (created) {
		*at = c->s->nplaces;
		*gp_push(c->s->places, c->s->nplaces, c->s->places_room) = place;
	}
	return *at;
}

static uint32_t stack_of(struct collecting *c, uint32_t caller, uint32_t place)
{
	int created;
	uint32_t *at = gp_map_put(&c->stack_at, caller, place, &created);

	if (created) {
		*at = c->s->n;
		*gp_push(c->s->items, c->s->n, c->s->room) = (struct stack){ caller, place };
	}
	return *at;
}

/* ------------------------------------------------------------------ */

static bool has_record(const struct collecting *c, uint32_t node)
{
	return node < c->p->nfunctions && c->p->functions[node].record;
}

/* Returns true if code that samples or contexts say is of 'seen' is that of a call of 'node'. */
static bool is_code_of(const struct collecting *c, uint32_t node, uint32_t seen)
{
	return seen == node || (!has_record(c, node) && !has_record(c, seen) &&
				node != c->p->kernel_node);
}

static struct stack_place bare_place(const struct collecting *c, uint32_t call)
{
	const struct call *x = &c->p->calls.items[call];

	return (struct stack_place){ .node = x->node, .object = GP_NONE, .inlined = GP_NONE,
				     .inferred = x->flags & CALL_INFERRED };
}

static struct stack_place place_at(const struct collecting *c, uint32_t call, uint32_t object,
				   uint64_t address, bool known)
{
	struct stack_place place = bare_place(c, call);

	if (known || object == GP_NONE)
		return place;
	place.object = object;
	place.address = address;
	return place;
}

/* Contexts that are the same call of the tree: recursion, or the inside of a library. */
static uint32_t beyond(const struct collecting *c, uint32_t call, uint32_t context)
{
	const struct context *x = c->p->contexts.items;
	uint32_t node = c->p->calls.items[call].node;

	while (context != GP_NONE && is_code_of(c, node, x[context].node))
		context = x[context].caller;
	return context;
}

/* Fills in the place of a step; returns the context for the call around it. */
static uint32_t find_place(struct collecting *c, struct step *step)
{
	uint32_t node = c->p->calls.items[step->call].node;
	const struct context *x =
		step->context == GP_NONE ? NULL : &c->p->contexts.items[step->context];
	struct stack_place place;

	if (!x || !is_code_of(c, node, x->node)) {
		step->place = place_of(c, bare_place(c, step->call));
		return step->context;
	}
	place = place_at(c, step->call, x->object, x->address - 1, x->known);
	place.calls = place.address;
	step->place = place_of(c, place);
	return beyond(c, step->call, step->context);
}

/* The stack of calls that have called, from a call outwards; 'context' is the innermost left.
   'root' is around them. */
static uint32_t stack_around(struct collecting *c, uint32_t call, uint32_t context, uint32_t root)
{
	uint32_t stack = root;
	int created;

	c->nsteps = 0;
	while (call != GP_NONE) {
		/* The map has stacks without a root only. */
		uint32_t known = root == GP_NONE ? gp_map_get(&c->found, call, context) : GP_NONE;
		struct step *step;

		if (known != GP_NONE) {
			stack = known;
			break;
		}
		step = gp_push(c->steps, c->nsteps, c->steps_room);
		*step = (struct step){ .call = call, .context = context };
		context = find_place(c, step);
		call = c->p->calls.items[call].caller;
	}
	while (c->nsteps) {
		const struct step *step = &c->steps[--c->nsteps];

		stack = stack_of(c, stack, step->place);
		if (root == GP_NONE)
			*gp_map_put(&c->found, step->call, step->context, &created) = stack;
	}
	return stack;
}

/* ------------------------------------------------------------------ */

static uint32_t root_of(struct collecting *c, const struct resolved_sample *sample)
{
	struct stack_place place = { .object = GP_NONE, .inlined = GP_NONE };

	if (sample->context == GP_NONE)
		place.node = c->s->no_stack;
	else if (sample->flags & GPROF_SAMPLE_TRUNCATED)
		place.node = c->s->cut_off;
	else
		return GP_NONE;
	return stack_of(c, GP_NONE, place_of(c, place));
}

/* The stack of a call that a sample's code is of. */
static uint32_t stack_at(struct collecting *c, const struct resolved_sample *sample, uint32_t call,
			 uint32_t root, uint32_t inlined)
{
	const struct call *x = &c->p->calls.items[call];
	struct stack_place place =
		place_at(c, call, sample->object, sample->address, sample->known);
	uint32_t context = beyond(c, call, sample->context);

	if (place.address)
		place.inlined = inlined;
	/* An inlined function has its caller's address; without one it gets a frame of its own. */
	if (inlined != GP_NONE && !place.address) {
		uint32_t around = stack_around(c, call, sample->context, root);

		place.node = inlined;
		return stack_of(c, around, place_of(c, place));
	}
	return stack_of(c, stack_around(c, x->caller, context, root), place_of(c, place));
}

static uint32_t stack_of_sample(struct collecting *c, const struct resolved_sample *sample)
{
	const struct call *calls = c->p->calls.items;
	uint32_t root = root_of(c, sample), call = sample->call, around = calls[call].caller;

	if (is_code_of(c, calls[call].node, sample->node))
		return stack_at(c, sample, call, root, GP_NONE);
	if (around == GP_NONE || !is_code_of(c, calls[around].node, sample->node))
		return stack_around(c, call, sample->context, root);
	/* Below the code that was sampled: the kernel, or a function that is inlined there. */
	if (calls[call].node != c->p->kernel_node)
		return stack_at(c, sample, around, root, calls[call].node);
	around = stack_at(c, sample, around, root, GP_NONE);
	return stack_of(c, around, place_of(c, bare_place(c, call)));
}

static void add(struct collecting *c, uint32_t stack, uint32_t thread, uint64_t samples,
		double weight)
{
	int created;
	uint32_t *at = gp_map_put(&c->sample_at, stack, thread, &created);

	if (created) {
		*at = c->s->nsamples;
		*gp_push(c->s->samples, c->s->nsamples, c->s->samples_room) =
			(struct stack_sample){ .stack = stack, .thread = thread };
	}
	c->s->samples[*at].samples += samples;
	c->s->samples[*at].weight += weight;
	c->s->total += weight;
}

/* Time of a row that no sample is of. */
static void add_unsampled(struct collecting *c, uint32_t node, double weight)
{
	struct stack_place place = { .node = node, .object = GP_NONE, .inlined = GP_NONE };

	if (node != GP_NONE && weight >= 1)
		add(c, stack_of(c, GP_NONE, place_of(c, place)), GP_NONE, 0, weight);
}

void stacks_collect(struct stacks *s, const struct program *p, const struct selection *selection)
{
	struct collecting c = { .s = s, .p = p };

	*s = (struct stacks){ .no_stack = p->graph.nnodes, .cut_off = p->graph.nnodes + 1 };
	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		const struct resolved_sample *sample = &p->resolved_samples.items[i];

		if (sample->call != GP_NONE && sample->below > 0)
			add(&c, stack_of_sample(&c, sample), sample->thread, sample->samples,
			    sample->below);
	}
	add_unsampled(&c, p->profiler, selection->profiler);
	add_unsampled(&c, p->rest, selection->not_sampled);
	gp_map_release(&c.code_at);
	gp_map_release(&c.place_at);
	gp_map_release(&c.stack_at);
	gp_map_release(&c.sample_at);
	gp_map_release(&c.found);
	free(c.steps);
}

void stacks_release(struct stacks *s)
{
	free(s->places);
	free(s->items);
	free(s->samples);
	memset(s, 0, sizeof *s);
}

bool stack_is_of(const struct inline_scopes *scopes, const struct scope_level *level, uint32_t node)
{
	const char *name = scopes->p->graph.nodes[node].name, *written;
	size_t n;

	if (level->function == GP_NONE)
		return false;
	written = scopes->functions[level->function].linkage;
	n = strlen(written);
	return !strncmp(name, written, n) && (!name[n] || name[n] == '.');
}

size_t stack_levels(const struct stack_place *place, struct inline_scopes *scopes,
		    struct scope_level levels[INLINE_SCOPES_MOST])
{
	size_t n = 0;

	if (place->address)
		n = inline_scopes_at(scopes, place->object, place->address, levels);
	return n && stack_is_of(scopes, &levels[n - 1], place->node) ? n : 0;
}
