/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inner_functions.c - see inner_functions.h.
 */
#include "samples/inner_functions.h"

#include <stdlib.h>

#define ALONE 0.99

void inner_functions_add(struct inner_functions *x, const struct program *p, uint32_t row,
			 const struct resolved_sample *sample)
{
	const struct object *o = sample->object == GP_NONE ? NULL : &p->objects[sample->object];
	const struct elf_symbol *s;
	uint32_t *at;
	int created;

	if (!o || !o->present || sample->known || !program_is_library(p, row))
		return;
	s = elfobj_symbol_at(&o->elf, sample->address);
	if (!s)
		return;
	at = gp_map_put(&x->at, (uint64_t)row << 32 | sample->object, s->address, &created);
	if (created) {
		*at = x->n;
		*gp_push(x->items, x->n, x->room) =
			(struct inner_function){ .row = row, .symbol = s };
	}
	x->items[*at].weight += sample->weight;
}

static bool is_leaf_library(const struct program *p, const struct inner_function *item)
{
	return item->symbol->address == p->functions[item->row].address &&
	       item->weight >= ALONE * p->graph.nodes[item->row].self;
}

void inner_functions_end(struct inner_functions *x, struct program *p)
{
	for (size_t i = 0; i < x->n; i++) {
		const struct inner_function *item = &x->items[i];
		struct function *f = &p->functions[item->row];

		if (item->weight <= f->inner_weight)
			continue;
		f->inner_name = item->symbol->name;
		f->inner_weight = item->weight;
		f->leaf_library = is_leaf_library(p, item);
	}
	gp_map_release(&x->at);
	free(x->items);
}
