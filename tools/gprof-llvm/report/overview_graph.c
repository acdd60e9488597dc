/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview_graph.c - entries of the call graph: a function with its callers above and its callees
 * below, the heaviest nearest to it; of the functions in the flat profile, in its order, as long
 * as there is room.
 */
#include "report/overview.h"
#include "report/entry_lines.h"
#include "text/escape.h"
#include "text/wrap.h"

#include <stdlib.h>
#include <string.h>

#define PASSED 0.95        /* of its time, that a callee of a step on the way has */
#define HEAVY 0.01         /* part of all time that an entry after the flat profile's has */
#define LITTLE 0.0005      /* part of all time that a line must have */
#define LITTLE_CALLS 0.01 /* or of the calls of the line with most */

struct printing {
	const struct overview *d;
	struct lines callers, callees; /* of one entry */
	bool *cycles; /* printed, by number - 1; owned */
	size_t lines; /* printed so far */
	size_t more;  /* entries without room */
	bool tailed;  /* some line of an entry is */
	bool recursive; /* some function has calls by itself */
	bool cyclic;  /* some is in a cycle */
	bool seen;    /* some line has a number of calls of 0 and time all the same */
};

/* Returns true if a line has anything to say. */
static bool has_figures(const struct overview *d, const struct line *l)
{
	return l->count || l->self + l->child >= 1 || d->r->options.unused ||
	       l->flags & ARC_UNCOUNTED;
}

static void keep_figures(const struct overview *d, struct lines *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (has_figures(d, &l->items[i]))
			l->items[n++] = l->items[i];
	l->n = n;
}

/* Returns true if a line is worth a reader's time: it has some, or not few of the calls. */
static bool matters(const struct overview *d, const struct line *l, int64_t calls)
{
	return l->self + l->child >= LITTLE * d->r->program->total ||
	       l->count > LITTLE_CALLS * calls;
}

/* Lines beyond those that are shown: the first ones.  One more takes no more room than to say
   that there is one. */
static size_t cut_of(const struct overview *d, const struct lines *l)
{
	size_t n = d->ends && l->n > d->ends ? l->n - d->ends : 0;
	int64_t most = 0;

	for (size_t i = 0; i < l->n; i++)
		most = l->items[i].count > most ? l->items[i].count : most;
	while (d->ends && n < l->n && !matters(d, &l->items[n], most))
		n++;
	return n > 1 ? n : 0;
}

static void print_end(const struct overview *d, const struct line *l, int64_t all)
{
	const struct report *r = d->r;
	char calls[OVERVIEW_CALLS], cycle[32] = "";
	struct overview_line line = { .self = l->self, .child = l->child, .weight = l->weight,
				    .calls = calls, .count = l->count, .by_calls = l->by_calls,
				    .of_caller = l->parent_total, .of_callee = l->child_total };
	size_t used;

	overview_calls(d, l, all, calls);
	used = overview_line(d, &line);
	if (l->node == GP_NONE) {
		fputs("<spontaneous>\n", r->out);
		return;
	}
	if (r->graph->nodes[l->node].cycle)
		snprintf(cycle, sizeof cycle, " <cycle %u>", r->graph->nodes[l->node].cycle);
	if (l->flags & ARC_UNCOUNTED)
		snprintf(cycle + strlen(cycle), sizeof cycle - strlen(cycle), "%s",
			 names_arc_source(l->flags));
	overview_name(d, r->names[l->node], cycle, used);
}

/* The sum of the lines that are not shown. */
static void print_others(const struct overview *d, const struct lines *l, const char *what)
{
	size_t n = cut_of(d, l);
	struct overview_line line = { .by_calls = -1 };
	char calls[OVERVIEW_CALLS];
	int64_t all = 0;

	if (!n)
		return;
	for (size_t i = 0; i < n; i++) {
		line.self += l->items[i].self;
		line.child += l->items[i].child;
		gp_add(&all, l->items[i].count);
	}
	snprintf(calls, sizeof calls, "%lld", (long long)all);
	line.calls = all ? calls : "";
	overview_line(d, &line);
	gprintf(d->r->out, "%zu more %s%s\n", n, what, n == 1 ? "" : "s");
}

