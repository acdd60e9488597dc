/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_writer.c - the text of an export in callgrind's format, and notes on figures of this
 * profile that the format cannot hold; the manual says which it never holds.  See callgrind.h.
 */
#include "export/callgrind.h"
#include "text/escape.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN "???" /* as callgrind has it */

/* "(ID) TEXT" the first time, then "(ID)". */
static void put_name(struct callgrind *w, const char *key, struct gp_names *numbers,
		     const char *text)
{
	char *safe = escape_text(text);
	int created;
	uint32_t *at = gp_names_put(numbers, safe, &created);

	if (!created) {
		gprintf(w->x->out, "%s=(%u)\n", key, *at);
		free(safe);
		return;
	}
	*at = numbers->n;
	*gp_push(w->texts, w->ntexts, w->texts_room) = safe;
	gprintf(w->x->out, "%s=(%u) %s\n", key, *at, safe);
}

/* callgrind_annotate drops the current folder from the files of functions, but not of those that
   are called: it must not be there. */
static const char *file_of(const struct callgrind *w, uint32_t node)
{
	const char *file = w->p->functions[node].file;
	size_t n = strlen(w->folder);

	if (!file || !*file)
		return UNKNOWN;
	return strncmp(file, w->folder, n) || !file[n] ? file : file + n;
}

static void put_place(struct callgrind *w, const char *object, const char *file)
{
	put_name(w, "ob", &w->objects, object);
	put_name(w, "fl", &w->files, file);
	w->object = object;
	w->file = file;
}

/* Of a function that is called, only what is not its caller's. */
static void put_called_place(struct callgrind *w, const char *object, const char *file)
{
	if (strcmp(object, w->object))
		put_name(w, "cob", &w->objects, object);
	if (strcmp(file, w->file))
		put_name(w, "cfi", &w->files, file);
}

static void put_function(struct callgrind *w, uint32_t node, bool called)
{
	uint32_t object = w->p->functions[node].object;
	const char *path = object == GP_NONE ? UNKNOWN : w->p->objects[object].path;

	if (called)
		put_called_place(w, path, file_of(w, node));
	else
		put_place(w, path, file_of(w, node));
	gprintf(w->x->out, "%s=(%u)", called ? "cfn" : "fn", node + 1);
	if (!w->defined[node])
		gprintf(w->x->out, " %s", w->names[node]);
	gprintf(w->x->out, "\n");
	w->defined[node] = true;
}

/* The position of a cost, or of a function that is called. */
static void put_position(struct callgrind *w, uint64_t address, uint32_t line)
{
	if (w->x->addresses)
		gprintf(w->x->out, "0x%" PRIx64 " ", address);
	gprintf(w->x->out, "%u", line);
}

static void put_events(const struct callgrind *w, double insns, double weight, double samples)
{
	if (w->paths)
		gprintf(w->x->out, " %.0f", insns);
	if (w->times)
		gprintf(w->x->out, " %.0f %.0f", weight, samples);
	gprintf(w->x->out, "\n");
}

/* With the time as it is rounded. */
static void put_cost(struct callgrind *w, uint64_t address, uint32_t line, double weight,
		     const struct callgrind_cost *cost)
{
	put_position(w, address, line);
	put_events(w, rint(cost->insns), weight, rint(cost->samples));
}

/* Where the calls lead that the costs below them are of. */
static void put_calls(struct callgrind *w, int64_t calls, uint32_t to)
{
	gprintf(w->x->out, "calls=%" PRId64 " ", calls);
	put_position(w, w->p->functions[to].address, w->p->functions[to].line);
	gprintf(w->x->out, "\n");
}

static void put_call(struct callgrind *w, const struct callgrind_row *row)
{
	uint32_t to = w->g->arcs[row->arc].to;

	if (row->calls <= 0)
		return;
	put_function(w, to, true);
	put_calls(w, row->calls, to);
	put_cost(w, row->address, row->line, rint(row->cost.weight), &row->cost);
}

/* Times of functions are rounded such that their sum is that of the times. */
static void put_row(struct callgrind *w, const struct callgrind_row *row)
{
	double before = rint(w->so_far);

	if (row->arc != GP_NONE) {
		put_call(w, row);
		return;
	}
	w->so_far += row->cost.weight;
	put_cost(w, row->address, row->line, rint(w->so_far) - before, &row->cost);
}

static void put_rows(struct callgrind *w, struct callgrind_row *const *rows)
{
	for (size_t i = 0; i < w->nrows; i++) {
		if (!i || rows[i]->function != rows[i - 1]->function) {
			gprintf(w->x->out, "\n");
			put_function(w, rows[i]->function, false);
		}
		put_row(w, rows[i]);
	}
}

