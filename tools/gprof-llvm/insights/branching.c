/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * branching.c - the sentence on the lowest function that causes most of the time: where the path
 * from main() first divides.  In an interpreter this function is in a large cycle, and stacks have
 * it many times.  So each sample counts for its innermost call: then the shares of its callees add
 * up, and the interpreter itself is not among them.
 *
 * Cost: O(calls of the tree) for each function on the path that is in a cycle, else O(arcs).
 */
#include "insights/internal.h"

#include <stdlib.h>
#include <string.h>

#define CAUSED 50.0 /* per cent of all that it must have with its callees */
#define PASSED 0.8  /* part of a caller's time at which its callee is looked at instead */
#define NAMED 5.0   /* per cent of all that a callee must have to be named */
#define LISTED 0.8  /* part of its time, below which what is not listed is mentioned */
#define OWN 0.5     /* part of its time that a function uses itself, which is said instead */
#define CALLEES 3   /* that are named */
#define MORE 5	    /* the same for an interpreter's callees */
#define ALIKE 0.97  /* part of a callee's time, at which a share of its own says nothing more */
#define DEEPEST 32  /* steps from a callee on */

/* The way from the innermost call of a function, by nodes. */
struct way {
	uint32_t at;
	uint32_t steps[DEEPEST];
	size_t n;
};

/* Time by the node after a way's last step; parents come before their children in the tree. */
static void sum_next(const struct insight_context *q, const struct way *w, double *by_next)
{
	const struct calltree *t = &q->program->calls;
	size_t *matched = gp_alloc(t->n, sizeof *matched); /* steps, and one for w->at */
	uint32_t *next = gp_alloc(t->n, sizeof *next);

	memset(by_next, 0, q->graph->nnodes * sizeof *by_next);
	for (size_t i = 0; i < t->n; i++) {
		const struct call *c = &t->items[i];
		size_t before = c->caller == GP_NONE ? 0 : matched[c->caller];

		matched[i] = 0;
		next[i] = c->caller == GP_NONE || c->node == w->at ? GP_NONE : next[c->caller];
		if (c->node == w->at)
			matched[i] = 1;
		else if (before == w->n + 1)
			next[i] = c->node;
		else if (before && c->node == w->steps[before - 1])
			matched[i] = before + 1;
		if (next[i] != GP_NONE)
			by_next[next[i]] += c->self.sum;
	}
	free(matched);
	free(next);
}

/* The same of a function that is in no cycle, from its arcs. */
static void sum_callees(const struct insight_context *q, uint32_t node, double *by_next)
{
	const struct graph *g = q->graph;

	memset(by_next, 0, g->nnodes * sizeof *by_next);
	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++)
		by_next[g->arcs[g->out[i]].to] += q->measured->arcs[g->out[i]].total.sum;
}

static void sum_below(const struct insight_context *q, uint32_t node, double *by_next)
{
	if (q->nested[node])
		sum_next(q, &(struct way){ .at = node }, by_next);
	else
		sum_callees(q, node, by_next);
}

/* The node with most time, of code that was not 'seen'; or GP_NONE. */
static uint32_t heaviest(const struct insight_context *q, const double *by_next, const bool *seen)
{
	uint32_t best = GP_NONE;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (by_next[i] > (best == GP_NONE ? 0 : by_next[best]) && !(seen && seen[i]) &&
		    insight_is_code(q, i))
			best = i;
	return best;
}

/* From the function with most time inwards, as long as one callee has nearly all of it; then
   'by_next' is of the function that is returned. */
static uint32_t find_branching(const struct insight_context *q, bool *seen, double *by_next)
{
	const struct measured *m = q->measured;
	uint32_t at = 0, next;

	for (uint32_t i = 1; i < q->graph->nnodes; i++)
		if (m->nodes[i].total.sum > m->nodes[at].total.sum)
			at = i;
	for (;;) {
		seen[at] = true;
		sum_below(q, at, by_next);
		next = heaviest(q, by_next, seen);
		if (next == GP_NONE || by_next[next] < PASSED * m->nodes[at].total.sum)
			return at;
		at = next;
	}
}

/* Returns true if a callee is of a standard library, whose containers and threads only pass the
   time on to code that a reader knows. */
static bool is_standard(const struct insight_context *q, uint32_t node)
{
	static const char *const namespaces[] = { "std::", "__gnu_cxx::", "core::", "alloc::" };

	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++)
		if (!strncmp(insight_name(q, node), namespaces[i], strlen(namespaces[i])))
			return true;
	return false;
}

/* Where the time of a callee is: " (20.9 % in 'c')", or ""; to be freed.  An interpreter's is in
   the last function that has nearly all of it, a standard library's in the program's last one. */
