/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlines.c - see inlines.h.
 */
#include "samples/inlines.h"
#include "program/resolve.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

struct reading {
	struct inlines_table *t;
	struct debug *debug;
	uint64_t bias;
};

void inlines_init(struct inlines *in, struct program *p)
{
	in->p = p;
	in->tables = gp_alloc(p->nobjects, sizeof *in->tables);
}

/* ------------------------------------------------------------------ */

static uint32_t function_of(struct reading *r, Dwarf_Die *die)
{
	struct inlines_table *t = r->t;
	const char *name = debug_name(die);
	int created, line = 0;
	uint32_t *at;

	if (!name)
		return GP_NONE;
	at = gp_names_put(&t->by_name, name, &created);
	if (created) {
		*at = t->nfunctions;
		dwarf_decl_line(die, &line);
		*gp_push(t->functions, t->nfunctions, t->functions_room) = (struct inlined){
			.name = name, .file = debug_file(r->debug, die, DW_AT_decl_file),
			.line = line, .node = GP_NONE };
	}
	return *at;
}

static void add_place(void *reading, Dwarf_Die *die, const struct debug_place *place)
{
	struct reading *r = reading;
	struct inlines_table *t = r->t;
	Dwarf_Addr base, low, high;
	uint32_t function;
	ptrdiff_t at = 0;

	if (dwarf_tag(die) != DW_TAG_inlined_subroutine)
		return;
	function = function_of(r, die);
	if (function == GP_NONE)
		return;
	t->functions[function].places++;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		if (low < high)
			*gp_push(t->ranges, t->nranges, t->ranges_room) = (struct inlined_range){
				{ low + r->bias, high + r->bias, place->depth, GP_NONE },
				function };
}

static void note_missing(struct inlines *in, const struct object *o, struct debug *d)
{
	char *why = debug_why_no_inlines(d), *text;

	if (!why)
		return;
	text = gp_format("functions inlined in '%s' are not all known: %s", o->path, why);
	program_note(in->p, text);
	free(text);
	free(why);
}

static void read_table(struct inlines *in, uint32_t object)
{
	static const struct files usual;
	struct inlines_table *t = &in->tables[object];
	struct reading r = { .t = t };
	struct debug *d = object_debug(&in->p->objects[object],
				       in->p->files ? in->p->files : &usual);

	t->read = true;
	if (!d)
		return;
	r.debug = d;
	debug_dwarf(d, &r.bias);
	debug_walk(d, add_place, &r);
	note_missing(in, &in->p->objects[object], d);
	nesting_sort(t->ranges, t->nranges, sizeof *t->ranges);
}

/* ------------------------------------------------------------------ */

static struct inlined *find(const struct inlines_table *t, uint64_t address)
{
	uint32_t at = nesting_find(t->ranges, t->nranges, sizeof *t->ranges, address);

	return at == GP_NONE ? NULL : &t->functions[t->ranges[at].function];
}

uint32_t inlines_node(struct inlines *in, uint32_t object, uint64_t address)
{
	struct inlined *f;

	if (object == GP_NONE)
		return GP_NONE;
	if (!in->tables[object].read)
		read_table(in, object);
	f = find(&in->tables[object], address);
	if (!f)
		return GP_NONE;
	if (f->node == GP_NONE) {
		f->node = program_node(in->p, f->name, object, NODE_OPAQUE | NODE_DERIVED);
		in->p->functions[f->node].places = f->places;
		in->p->functions[f->node].file = f->file;
		in->p->functions[f->node].line = f->line;
	}
	return f->node;
}

void inlines_release(struct inlines *in)
{
	for (size_t i = 0; i < in->p->nobjects; i++) {
		free(in->tables[i].functions);
		free(in->tables[i].ranges);
		gp_names_release(&in->tables[i].by_name);
	}
	free(in->tables);
}
