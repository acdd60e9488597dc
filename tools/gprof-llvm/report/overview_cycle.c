/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview_cycle.c - the entry of a cycle: its members with most time, and the calls among them
 * with most time.
 */
#include "report/overview.h"
#include "report/entry_lines.h"
#include "text/escape.h"
#include "text/wrap.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 10 /* members, and arcs */

static size_t shown_of(const struct overview *d)
{
	return d->ends ? SHOWN : SIZE_MAX;
}

static void print_whole(const struct overview *d, uint32_t number)
{
	const struct report *r = d->r;
	const struct cycle *c = &r->graph->cycles[number - 1];
	const struct measured *m = r->result->measured;
	char calls[OVERVIEW_CALLS], name[96];
	struct overview_line line = { .self = c->self, .child = c->child, .calls = calls,
				    .weight = m ? &m->cycles[number - 1].total : NULL,
				    .count = c->calls, .by_calls = -1, .entry = true };

	if (m)
		line.by_calls = m->cycle_calls[number - 1].self + m->cycle_calls[number - 1].child;
	snprintf(calls, sizeof calls, "%lld+%lld", (long long)c->calls, (long long)c->internal);
	snprintf(name, sizeof name, "<cycle %u as a whole>, %u functions that call each other",
		 number, c->nmembers);
	report_paint(r, PAINT_ENTRY);
	overview_name(d, name, "", overview_line(d, &line));
	report_paint(r, PAINT_OFF);
}

static void print_more(const struct overview *d, size_t n, double self, double child,
		       const char *what)
{
	struct overview_line line = { .self = self, .child = child, .calls = "", .by_calls = -1 };

	if (!n)
		return;
	overview_line(d, &line);
	gprintf(d->r->out, "%zu more %s\n", n, what);
}

static void print_member(const struct overview *d, uint32_t node)
{
	const struct report *r = d->r;
	const struct measured *m = r->result->measured;
	const struct node *n = &r->graph->nodes[node];
	char calls[OVERVIEW_CALLS];
	struct overview_line line = { .self = n->self, .child = n->child, .calls = calls,
				    .weight = m ? &m->nodes[node].total : NULL,
				    .count = graph_calls(n), .by_calls = -1 };

	snprintf(calls, sizeof calls, n->self_calls ? "%lld+%lld" : "%lld",
		 (long long)graph_calls(n), (long long)n->self_calls);
	overview_name(d, r->names[node], "", overview_line(d, &line));
}

/* Members add up by their own time. */
static void print_members(const struct overview *d, const struct cycle *c, struct lines *l)
{
	double self = 0;
	size_t n = 0;

	lines_reserve(l, c->nmembers);
	l->n = 0;
	for (uint32_t i = 0; i < c->nmembers; i++) {
		const struct node *node = &d->r->graph->nodes[c->members[i]];

		if (selection_shows(&d->r->result->selection, c->members[i]))
			l->items[l->n++] = (struct line){ .node = c->members[i], .arc = i,
							  .count = graph_calls(node),
							  .self = node->self };
	}
	lines_sort(l);
	for (size_t i = l->n; i--; n++)
		if (n < shown_of(d))
			print_member(d, l->items[i].node);
		else
			self += l->items[i].self;
	print_more(d, n > shown_of(d) ? n - shown_of(d) : 0, self, 0, "members");
}

/* ------------------------------------------------------------------ calls among members */

static void print_arc(const struct overview *d, const struct line *l)
{
	const struct report *r = d->r;
	const struct arc *a = &r->graph->arcs[l->arc];
	char calls[OVERVIEW_CALLS],
		*name = gp_format("%s -> %s", r->names[a->from], r->names[a->to]);
	struct overview_line line = { .self = l->self, .child = l->child, .weight = l->weight,
				    .calls = calls, .count = l->count, .by_calls = l->by_calls };

	overview_calls(d, l, graph_calls(&r->graph->nodes[a->to]), calls);
	overview_name(d, name, "", overview_line(d, &line));
	free(name);
}

/* Calls of members by other members, that happened. */
static void add_arcs(const struct overview *d, const struct cycle *c, struct lines *l)
{
	const struct graph *g = d->r->graph;
	const struct measured *m = d->r->result->measured;
	size_t all = 0;

	for (uint32_t i = 0; i < c->nmembers; i++)
		all += g->out_start[c->members[i] + 1] - g->out_start[c->members[i]];
	lines_reserve(l, all);
	l->n = 0;
	for (uint32_t i = 0; i < c->nmembers; i++) {
		uint32_t node = c->members[i];

		for (uint32_t k = g->out_start[node]; k < g->out_start[node + 1]; k++) {
			const struct arc *a = &g->arcs[g->out[k]];

			if (a->to == node || g->nodes[a->to].cycle != g->nodes[node].cycle ||
			    !report_has_arc(d->r, g->out[k]) ||
			    (!a->count && a->self + a->child < 1))
				continue;
			l->items[l->n++] = (struct line){
				.node = node, .arc = g->out[k], .count = a->count,
				.flags = a->flags, .internal = true,
				.self = a->self, .child = a->child,
				.weight = m ? &m->arcs[g->out[k]].total : NULL, .by_calls = -1 };
		}
	}
}

static bool print_arcs(const struct overview *d, const struct cycle *c, struct lines *l)
{
	bool tailed = false;
	size_t n = 0;

	add_arcs(d, c, l);
	lines_sort(l);
	for (size_t i = l->n; i-- && n < shown_of(d); n++) {
		print_arc(d, &l->items[i]);
		tailed |= overview_is_tail_call(d, &l->items[i]);
	}
	print_more(d, l->n - n, 0, 0, "arcs among members");
	return tailed;
}

bool overview_cycle(const struct overview *d, uint32_t number)
{
	const struct cycle *c = &d->r->graph->cycles[number - 1];
	struct lines l = { .r = d->r };
	bool tailed;

	print_whole(d, number);
	print_members(d, c, &l);
	tailed = print_arcs(d, c, &l);
	fputc('\n', d->r->out);
	lines_release(&l);
	return tailed;
}

static void print_untaken(const struct overview *d, size_t cycle)
{
	const struct cycle *c = &d->r->graph->cycles[cycle];
	char *text;

	if (c->joined > 1)
		text = gp_format("cycle %zu: without calls that never executed at most %u of its "
				 "%u members call each other (--static=list shows that)",
				 cycle + 1, c->joined, c->nmembers);
	else
		text = gp_format("cycle %zu: its %u members are a cycle only by calls that never "
				 "executed (--static=list shows them apart)",
				 cycle + 1, c->nmembers);
	wrap_print(d->r->out, text, 0, d->r->options.width);
	free(text);
}

void overview_untaken(const struct overview *d)
{
	const struct graph *g = d->r->graph;
	size_t n = 0, first = 0;

	for (size_t i = g->ncycles; i--;)
		if (g->cycles[i].nuntaken) {
			first = i;
			n++;
		}
	if (n == 1)
		print_untaken(d, first);
	else if (n)
		gprintf(d->r->out, "%zu of %zu cycles are joined by calls that never executed "
			"(--static=list shows them apart)\n", n, g->ncycles);
}
