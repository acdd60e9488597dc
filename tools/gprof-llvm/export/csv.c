/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * csv.c - the functions or the arcs of a call graph as comma-separated values
 * (RFC 4180): a line of names, lines end with CR LF, text in quotes, escaped (text/escape.h).
 *
 * Times are whole nanoseconds, so that sums in a spreadsheet are exact.
 */
#include "executions/exact.h"
#include "writer/writer.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A spreadsheet takes what begins so for a formula, unless a quote comes first. */
static bool is_formula(const char *text)
{
	return *text && strchr("=+-@\t\r", *text);
}

static void put_text(FILE *out, const char *text)
{
	char *safe = escape_text(text ? text : "");

	fputs(text && is_formula(text) ? "\"'" : "\"", out);
	for (const char *c = safe; *c; c++) {
		if (*c == '"')
			fputc('"', out);
		fputc(*c, out);
	}
	fputc('"', out);
	free(safe);
}

static void put_name(const struct export *x, const char *name)
{
	char *readable = demangle_as(name, x->names);

	put_text(x->out, name);
	fputc(',', x->out);
	put_text(x->out, readable);
	free(readable);
}

static const char *module_of(const struct program *p, uint32_t node)
{
	uint32_t object = p->functions[node].object;

	return object == GP_NONE ? "" : p->objects[object].name;
}

#define MEASURED \
	"measured_self_ns,measured_self_low_ns,measured_self_high_ns,measured_self_samples," \
	"measured_total_ns,measured_total_low_ns,measured_total_high_ns," \
	"measured_total_samples"

struct writer {
	const struct export *x;
	const struct inclusive *paths; /* instructions are wanted, these along arcs; or NULL */
};

/* Both bounds are empty where nothing is known, the upper one where there is none. */
static void put_instructions(const struct writer *w, uint32_t node)
{
	const struct execution *e = w->paths ? executions_of(w->x->result->executions, node)
					     : NULL;
	struct block_count c = e ? e->insns : (struct block_count){ 0 };

	if (!w->paths)
		return;
	if (!e || e->function->state != BLOCKS_SOLVED) {
		fputs(",,,,", w->x->out);
		return;
	}
	if (c.how == SOLVED_EXACT)
		c.lo = c.hi = c.value;
	fprintf(w->x->out, ",%" PRId64 ",%" PRId64 ",", blocks_figure(c), c.lo);
	if (c.hi < COUNT_UNBOUNDED)
		fprintf(w->x->out, "%" PRId64, c.hi);
	fprintf(w->x->out, ",%" PRId64, gp_whole(inclusive_total(w->paths, node)));
}

static void put_weight(const struct export *x, const struct weight *w, bool never)
{
	struct interval i = export_interval(x, w, never);

	fprintf(x->out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, gp_whole(w->sum),
		gp_whole(i.low), gp_whole(i.high), gp_whole(w->samples));
}

/* NULL: not known. */
static void put_measure(const struct export *x, const struct by_stacks *m, bool never)
{
	if (m) {
		put_weight(x, &m->self, never);
		put_weight(x, &m->total, never);
	} else {
		fputs(",,,,,,,,", x->out);
	}
}

static void put_function(const struct writer *w, uint32_t node)
{
	const struct export *x = w->x;
	const struct node *n = &x->result->program->graph.nodes[node];
	const struct function *f = &x->result->program->functions[node];

	put_name(x, n->name);
	fputc(',', x->out);
	put_text(x->out, module_of(x->result->program, node));
	fputc(',', x->out);
	put_text(x->out, f->file);
	fprintf(x->out, ",%u,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64
		",%" PRIu64 ",", f->line, n->entries, n->self_calls, n->spontaneous,
		gp_whole(n->self), gp_whole(n->child), gp_whole(n->self + n->child), f->samples);
	if (n->cycle)
		fprintf(x->out, "%u", n->cycle);
	put_measure(x, x->result->measured ? &x->result->measured->nodes[node] : NULL,
		    export_is_never(x, node));
	put_instructions(w, node);
	fputs("\r\n", x->out);
}

