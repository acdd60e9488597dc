/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_memory.c - the blocks of functions in callgrind's format: several events, each a cost
 * of the function that allocated.
 *
 * The file has only costs of functions: calls would need the blocks below each of them, which
 * nobody counted.
 */
#include "export/callgrind.h"
#include "text/escape.h"

#include <inttypes.h>

#define UNKNOWN "???" /* as callgrind has it */

/* In the order of the file, but for the one that was asked for: it comes first, since
   readers show that one. */
static const struct event {
	enum figure figure;
	const char *name, *text;
} events[] = {
	{ FIGURE_ALLOC, "Bytes", "Bytes allocated" },
	{ FIGURE_ALLOCS, "Blocks", "Blocks allocated" },
	{ FIGURE_PEAK, "Peak", "Bytes when the heap was largest" },
	{ FIGURE_LIVE, "Left", "Bytes not freed" },
	{ FIGURE_TEMPORARY, "Temporary", "Blocks freed before another was allocated" },
};

#define EVENTS (sizeof events / sizeof *events)

/* The event at a place of the order. */
static const struct event *event_at(const struct export *x, size_t place)
{
	enum figure first = x->figure == FIGURE_LEAKED ? FIGURE_LIVE : x->figure;

	for (size_t i = 0; i < EVENTS; i++)
		if (events[i].figure == first)
			return place == 0 ? &events[i]
					  : &events[place <= i ? place - 1 : place];
	return &events[place];
}

/* Costs have no sign: a function whose blocks others freed has 0. */
static void put_costs(const struct export *x, const struct allocated *a)
{
	for (size_t i = 0; i < EVENTS; i++) {
		double cost = allocated_figure(a, event_at(x, i)->figure);

		gprintf(x->out, " %.0f", cost > 0 ? cost : 0);
	}
	fputc('\n', x->out);
}

static void put_function(const struct export *x, const struct allocated *a, const char *name)
{
	const struct program *p = x->result->program;
	const struct function *f = &p->functions[a->function];
	const char *object = f->object == GP_NONE ? UNKNOWN : p->objects[f->object].path;

	gprintf(x->out, "\nob=%s\nfl=%s\nfn=%s\n%u", object, f->file && *f->file ? f->file
		: UNKNOWN, name, f->line);
	put_costs(x, a);
}

static void put_head(const struct export *x, const struct allocated *all)
{
	FILE *out = x->out;

	gprintf(out, "# callgrind format\nversion: 1\ncreator: %s\n", x->producer);
	if (x->runs->n)
		gprintf(out, "cmd: %s\n", x->runs->items[0].command);
	gprintf(out, "part: 1\ndesc: Costs: exact, of the functions that allocated\n"
		"positions: line\n");
	for (size_t i = 0; i < EVENTS; i++)
		gprintf(out, "event: %s : %s\n", event_at(x, i)->name, event_at(x, i)->text);
	gprintf(out, "events:");
	for (size_t i = 0; i < EVENTS; i++)
		gprintf(out, " %s", event_at(x, i)->name);
	gprintf(out, "\nsummary:");
	put_costs(x, all);
}

int callgrind_memory(const struct export *x, struct gp_error *e)
{
	struct export_blocks b;

	if (export_blocks_collect(&b, x, e) < 0)
		return -1;
	put_head(x, &b.all);
	for (size_t i = 0; i < b.n; i++)
		put_function(x, b.items[i], b.names[b.items[i]->function]);
	gprintf(x->out, "\ntotals:");
	put_costs(x, &b.all);
	export_blocks_release(&b);
	return 0;
}
