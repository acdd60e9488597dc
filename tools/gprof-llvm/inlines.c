/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlines.c - see inlines.h.
 */
#include "inlines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

struct level { /* of the tree that is walked */
	Dwarf_Die die;
	uint32_t depth; /* of inlining */
};

struct walking {
	struct inlines_table *t;
	uint64_t bias;
	struct level *levels; /* entries whose siblings are to come */
	size_t n, room;
};

void inlines_init(struct inlines *in, struct program *p)
{
	in->p = p;
	in->tables = gp_alloc(p->nobjects, sizeof *in->tables);
}

/* ------------------------------------------------------------------ */

static const char *name_of(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
	    dwarf_attr_integrate(die, DW_AT_name, &attribute))
		name = dwarf_formstring(&attribute);
	return name;
}

static uint32_t function_of(struct inlines_table *t, Dwarf_Die *die)
{
	const char *name = name_of(die);
	int created, line = 0;
	uint32_t *at;

	if (!name)
		return GP_NONE;
	at = gp_names_put(&t->by_name, name, &created);
	if (created) {
		*at = t->nfunctions;
		dwarf_decl_line(die, &line);
		*gp_push(t->functions, t->nfunctions, t->functions_room) = (struct inlined){
			.name = name, .file = dwarf_decl_file(die), .line = line,
			.node = GP_NONE };
	}
	return *at;
}

static void add_place(struct walking *w, Dwarf_Die *die, uint32_t depth)
{
	struct inlines_table *t = w->t;
	uint32_t function = function_of(t, die);
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	if (function == GP_NONE)
		return;
	t->functions[function].places++;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		if (low < high)
			*gp_push(t->ranges, t->nranges, t->ranges_room) = (struct inlined_range){
				low + w->bias, high + w->bias, depth, function, GP_NONE };
}

/* Whether functions can be below. */
static bool is_around(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return true;
	default:
		return false;
	}
}

static void enter(struct walking *w, Dwarf_Die *die, uint32_t depth)
{
	Dwarf_Die child;

	if (dwarf_haschildren(die) && dwarf_child(die, &child) == 0)
		*gp_push(w->levels, w->n, w->room) = (struct level){ child, depth };
}

static void walk_unit(struct walking *w, Dwarf_Die *unit)
{
	enter(w, unit, 0);
	while (w->n) {
		struct level *last = &w->levels[w->n - 1];
		Dwarf_Die die = last->die;
		uint32_t depth = last->depth;
		int tag = dwarf_tag(&die);

		if (dwarf_siblingof(&die, &last->die) != 0)
			w->n--;
		if (tag == DW_TAG_inlined_subroutine)
			add_place(w, &die, ++depth);
		if (is_around(tag))
			enter(w, &die, depth);
	}
}

static int by_low(const void *x, const void *y, void *unused)
{
	const struct inlined_range *a = x, *b = y;

	(void)unused;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	return a->depth < b->depth ? -1 : a->depth > b->depth;
}

/* Ranges lie within each other or apart. */
static void nest(struct inlines_table *t)
{
	uint32_t top = GP_NONE;

	gp_sort(t->ranges, t->nranges, sizeof *t->ranges, by_low, NULL);
	for (size_t i = 0; i < t->nranges; i++) {
		while (top != GP_NONE && t->ranges[top].high <= t->ranges[i].low)
			top = t->ranges[top].around;
		t->ranges[i].around = top;
		top = i;
	}
}

static void read_table(struct inlines *in, uint32_t object)
{
	static const struct files usual;
	struct inlines_table *t = &in->tables[object];
	struct walking w = { .t = t };
	struct debug *d = object_debug(&in->p->objects[object],
				       in->p->files ? in->p->files : &usual);
	Dwarf *dwarf = d ? debug_dwarf(d, &w.bias) : NULL;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, split;
	uint8_t type;

	t->read = true;
	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &split) == 0) {
		if (type == DW_UT_compile)
			walk_unit(&w, &die);
		else if (type == DW_UT_skeleton && dwarf_tag(&split) != DW_TAG_invalid)
			walk_unit(&w, &split);
	}
	nest(t);
	free(w.levels);
}

/* ------------------------------------------------------------------ */

static struct inlined *find(const struct inlines_table *t, uint64_t address)
{
	size_t low = 0, high = t->nranges;
	uint32_t at;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (t->ranges[middle].low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	at = low ? low - 1 : GP_NONE;
	while (at != GP_NONE && address >= t->ranges[at].high)
		at = t->ranges[at].around;
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
