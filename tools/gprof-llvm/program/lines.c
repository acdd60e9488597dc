/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.c - where functions are defined, from debug information, as far as the
 * static records do not say (see program.h).
 */
#include "program/program.h"

static void find_line(struct program *p, struct debug *d, uint32_t node, uint64_t address)
{
	struct function *f = &p->functions[node];
	const char *file;
	uint32_t line;

	if (f->file || !debug_line(d, address, &file, &line))
		return;
	f->file = file;
	f->line = line;
}

void program_find_lines(struct program *p)
{
	static const struct files usual;

	for (size_t i = 0; i < p->nobjects; i++) {
		struct object *o = &p->objects[i];
		struct debug *d = o->by_symbol.n || o->nextents
					  ? object_debug(o, p->files ? p->files : &usual) : NULL;

		for (size_t k = 0; d && k < o->by_symbol.room; k++)
			if (o->by_symbol.slots[k].value != GP_NONE)
				find_line(p, d, o->by_symbol.slots[k].value,
					  o->by_symbol.slots[k].a);
		for (size_t k = 0; d && k < o->nextents; k++)
			find_line(p, d, o->extents[k].node, o->extents[k].start);
	}
}