static void print_own(const struct overview *d, uint32_t node)
{
	const struct report *r = d->r;
	const struct measured *m = r->result->measured;
	const struct node *n = &r->graph->nodes[node];
	char calls[OVERVIEW_CALLS] = "", cycle[32] = "";
	struct overview_line line = { .self = n->self, .child = n->child, .calls = calls,
				    .weight = m ? &m->nodes[node].total : NULL,
				    .count = graph_calls(n), .by_calls = -1, .entry = true };

	if (m)
		line.by_calls = m->node_calls[node].self + m->node_calls[node].child;
	if (node == r->program->profiler)
		line.weight = NULL; /* most of it is known */
	if (n->self_calls)
		snprintf(calls, sizeof calls, "%lld+%lld", (long long)graph_calls(n),
			 (long long)n->self_calls);
	else if (n->entries)
		snprintf(calls, sizeof calls, "%lld", (long long)graph_calls(n));
	if (n->cycle)
		snprintf(cycle, sizeof cycle, " <cycle %u>", n->cycle);
	report_paint(r, PAINT_ENTRY);
	overview_name(d, r->names[node], cycle, overview_line(d, &line));
	report_paint(r, PAINT_OFF);
}

static bool any_tailed(const struct overview *d, const struct lines *l)
{
	for (size_t i = cut_of(d, l); i < l->n; i++)
		if (overview_is_tail_call(d, &l->items[i]))
			return true;
	return false;
}

static bool any_seen(const struct overview *d, const struct lines *l)
{
	for (size_t i = cut_of(d, l); i < l->n; i++)
		if (overview_is_uncounted(d, &l->items[i]))
			return true;
	return false;
}

static void print_entry(struct printing *t, uint32_t node)
{
	const struct overview *d = t->d;
	const struct lines *callers = &t->callers, *callees = &t->callees;

	t->recursive |= d->r->graph->nodes[node].self_calls != 0;
	t->cyclic |= d->r->graph->nodes[node].cycle != 0;
	t->tailed |= any_tailed(d, callers) || any_tailed(d, callees);
	t->seen |= any_seen(d, callers) || any_seen(d, callees);
	print_others(d, callers, "caller");
	for (size_t i = cut_of(d, callers); i < callers->n; i++)
		print_end(d, &callers->items[i], callers->labels[node].calls);
	print_own(d, node);
	for (size_t i = callees->n; i-- > cut_of(d, callees);)
		print_end(d, &callees->items[i],
			  callees->labels[callees->items[i].node].calls);
	print_others(d, callees, "callee");
	fputc('\n', d->r->out);
}

static size_t shown_of(const struct overview *d, const struct lines *l)
{
	return l->n - cut_of(d, l) + (cut_of(d, l) > 0);
}

/* Returns true if so many lines more are not too many. */
static bool has_room(struct printing *t, size_t lines)
{
	if (t->d->lines && t->lines + lines > t->d->lines)
		return false;
	t->lines += lines;
	return true;
}

/* Returns true if a cut overview leaves out a function as there are others that have time. */
static bool is_idle(const struct overview *d, uint32_t node)
{
	const struct node *n = &d->r->graph->nodes[node];

	return d->lines && d->r->program->sampled > 0 && n->self + n->child < 1;
}

static void print_cycle(struct printing *t, uint32_t cycle)
{
	if (!cycle || t->cycles[cycle - 1] || !has_room(t, OVERVIEW_CYCLE))
		return;
	t->cycles[cycle - 1] = true;
	t->tailed |= overview_cycle(t->d, cycle);
}

static void print_node(struct printing *t, uint32_t node)
{
	print_cycle(t, t->d->r->graph->nodes[node].cycle);
	lines_callers(&t->callers, node);
	lines_callees(&t->callees, node);
	keep_figures(t->d, &t->callers);
	keep_figures(t->d, &t->callees);
	if ((!t->callers.n && !t->callees.n) || is_idle(t->d, node))
		return;
	if (has_room(t, shown_of(t->d, &t->callers) + shown_of(t->d, &t->callees) + 2))
		print_entry(t, node);
	else
		t->more++;
}

static bool is_shown(const struct overview *d, uint32_t node)
{
	for (size_t i = 0; i < d->flat.n; i++)
		if (d->flat.nodes[i] == node)
			return true;
	return false;
}