static char *name_end(const struct insight_context *q, uint32_t at, uint32_t callee, double sum)
{
	bool standard = is_standard(q, callee);
	struct way w = { .at = at, .steps = { callee }, .n = 1 };
	double *by_next = gp_alloc(q->graph->nnodes, sizeof *by_next), last = sum;
	uint32_t next, end = GP_NONE;

	while (w.n < DEEPEST) {
		sum_next(q, &w, by_next);
		next = heaviest(q, by_next, NULL);
		if (next == GP_NONE || by_next[next] < PASSED * sum)
			break;
		w.steps[w.n++] = next;
		if (standard && (!q->program->functions[next].instrumented || is_standard(q, next)))
			continue;
		last = by_next[next];
		end = next;
	}
	free(by_next);
	if (end == GP_NONE)
		return gp_strdup("");
	if (last > ALIKE * sum)
		return gp_format(" (nearly all in '%s')", insight_name(q, end));
	return gp_format(" (%.1f %% in '%s')", insight_share(q, last), insight_name(q, end));
}

/* The first callees, as ": 54.0 % in 'a', 30.1 % in 'b'", and their time; to be freed. */
static char *name_callees(const struct insight_context *q, uint32_t node, bool *seen,
			  const double *by_next, double *listed)
{
	bool nested = q->nested[node];
	char *text = gp_strdup("");

	*listed = 0;
	for (int i = 0; i < (nested ? MORE : CALLEES); i++) {
		uint32_t to = heaviest(q, by_next, seen);
		char *before = text, *end;

		if (to == GP_NONE || insight_share(q, by_next[to]) < NAMED)
			break;
		seen[to] = true;
		*listed += by_next[to];
		end = nested || is_standard(q, to) ? name_end(q, node, to, by_next[to])
						   : gp_strdup("");
		text = gp_format("%s%s %.1f %% through '%s'%s", before, i ? "," : ":",
				 insight_share(q, by_next[to]), insight_name(q, to), end);
		free(end);
		free(before);
	}
	return text;
}

/* Returns true if there is a sentence on it as the function that uses the time itself, which is
   enough: of an interpreter's, or of one whose callees use most, it is not. */
static bool is_said(const struct insight_context *q, uint32_t at)
{
	const struct by_stacks *m = &q->measured->nodes[at];

	return at == insight_self_function(q) && !q->nested[at] &&
	       m->self.sum >= OWN * m->total.sum;
}

/* The sentence's function, with the callees that it lists. */
struct branching {
	uint32_t at; /* or GP_NONE: there is no sentence */
	char *callees;
	double listed; /* the time of the callees */
	uint32_t next; /* the first that is not listed and could be by its time, or GP_NONE */
	double next_sum;
};

static struct branching find_said(const struct insight_context *q)
{
	double *by_next = gp_alloc(q->graph->nnodes, sizeof *by_next);
	bool *seen = gp_alloc(q->graph->nnodes, sizeof *seen);
	struct branching b = { .at = find_branching(q, seen, by_next) };

	b.callees = name_callees(q, b.at, seen, by_next, &b.listed);
	b.next = heaviest(q, by_next, seen);
	b.next_sum = b.next == GP_NONE ? 0 : by_next[b.next];
	if (insight_share(q, b.next_sum) < NAMED)
		b.next = GP_NONE;
	if (insight_share(q, q->measured->nodes[b.at].total.sum) < CAUSED || !*b.callees ||
	    !insight_is_code(q, b.at) || is_said(q, b.at))
		b.at = GP_NONE;
	free(seen);
	free(by_next);
	return b;
}

uint32_t insight_branching_function(const struct insight_context *q)
{
	struct branching b = { .at = GP_NONE };

	if (q->graph->nnodes)
		b = find_said(q);
	free(b.callees);
	return b.at;
}

/* Time that is neither its own nor a listed callee's, with the largest part of that if it is worth
   a name; "" of little.  To be freed. */
static char *name_others(const struct insight_context *q, const struct branching *b)
{
	const struct by_stacks *m = &q->measured->nodes[b->at];
	double rest = m->total.sum - m->self.sum - b->listed;

	if (rest <= (1 - LISTED) * m->total.sum)
		return gp_strdup("");
	if (b->next == GP_NONE)
		return gp_format(", others %.1f %%", insight_share(q, rest));
	return gp_format(", others %.1f %%, the largest '%s' with %.1f %%", insight_share(q, rest),
			 insight_name(q, b->next), insight_share(q, b->next_sum));
}

static void say_branching(const struct insight_context *q, const struct branching *b)
{
	const struct by_stacks *m = &q->measured->nodes[b->at];
	const char *name = insight_name(q, b->at);
	char *others = name_others(q, b);
	char *within = q->nested[b->at] ? gp_format(" A part does not include the calls of '%s' "
						    "made inside it; other views do.", name)
					: gp_strdup("");

	insight_add(q, "%.1f %% of the time is spent in or below '%s'%s; itself %.1f %%%s.%s",
		    insight_share(q, m->total.sum), name, b->callees, insight_share(q, m->self.sum),
		    others, within);
	free(others);
	free(within);
}

void insight_branching(const struct insight_context *q)
{
	struct branching b;

	if (!q->graph->nnodes)
		return;
	b = find_said(q);
	if (b.at != GP_NONE)
		say_branching(q, &b);
	free(b.callees);
}
