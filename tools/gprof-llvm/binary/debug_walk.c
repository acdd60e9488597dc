/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * debug_walk.c - all functions of an object's debug information, with what is in them;
 * see debug.h.
 */
#include "binary/debug.h"

#include <dwarf.h>
#include <stdlib.h>

struct level { /* of the tree that is walked */
	Dwarf_Die die; /* whose turn it is, its siblings follow */
	struct debug_place place;
};

struct walking {
	void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place);
	void *context;
	uint64_t bias;
	struct level *levels; /* the innermost last */
	size_t n, room;
};

const char *debug_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) &&
	    !dwarf_attr_integrate(die, DW_AT_name, &attribute))
		return NULL;
	return dwarf_formstring(&attribute);
}

const char *debug_file(struct debug *d, Dwarf_Die *die, unsigned attribute)
{
	Dwarf_Attribute found;
	Dwarf_Files *files;
	Dwarf_Word number;
	Dwarf_Die unit;
	size_t n;

	if (!dwarf_attr_integrate(die, attribute, &found) ||
	    dwarf_formudata(&found, &number) != 0 ||
	    !dwarf_cu_die(found.cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &n) != 0 || number >= n)
		return NULL;
	return debug_path(d, &unit, dwarf_filesrc(files, number, NULL, NULL));
}

/* Whether functions, or what is in them, can be below. */
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

static void enter(struct walking *w, Dwarf_Die *die, const struct debug_place *place)
{
	Dwarf_Die child;

	if (dwarf_haschildren(die) && dwarf_child(die, &child) == 0)
		*gp_push(w->levels, w->n, w->room) = (struct level){ child, *place };
}

static void visit(struct walking *w, Dwarf_Die *die, struct debug_place place)
{
	int tag = dwarf_tag(die);
	Dwarf_Addr low;

	w->entry(w->context, die, &place);
	if (tag == DW_TAG_inlined_subroutine)
		place.depth++;
	if (tag == DW_TAG_subprogram)
		place.function = dwarf_lowpc(die, &low) == 0 ? low + w->bias : 0;
	if (is_around(tag))
		enter(w, die, &place);
}

static void walk_unit(struct walking *w, Dwarf_Die *unit)
{
	enter(w, unit, &(struct debug_place){ 0 });
	while (w->n) {
		struct level *last = &w->levels[w->n - 1];
		struct debug_place place = last->place;
		Dwarf_Die die = last->die;

		if (dwarf_siblingof(&die, &last->die) != 0)
			w->n--;
		visit(w, &die, place);
	}
}

void debug_walk(struct debug *d,
		void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place),
		void *context)
{
	struct walking w = { .entry = entry, .context = context };
	Dwarf *dwarf = debug_dwarf(d, &w.bias);
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, split;
	uint8_t type;

	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &split) == 0) {
		if (type == DW_UT_compile)
			walk_unit(&w, &die);
		else if (type == DW_UT_skeleton && dwarf_tag(&split) != DW_TAG_invalid)
			walk_unit(&w, &split);
	}
	free(w.levels);
}

void debug_walk_unit(struct debug *d, Dwarf_Die *unit,
		     void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place),
		     void *context)
{
	struct walking w = { .entry = entry, .context = context };

	debug_dwarf(d, &w.bias);
	walk_unit(&w, unit);
	free(w.levels);
}