static void put_functions(const struct writer *w)
{
	const struct export *x = w->x;

	fputs("name,demangled,module,file,line,calls,recursive_calls,spontaneous_calls,self_ns,"
	      "child_ns,total_ns,samples,cycle," MEASURED, x->out);
	if (w->paths)
		fputs(",instructions,instructions_low,instructions_high,"
		      "average_total_instructions", x->out);
	fputs("\r\n", x->out);
	for (size_t i = 0; i < x->result->program->graph.nnodes; i++)
		if (export_has(x, i))
			put_function(w, i);
}

static void put_arcs(const struct writer *w)
{
	const struct export *x = w->x;
	const struct graph *g = &x->result->program->graph;

	fputs("caller,caller_demangled,caller_module,callee,callee_demangled,callee_module,calls,"
	      "self_ns,child_ns," MEASURED, x->out);
	fputs(w->paths ? ",average_instructions\r\n" : "\r\n", x->out);
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (!export_has_arc(x, a))
			continue;
		put_name(x, g->nodes[a->from].name);
		fputc(',', x->out);
		put_text(x->out, module_of(x->result->program, a->from));
		fputc(',', x->out);
		put_name(x, g->nodes[a->to].name);
		fputc(',', x->out);
		put_text(x->out, module_of(x->result->program, a->to));
		fprintf(x->out, ",%" PRId64 ",%" PRId64 ",%" PRId64, a->count, gp_whole(a->self),
			gp_whole(a->child));
		put_measure(x, x->result->measured ? &x->result->measured->arcs[i] : NULL,
			    export_is_never_arc(x, a));
		if (w->paths)
			fprintf(x->out, ",%" PRId64, gp_whole(inclusive_arc(w->paths, i)));
		fputs("\r\n", x->out);
	}
}

static void put_transfers(const struct export *x, const struct export_row *row)
{
	put_name(x, x->result->program->graph.nodes[row->function].name);
	fputc(',', x->out);
	put_text(x->out, module_of(x->result->program, row->function));
	fputc(',', x->out);
	put_text(x->out, row->file);
	fprintf(x->out, ",%.0f,%.0f,%.0f\r\n", row->figures[FIGURE_READ],
		row->figures[FIGURE_WRITTEN], row->figures[FIGURE_IO_CALLS]);
}

static void put_blocks(const struct export *x, const struct export_row *row)
{
	const struct allocated *a = row->blocks;

	put_name(x, x->result->program->graph.nodes[row->function].name);
	fputc(',', x->out);
	put_text(x->out, module_of(x->result->program, row->function));
	fprintf(x->out, ",%" PRId64 ",%" PRIu64 ",%" PRIu64 ",",
		x->result->program->graph.nodes[row->function].entries, a->bytes, a->blocks);
	if (!x->result->program->allocations.part)
		fprintf(x->out, "%" PRId64, a->at_peak);
	fprintf(x->out, ",%" PRId64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64 "\r\n", allocated_left(a),
		allocated_blocks_left(a), a->temporary, a->young);
}

/* A line for each function, of I/O for each file, too, in the order of the figure. */
static int put_figures(const struct export *x, struct gp_error *e)
{
	bool of_io = figure_subject(x->figure) == FIGURES_OF_IO;
	struct export_rows rows;

	if (export_rows_collect(&rows, x, e) < 0)
		return -1;
	fputs(of_io ? "name,demangled,module,used_file,read_bytes,written_bytes,io_calls\r\n"
		    : "name,demangled,module,calls,allocated_bytes,blocks,peak_bytes,left_bytes,"
		      "left_blocks,temporary_blocks,young_blocks\r\n", x->out);
	for (size_t i = 0; i < rows.n; i++)
		(of_io ? put_transfers : put_blocks)(x, &rows.items[i]);
	export_rows_release(&rows);
	return 0;
}

int export_csv(const struct export *x, struct gp_error *e)
{
	struct writer w = { .x = x };
	struct inclusive paths;

	if (x->figure)
		return put_figures(x, e);
	if (x->instructions) {
		if (export_paths(x, &paths, e) < 0)
			return -1;
		w.paths = &paths;
	}
	if (x->table == EXPORT_ARCS)
		put_arcs(&w);
	else
		put_functions(&w);
	if (x->instructions)
		inclusive_release(&paths);
	return 0;
}
