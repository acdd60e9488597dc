/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * writer.c - see writer.h.
 */
#include "analysis/names.h"
#include "executions/exact.h"
#include "export/writer.h"
#include "merge/sum.h"
#include "text/escape.h"

#include <stdlib.h>

int export_paths(const struct export *x, struct inclusive *paths, struct gp_error *e)
{
	const struct result *r = x->result;

	if (executed_check(r->executions, x->name, e) < 0)
		return -1;
	inclusive_init(paths, &r->program->graph, r->executions);
	return 0;
}

static int by_figure(const void *x, const void *y, void *figure)
{
	const struct allocated *a = *(const struct allocated *const *)x;
	const struct allocated *b = *(const struct allocated *const *)y;
	double n = allocated_figure(a, *(enum figure *)figure);
	double k = allocated_figure(b, *(enum figure *)figure);

	if (n != k)
		return n > k ? -1 : 1;
	return a->function < b->function ? -1 : a->function > b->function;
}

int export_blocks_collect(struct export_blocks *b, const struct export *x, struct gp_error *e)
{
	const struct program *p = x->result->program;
	const struct allocations *all = &p->allocations;
	size_t profiles = p->sum ? p->sum->nruns : p->nprofiles;
	enum figure figure = x->figure;

	if (!all->processes)
		return gp_fail(e, "no profile of '%s' has memory: run it with `gprof-llvm run "
			       "--memory'", x->name);
	if (all->part)
		return gp_fail(e, "the largest heap of a part of a run is not known: the report "
			       "and JSON have memory without it");
	if (all->processes < profiles)
		gprintf(x->notes, "%llu of %zu profiles count allocations\n",
			(unsigned long long)all->processes, profiles);
	*b = (struct export_blocks){ .all = allocations_sum(all), .n = all->n,
				     .nnames = p->graph.nnodes };
	b->items = gp_alloc(b->n, sizeof *b->items);
	b->names = names_of(p, x->names);
	for (size_t i = 0; i < b->n; i++)
		b->items[i] = &all->items[i];
	gp_sort(b->items, b->n, sizeof *b->items, by_figure, &figure);
	return 0;
}

void export_blocks_release(struct export_blocks *b)
{
	names_release(b->names, b->nnames);
	free(b->items);
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
