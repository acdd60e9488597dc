/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * insides.c - see insides.h.
 */
#include "program/insides.h"

#include <stdlib.h>

#define ALONE 0.99

void insides_add(struct insides *x, const struct program *p, uint32_t row, const struct spot *spot)
{
	const struct object *o = spot->object == GP_NONE ? NULL : &p->objects[spot->object];
	const struct elf_symbol *s;
	uint32_t *at;
	int created;

	if (!o || !o->present || spot->known || !program_is_library(p, row))
		return;
	s = elfobj_symbol_at(&o->elf, spot->address);
	if (!s)
		return;
	at = gp_map_put(&x->at, (uint64_t)row << 32 | spot->object, s->address, &created);
	if (created) {
		*at = x->n;
		*gp_push(x->items, x->n, x->room) = (struct inside){ .row = row, .symbol = s };
	}
	x->items[*at].weight += spot->weight;
}

static bool is_alone(const struct program *p, const struct inside *item)
{
	return item->symbol->address == p->functions[item->row].address &&
	       item->weight >= ALONE * p->graph.nodes[item->row].self;
}

void insides_end(struct insides *x, struct program *p)
{
	for (size_t i = 0; i < x->n; i++) {
		const struct inside *item = &x->items[i];
		struct function *f = &p->functions[item->row];

		if (item->weight <= f->inside_weight)
			continue;
		f->inside = item->symbol->name;
		f->inside_weight = item->weight;
		f->alone = is_alone(p, item);
	}
	gp_map_release(&x->at);
	free(x->items);
}
