/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads.c - see threads.h.
 */
#include "writer/threads.h"
#include "analysis/names.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct collecting {
	struct threads *t;
	const struct program *p;
	char **names;           /* of the graph's nodes */
	struct gp_map frame_at; /* (node, inferred) -> frames */
	uint32_t rest;          /* profile of what is below no thread, or GP_NONE */
};

static uint32_t frame_of(struct collecting *c, const struct call *call)
{
	struct thread_frame f = { .node = call->node, .inferred = call->flags & CALL_INFERRED };
	uint32_t *at;
	int created;
	char *name;

	at = gp_map_put(&c->frame_at, f.node, f.inferred, &created);
	if (!created)
		return *at;
	name = escape_text(filtered_tree_name(&c->t->kept, c->names, f.node));
	f.name = gp_format("%s%s", f.inferred ? INFERRED_MARK : "", name);
	free(name);
	f.row = f.node >= c->p->graph.nnodes || program_is_row(c->p, f.node);
	if (f.node < c->p->graph.nnodes) {
		if (c->p->functions[f.node].file)
			f.file = escape_text(c->p->functions[f.node].file);
		f.line = c->p->functions[f.node].line;
	}
	*at = c->t->nframes;
	*gp_push(c->t->frames, c->t->nframes, c->t->frames_room) = f;
	return *at;
}

static uint32_t add_profile(struct collecting *c, const char *name)
{
	gp_push(c->t->profiles, c->t->nprofiles, c->t->profiles_room)->name =
		escape_text(name);
	return c->t->nprofiles - 1;
}

static bool is_thread(const struct threads *t, uint32_t node)
{
	return node > t->kept.cut_off;
}

/* The profile of an outermost call. */
static uint32_t profile_of(struct collecting *c, const struct call *call)
{
	if (is_thread(c->t, call->node))
		return add_profile(c, filtered_tree_name(&c->t->kept, c->names, call->node));
	if (c->rest == GP_NONE)
		c->rest = add_profile(c, c->t->apart ? "<no thread>" : "all threads");
	return c->rest;
}

static void number_calls(struct collecting *c)
{
	struct threads *t = c->t;
	double so_far = 0;

	for (size_t i = 0; i < t->kept.calls.n; i++) {
		const struct call *call = &t->kept.calls.items[i];

		t->profile[i] = call->caller == GP_NONE ? profile_of(c, call)
							: t->profile[call->caller];
		t->frame[i] = is_thread(t, call->node) ? GP_NONE : frame_of(c, call);
		t->weight[i] = gp_whole(rint(so_far + call->self.sum) - rint(so_far));
		so_far += call->self.sum;
		gp_add(&t->profiles[t->profile[i]].total, t->weight[i]);
	}
}

static void order_call(uint32_t call, void *threads)
{
	struct threads *t = threads;
	struct thread_profile *p = &t->profiles[t->profile[call]];

	t->order[p->first + p->n++] = call;
}

static void leave_call(uint32_t call, void *threads)
{
	(void)call;
	(void)threads;
}

static void group_calls(struct threads *t)
{
	size_t first = 0;

	for (size_t i = 0; i < t->kept.calls.n; i++)
		t->profiles[t->profile[i]].n++;
	for (size_t i = 0; i < t->nprofiles; i++) {
		t->profiles[i].first = first;
		first += t->profiles[i].n;
		t->profiles[i].n = 0;
	}
	calltree_walk(&t->kept.calls, order_call, leave_call, t);
}

size_t threads_path(struct threads *t, uint32_t call)
{
	const struct call *calls = t->kept.calls.items;
	size_t n = 0;

	for (uint32_t at = call; at != GP_NONE; at = calls[at].caller)
		n += t->frame[at] != GP_NONE;
	for (size_t left = n; left; call = calls[call].caller)
		if (t->frame[call] != GP_NONE)
			t->path[--left] = t->frame[call];
	return n;
}

void threads_collect(struct threads *t, const struct export *x)
{
	const struct program *p = x->result->program;
	struct collecting c = { .t = t, .p = p, .rest = GP_NONE };

	memset(t, 0, sizeof *t);
	t->apart = !p->sum;
	filtered_tree_init(&t->kept, p, &x->result->selection,
			   t->apart ? THREADS_EACH : THREADS_TOGETHER);
	t->profile = gp_alloc(t->kept.calls.n, sizeof *t->profile);
	t->order = gp_alloc(t->kept.calls.n, sizeof *t->order);
	t->path = gp_alloc(t->kept.calls.n, sizeof *t->path);
	t->frame = gp_alloc(t->kept.calls.n, sizeof *t->frame);
	t->weight = gp_alloc(t->kept.calls.n, sizeof *t->weight);
	c.names = names_of(p, x->names);
	number_calls(&c);
	group_calls(t);
	names_release(c.names, p->graph.nnodes);
	gp_map_release(&c.frame_at);
}

void threads_release(struct threads *t)
{
	for (size_t i = 0; i < t->nframes; i++) {
		free(t->frames[i].name);
		free(t->frames[i].file);
	}
	for (size_t i = 0; i < t->nprofiles; i++)
		free(t->profiles[i].name);
	free(t->frames);
	free(t->profiles);
	free(t->profile);
	free(t->order);
	free(t->path);
	free(t->frame);
	free(t->weight);
	filtered_tree_release(&t->kept);
	memset(t, 0, sizeof *t);
}
