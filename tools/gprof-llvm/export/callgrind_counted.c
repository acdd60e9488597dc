/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_counted.c - the blocks of functions, or their reads and writes, in callgrind's format:
 * several events, each a cost of the function that allocated, read or wrote.
 *
 * The file has only costs of functions: calls would need the blocks below each of them, which
 * nobody counted.  A function has a cost for each file that it read or wrote; readers add them up.
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
	{ FIGURE_READ, "Read", "Bytes read" },
	{ FIGURE_WRITTEN, "Written", "Bytes written" },
	{ FIGURE_IO_CALLS, "Calls", "Calls that read or write" },
};

#define EVENTS (sizeof events / sizeof *events)

/* Puts the events of the subject into their order; returns how many there are. */
static size_t order_events(const struct export *x, const struct event **order)
{
	enum figure first = x->figure == FIGURE_LEAKED ? FIGURE_LIVE : x->figure;
	size_t n = 1;

	for (size_t i = 0; i < EVENTS; i++) {
		if (events[i].figure == first)
			order[0] = &events[i];
		else if (figure_subject(events[i].figure) == figure_subject(first))
			order[n++] = &events[i];
	}
	return n;
}

/* Costs have no sign: a function whose blocks others freed has 0. */
static void put_costs(const struct export *x, const struct export_row *row)
{
	const struct event *order[EVENTS];
	size_t n = order_events(x, order);

	for (size_t i = 0; i < n; i++) {
		double cost = row->figures[order[i]->figure];

		gprintf(x->out, " %.0f", cost > 0 ? cost : 0);
	}
	fputc('\n', x->out);
}

static void put_function(const struct export *x, const struct export_row *row, const char *name)
{
	const struct program *p = x->result->program;
	const struct function *f = &p->functions[row->function];
	const char *object = f->object == GP_NONE ? UNKNOWN : p->objects[f->object].path;

	gprintf(x->out, "\nob=%s\nfl=%s\nfn=%s\n%u", object, f->file && *f->file ? f->file
		: UNKNOWN, name, f->line);
	put_costs(x, row);
}

static void put_head(const struct export *x, const struct export_row *all)
{
	const struct event *order[EVENTS];
	size_t n = order_events(x, order);
	FILE *out = x->out;

	gprintf(out, "# callgrind format\nversion: 1\ncreator: %s\n", x->producer);
	if (x->runs->n)
		gprintf(out, "cmd: %s\n", x->runs->items[0].command);
	gprintf(out, "part: 1\ndesc: Costs: exact, of the functions that %s\npositions: line\n",
		figure_subject(x->figure) == FIGURES_OF_IO ? "read or wrote" : "allocated");
	for (size_t i = 0; i < n; i++)
		gprintf(out, "event: %s : %s\n", order[i]->name, order[i]->text);
	gprintf(out, "events:");
	for (size_t i = 0; i < n; i++)
		gprintf(out, " %s", order[i]->name);
	gprintf(out, "\nsummary:");
	put_costs(x, all);
}

int callgrind_counted(const struct export *x, struct gp_error *e)
{
	struct export_rows rows;

	if (export_rows_collect(&rows, x, e) < 0)
		return -1;
	put_head(x, &rows.all);
	for (size_t i = 0; i < rows.n; i++)
		put_function(x, &rows.items[i], rows.names[rows.items[i].function]);
	gprintf(x->out, "\ntotals:");
	put_costs(x, &rows.all);
	export_rows_release(&rows);
	return 0;
}
