/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callparts.c - see callparts.h.
 */
#include "callparts.h"

#include <stdlib.h>
#include <string.h>

void callparts_add(struct callparts *p, const struct callpart *part)
{
	struct callpart *to;
	int created;
	uint32_t *at = gp_map_put(&p->index, part->call, part->thread, &created);

	if (created) {
		*at = p->n;
		*gp_push(p->items, p->n, p->room) = *part;
		return;
	}
	to = &p->items[*at];
	weight_add(&to->self, &part->self);
	to->cut += part->cut;
	to->bare += part->bare;
}

void callparts_release(struct callparts *p)
{
	free(p->items);
	gp_map_release(&p->index);
	memset(p, 0, sizeof *p);
}
