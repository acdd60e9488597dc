/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_arcs.c - calls found by disassembly; see static_arcs.h.
 *
 * A function is disassembled from its start to its end.  A direct call is an arc to the
 * function that starts at its target, and so is a jump out of the function: a tail
 * call.  Jumps inside of a function, calls of labels inside of one (of position
 * independent code) and what is reached through a register are none.
 */
#include "gprof/static_arcs.h"
#include "gprof/decode.h"

#include <string.h>

/* The part of a function that the compiler moved away is no callee of the rest. */
static bool is_cold_part(const struct gnu_symbol *part, const struct gnu_symbol *of)
{
	size_t n = strlen(of->name);

	return !strncmp(part->name, of->name, n) && !strncmp(part->name + n, ".cold", 5);
}

static void add_target(struct gnu_graph *g, uint32_t parent, const struct gnu_branch *b)
{
	uint32_t child = gnu_table_find(g->table, b->target);

	if (child == GP_NONE || g->table->symbols[child].address != b->target ||
	    !g->table->symbols[child].function || (child == parent && !b->call) ||
	    is_cold_part(&g->table->symbols[child], &g->table->symbols[parent]))
		return;
	gnu_arcs_add(g, g->table->symbols[parent].unit, g->table->symbols[child].unit, 0);
}

int gnu_static_arcs_refuse(const struct gnu_image *image, struct gp_error *e)
{
	gp_fail(e, "-c not supported on the machine of '%s'", image->path);
	return 1;
}

int gnu_static_arcs_disassemble(struct gnu_graph *g, const struct gnu_image *image,
				struct gp_error *e)
{
	struct gnu_decoder d;
	struct gnu_branch b;

	if (!gnu_decoder_open(&d, image))
		return gnu_static_arcs_refuse(image, e);
	for (uint32_t i = 0; i < g->nsymbols; i++) {
		const struct gnu_symbol *s = &g->table->symbols[i];

		if (s->extra == GNU_SYNTHETIC && !s->mapped)
			continue;
		gnu_decoder_start(&d, s->address, s->end + 1);
		while (gnu_decoder_next(&d, &b))
			add_target(g, i, &b);
	}
	gnu_decoder_close(&d);
	return 0;
}

int gnu_static_arcs_add(struct gnu_graph *g, const struct gnu_image *image,
			const struct gmon *profile, bool exact, struct gp_error *e)
{
	return exact ? gnu_static_arcs_scan(g, image, profile, e)
		     : gnu_static_arcs_disassemble(g, image, e);
}