/* Entries of functions that the flat profile leaves out. */
static size_t count_others(const struct overview *d)
{
	const struct report *r = d->r;
	size_t n = 0;

	for (size_t i = 0; i < r->nranks; i++) {
		uint32_t node = r->ranks[i].node;

		n += node != GP_NONE && report_has_entry(r, node) && !is_idle(d, node) &&
		     !is_shown(d, node);
	}
	return n;
}

/* Of the functions in the flat profile, or of all. */
static void print_entries(struct printing *t)
{
	const struct overview *d = t->d;
	const struct report *r = d->r;

	for (size_t i = 0; d->rows && i < d->flat.n; i++)
		if (report_has_entry(r, d->flat.nodes[i]))
			print_node(t, d->flat.nodes[i]);
	for (size_t i = 0; !d->rows && i < r->nranks; i++)
		if (r->ranks[i].node != GP_NONE && report_has_entry(r, r->ranks[i].node) &&
		    !report_is_negligible(r, report_total(r, &r->ranks[i])))
			print_node(t, r->ranks[i].node);
}

uint32_t overview_dominant_callee(const struct graph *g, uint32_t node)
{
	double total = g->nodes[node].self + g->nodes[node].child;

	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++) {
		const struct arc *a = &g->arcs[g->out[i]];

		if (a->to != node && a->self + a->child > PASSED * total)
			return a->to;
	}
	return GP_NONE;
}

/* Functions with much in total, whose own time is too little for the flat profile, where there is
   room. */
static size_t print_heavy(struct printing *t)
{
	const struct report *r = t->d->r;
	size_t printed = 0, more = t->more;

	for (size_t i = 0; t->d->lines && i < r->nranks && t->lines < t->d->lines; i++) {
		uint32_t node = r->ranks[i].node;
		size_t lines = t->lines;

		if (node == GP_NONE || report_total(r, &r->ranks[i]) < HEAVY * r->program->total ||
		    !report_has_entry(r, node) || is_shown(t->d, node) ||
		    overview_dominant_callee(r->graph, node) != GP_NONE)
			continue;
		print_node(t, node);
		printed += t->lines > lines && t->more == more;
		t->more = more;
	}
	return printed;
}

/* Notes on the numbers of calls. */
static void print_notes(const struct printing *t)
{
	const struct report *r = t->d->r;

	if (r->options.brief)
		return;
	if (t->recursive)
		wrap_print(r->out, "N+M calls: M of them by the function itself", 0,
			   r->options.width);
	if (t->cyclic)
		wrap_print(r->out,
			   "calls in a cycle: N/M has those of the cycle from outside; calls "
			   "within the cycle show N alone", 0, r->options.width);
	if (t->tailed)
		wrap_print(r->out, "~: stacks have this call, and no call was counted: what was "
			   "called left the stack by a tail call, and has the calls", 0,
			   r->options.width);
	if (t->seen)
		wrap_print(r->out,
			   "0/N with time: stacks have this call of code without the plugin, and "
			   "no call was counted: a function in between left the stack by a tail "
			   "call, and has the calls; or only the compiler's code generator made "
			   "the call, as of memcpy", 0, r->options.width);
}

void overview_graph(const struct overview *d)
{
	const struct report *r = d->r;
	struct label *labels = lines_labels(r);
	struct printing t = { .d = d, .callers = { .r = r, .labels = labels },
			      .callees = { .r = r, .labels = labels },
			      .cycles = gp_alloc(r->graph->ncycles, sizeof *t.cycles) };

	memset(t.cycles, 0, r->graph->ncycles * sizeof *t.cycles);
	report_paint(r, PAINT_TITLE);
	fputs("Callers and callees", r->out);
	report_paint(r, PAINT_OFF);
	fputs(":\n", r->out);
	if (!r->options.brief)
		wrap_print(r->out, !d->time || r->result->request->join.event
			   ? "(callers are above the line marked >, callees below)"
			   : "(callers are above the line marked >, callees below; times are "
			     "those of the calls)", 0, r->options.width);
	fputc('\n', r->out);
	overview_untaken(d);
	overview_line_header(d);
	print_entries(&t);
	t.more += d->rows ? count_others(d) - print_heavy(&t) : 0;
	print_notes(&t);
	if (t.more)
		gprintf(r->out, "%zu more entr%s (--limit=0)\n", t.more,
			t.more == 1 ? "y" : "ies");
	lines_release(&t.callers);
	lines_release(&t.callees);
	free(labels);
	free(t.cycles);
}
