/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * writer.c - see writer.h.
 */
#include "analysis/names.h"
#include "executions/exact.h"
#include "writer/writer.h"
#include "merge/sum.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

int export_paths(const struct export *x, struct inclusive *paths, struct gp_error *e)
{
	const struct result *r = x->result;

	if (executed_check(r->executions, x->name, e) < 0)
		return -1;
	inclusive_init(paths, &r->program->graph, r->executions);
	return 0;
}

static int by_figure(const void *a, const void *b, void *figure)
{
	const struct export_row *x = a, *y = b;
	double n = x->figures[*(enum figure *)figure], k = y->figures[*(enum figure *)figure];

	if (n != k)
		return n > k ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return x->file && y->file ? strcmp(x->file, y->file) : 0;
}

static int check(const struct export *x, uint64_t counted, struct gp_error *e)
{
	const struct program *p = x->result->program;
	const struct figure_subject_text *text = &figure_subjects[figure_subject(x->figure)];
	size_t profiles = p->sum ? p->sum->nruns : p->nprofiles;

	if (!counted)
		return gp_fail(e, "no profile of '%s' has %s: run it with `gprof-llvm run %s'",
			       x->name, text->name, text->option);
	if (counted < profiles)
		gprintf(x->notes, "%llu of %zu profiles count %s\n", (unsigned long long)counted,
			profiles, text->counted);
	return 0;
}

static int collect_memory(struct export_rows *rows, const struct export *x, struct gp_error *e)
{
	const struct allocations *all = &x->result->program->allocations;

	if (all->processes && all->part)
		return gp_fail(e, "the largest heap of a part of a run is not known: the report "
			       "and JSON have memory without it");
	if (check(x, all->processes, e) < 0)
		return -1;
	for (size_t i = 0; i < all->n; i++) {
		struct export_row *row = gp_push(rows->items, rows->n, rows->room);

		row->function = all->items[i].function;
		row->blocks = &all->items[i];
		for (enum figure k = FIGURE_NONE + 1; k < FIGURE_WORDS; k++)
			if (figure_subject(k) == FIGURES_OF_MEMORY)
				row->figures[k] = allocated_figure(&all->items[i], k);
	}
	return 0;
}

/* Calls of several kinds of one function and file are one row. */
static int collect_io(struct export_rows *rows, const struct export *x, struct gp_error *e)
{
	const struct io *io = &x->result->program->io;
	struct gp_map at = { 0 };

	if (check(x, io->processes, e) < 0)
		return -1;
	for (size_t i = 0; i < io->n; i++) {
		const struct io_calls *c = &io->items[i];
		const char *file = io->files[c->file].name;
		int created;
		uint32_t *place = gp_map_put(&at, (uint64_t)c->function << 32 | c->file, 0,
					     &created);

		if (created) {
			*place = rows->n;
			*gp_push(rows->items, rows->n, rows->room) = (struct export_row){
				.function = c->function, .file = file ? file : "<unknown>" };
		}
		for (enum figure k = FIGURE_READ; k < FIGURE_WORDS; k++)
			rows->items[*place].figures[k] += io_figure(c, k);
	}
	gp_map_release(&at);
	return 0;
}

int export_rows_collect(struct export_rows *rows, const struct export *x, struct gp_error *e)
{
	const struct program *p = x->result->program;
	enum figure figure = x->figure;
	bool io = figure_subject(figure) == FIGURES_OF_IO;

	*rows = (struct export_rows){ .all.function = GP_NONE };
	if ((io ? collect_io : collect_memory)(rows, x, e) < 0)
		return -1;
	for (size_t i = 0; i < rows->n; i++)
		for (int k = 0; k < FIGURE_WORDS; k++)
			rows->all.figures[k] += rows->items[i].figures[k];
	rows->nnames = p->graph.nnodes;
	rows->names = names_of(p, x->names);
	gp_sort(rows->items, rows->n, sizeof *rows->items, by_figure, &figure);
	return 0;
}

void export_rows_release(struct export_rows *rows)
{
	names_release(rows->names, rows->nnames);
	free(rows->items);
}

/* Of a module of a merged profile. */
static const char *merged_build_id(const struct sum *s, size_t module)
{
	const char *id = "";
	size_t n = 0;

	for (size_t i = 0; i < s->nbuilds; i++)
		if (s->builds[i].module == module) {
			id = s->strings[s->builds[i].id];
			n++;
		}
	return n == 1 ? id : "";
}

void export_build_id(const struct program *p, size_t object, char text[BUILD_ID_TEXT])
{
	const struct object *o = &p->objects[object];

	*text = 0;
	if (p->sum)
		snprintf(text, BUILD_ID_TEXT, "%s", merged_build_id(p->sum, object));
	for (unsigned i = 0; !p->sum && o->present && i < o->elf.build_id_size; i++)
		snprintf(text + 2 * i, 3, "%02x", o->elf.build_id[i]);
}

bool export_is_never(const struct export *x, uint32_t node)
{
	const struct program *p = x->result->program;

	return p->functions[node].instrumented && !p->graph.nodes[node].entries &&
	       !p->graph.nodes[node].called;
}

bool export_is_never_arc(const struct export *x, const struct arc *a)
{
	return x->result->program->functions[a->from].instrumented && !a->count;
}

struct interval export_interval(const struct export *x, const struct weight *w, bool never)
{
	const struct result *r = x->result;

	if (never && !w->sum)
		return (struct interval){ 0 };
	return measured_stack_interval(r->program, w, &r->measured->all);
}