/* How many calls of a function are written as those of a row of no function. */
static int64_t calls_from(struct callgrind *w, uint32_t node, bool counted)
{
	const struct node *n = &w->g->nodes[node];

	if (counted || n->spontaneous > 0)
		return counted && n->spontaneous > 0 ? n->spontaneous : 0;
	return n->called && w->outside[node].weight >= 1;
}

static void put_outside(struct callgrind *w, const char *name, bool counted)
{
	bool any = false;

	for (size_t i = 0; i < w->g->nnodes; i++) {
		int64_t calls = calls_from(w, i, counted);

		if (!calls)
			continue;
		if (!any) {
			gprintf(w->x->out, "\n");
			put_place(w, UNKNOWN, UNKNOWN);
			gprintf(w->x->out, "fn=(%zu) %s\n", w->g->nnodes + 2 - counted, name);
			any = true;
		}
		put_function(w, i, true);
		put_calls(w, calls, i);
		put_cost(w, 0, 0, rint(w->outside[i].weight), &w->outside[i]);
	}
}

static void put_head(const struct callgrind *w)
{
	const struct measure *m = w->x->result->program->measure;
	const struct runs *runs = w->x->runs;
	FILE *out = w->x->out;

	gprintf(out, "# callgrind format\nversion: 1\ncreator: %s\n", w->x->producer);
	if (runs->n == 1 && runs->items[0].processes == 1)
		gprintf(out, "pid: %u\n", runs->items[0].pid);
	if (runs->n)
		gprintf(out, "cmd: %s\n", runs->items[0].command);
	gprintf(out, "part: 1\ndesc: Calls: exact\n");
	if (w->paths)
		gprintf(out, "desc: Inclusive instructions: averages, divided by numbers of "
			"calls\n");
	if (w->times)
		gprintf(out, "desc: Inclusive: %s\n", w->x->result->measured
			? "measured by call stacks" : "divided by numbers of calls");
	gprintf(out, "positions: %sline\n", w->x->addresses ? "instr " : "");
	if (w->paths)
		gprintf(out, "event: Ir : Instructions executed\n");
	if (w->times)
		gprintf(out, "event: %s : %s (%s)\nevent: samples : Samples\n", m->smallest,
			m->name, m->smallest);
	gprintf(out, "events:%s", w->paths ? " Ir" : "");
	if (w->times)
		gprintf(out, " %s samples", m->smallest);
	fputc('\n', out);
}

static void put_totals(struct callgrind *w, struct callgrind_row *const *rows, const char *key)
{
	struct callgrind_cost all = { 0 };

	for (size_t i = 0; i < w->nrows; i++) {
		all.insns += rows[i]->arc == GP_NONE ? rows[i]->cost.insns : 0;
		all.weight += rows[i]->arc == GP_NONE ? rows[i]->cost.weight : 0;
		all.samples += rows[i]->arc == GP_NONE ? rint(rows[i]->cost.samples) : 0;
	}
	gprintf(w->x->out, "%s:", key);
	put_events(w, all.insns, rint(all.weight), all.samples);
}

void callgrind_write(struct callgrind *w, struct callgrind_row *const *rows)
{
	put_head(w);
	put_totals(w, rows, "summary");
	put_rows(w, rows);
	/* Calls by code that was not compiled for counting, and time of calls that have no count:
	   readers know a function's time by its calls. */
	put_outside(w, "<spontaneous>", true);
	put_outside(w, "<unknown caller>", false);
	gprintf(w->x->out, "\n");
	put_totals(w, rows, "totals");
}

/* ------------------------------------------------------------------ notes */

static void print_samples_without_stack(const struct export *x)
{
	uint64_t n = x->result->program->resolved_samples.given;

	if (n)
		gprintf(x->notes,
			"callgrind holds no sample without a stack: %llu %s not counted; their "
			"time is in that of samples with a stack at the same place\n",
			(unsigned long long)n, n == 1 ? "is" : "are");
}

void callgrind_print_losses(const struct export *x, const struct callgrind_losses *left)
{
	FILE *notes = x->notes;

	if (left->seen)
		gprintf(notes, "callgrind holds no call without a count: of %zu that only stacks "
			"saw the caller is not named; no time is left out\n", left->seen);
	if (left->unbounded)
		gprintf(notes, "callgrind holds no bounds: more instructions may have been "
			"executed than are written\n");
	else if (left->between)
		gprintf(notes, "callgrind holds no bounds: up to %.0f more instructions may have "
			"been executed\n", left->between);
	if (x->result->measured)
		print_samples_without_stack(x);
	if (x->result->request->join.inlines)
		gprintf(notes, "callgrind holds no inlined function: its time is that of the "
			"function with its code\n");
	if (!x->result->measured && !(x->instructions && !x->result->program->samples))
		gprintf(notes, "too few samples have a stack: inclusive times are divided by "
			"numbers of calls\n");
}
