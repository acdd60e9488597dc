/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_flat.c - the flat profile: functions by the time in themselves.
 */
#include "base/keyed_sort.h"
#include "gprof/print/blurbs.h"
#include "gprof/print/print.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

/* Steps of a thousand for the times of one call. */
static const struct unit {
	char prefix;
	double scale;
} units[] = {
	{ 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 }, { ' ', 1 }, { 'm', 1e3 },
	{ 'u', 1e6 },	{ 'n', 1e9 },  { 'p', 1e12 }, { 'f', 1e15 }, { 'a', 1e18 },
};

#define MILLI 5 /* in 'units' */

static struct sort_key time_and_calls(uint32_t node, const void *graph)
{
	const struct gnu_node *n = &((const struct gnu_graph *)graph)->nodes[node];

	return (struct sort_key){ n->time, gnu_calls_key(n->calls), 0 };
}

/* By time, calls, and where they are equal the name. */
static uint32_t *sorted_nodes(struct gnu_graph *g)
{
	uint32_t *sorted = gp_alloc(g->nsymbols, sizeof *sorted);

	memcpy(sorted, gnu_graph_by_name(g), g->nsymbols * sizeof *sorted);
	sort_by_key(sorted, g->nsymbols, time_and_calls, g);
	return sorted;
}

static double longest_call(const struct gnu_graph *g)
{
	double longest = 0;

	for (size_t i = 0; i < g->nsymbols; i++) {
		const struct gnu_node *n = &g->nodes[i];
		double one = n->calls ? (n->time + n->child_time) / (double)n->calls : 0;

		if (one > longest)
			longest = one;
	}
	return longest;
}

/* The unit in which the longest call takes one to three digits; the first if in none. */
static const struct unit *choose_unit(const struct gnu_printer *p)
{
	double longest = longest_call(p->graph);

	if (p->options->traditional)
		return &units[MILLI];
	if (longest <= 0)
		return &units[0];
	longest /= p->rate;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (units[i].scale * longest >= 1 && units[i].scale * longest < 1000)
			return &units[i];
	/* GNU reads past its table. */
	return &units[0];
}

/* ------------------------------------------------------------------ */

static void print_granularity(struct gnu_printer *p)
{
	if (!p->options->traditional) {
		gprintf(p->out, "\nEach sample counts as %g %s.\n", 1.0 / p->rate,
			p->profile->dimension);
		return;
	}
	gprintf(p->out, "\ngranularity: each sample hit covers %ld byte(s)", p->granule);
	if (p->total_time > 0)
		gprintf(p->out, " for %.2f%% of %.2f %s\n\n", 100.0 / p->total_time,
			p->total_time / p->rate, p->profile->dimension);
}

static void print_header(struct gnu_printer *p, const struct unit *u)
{
	const char *dimension = p->profile->dimension;
	char unit[] = { u->prefix, p->profile->abbreviation, '/', 'c', 'a', 'l', 'l', 0 };

	print_granularity(p);
	if (p->total_time <= 0) {
		fputs(" no time accumulated\n\n", p->out);
		p->total_time = 1;
	}
	gprintf(p->out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ", "cumulative",
		"self  ", "", "self  ", "total ", "");
	gprintf(p->out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time", dimension,
		dimension, "calls", unit, unit, "name");
}

/* Calls, and the time of one. */
static void put_calls(const struct gnu_printer *p, struct columns *c, const struct gnu_node *n,
		      const struct unit *u)
{
	columns_blank(c, 1);
	gnu_put_count(c, 8, n->calls);
	columns_blank(c, 1);
	columns_fixed(c, 8, 2, u->scale * n->time / p->rate / (double)n->calls);
	columns_blank(c, 1);
	columns_fixed(c, 8, 2,
		      u->scale * (n->time + n->child_time) / p->rate / (double)n->calls);
}

static void print_row(struct gnu_printer *p, uint32_t node, const struct unit *u, double *sum)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	double percent = p->total_time > 0 ? 100 * n->time / p->total_time : 0;
	bool traditional = p->options->traditional;
	struct columns c = { .out = p->out };

	*sum += n->time;
	columns_fixed(&c, traditional ? 5 : 6, traditional ? 1 : 2, percent);
	columns_blank(&c, 1);
	columns_fixed(&c, traditional ? 10 : 9, 2, *sum / p->rate);
	columns_blank(&c, 1);
	columns_fixed(&c, 8, 2, n->time / p->rate);
	if (n->calls)
		put_calls(p, &c, n, u);
	else
		columns_blank(&c, 1 + 8 + 1 + 8 + 1 + 8);
	columns_blank(&c, 2);
	columns_end(&c);
	if (traditional) {
		fputs(gnu_print_label(p, node)->text, p->out);
		return;
	}
	gputs(gnu_print_name(p, node), p->out);
	putc('\n', p->out);
}

static bool is_shown(const struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];

	if (!n->calls && n->time == 0 &&
	    (!p->options->all || gnu_graph_hides(p->graph, node, true)))
		return false;
	return gnu_specs_has(p->graph->specs, &p->graph->table->symbols[node], GNU_INCL_FLAT);
}

void gnu_print_flat(struct gnu_printer *p)
{
	const struct unit *u = choose_unit(p);
	uint32_t *sorted = sorted_nodes(p->graph);
	unsigned long shown = 0;
	double sum = 0;

	gnu_print_section(p);
	if (!p->options->traditional) {
		fputs("Flat profile:\n", p->out);
	} else if (!p->options->brief) {
		fputs("\n\n\nflat profile:\n", p->out);
		gnu_blurb_print(gnu_blurb_flat, gnu_blurb_flat_end, p->out);
	}
	print_header(p, u);
	for (size_t i = 0; i < p->graph->nsymbols; i++)
		if (is_shown(p, sorted[i]) && (!p->options->limit || shown++ < p->options->limit))
			print_row(p, sorted[i], u, &sum);
	free(sorted);
	if (!p->options->brief && !p->options->traditional)
		gnu_blurb_print(gnu_blurb_flat, gnu_blurb_flat_end, p->out);
}
