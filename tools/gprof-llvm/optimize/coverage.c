/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage.c - see coverage.h.
 */
#include "optimize/coverage.h"

static void add_functions(struct run_coverage *c, const struct result *r)
{
	const struct program *p = r->program;

	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct execution *x = executions_of(r->executions, i);

		if (!p->functions[i].record)
			continue;
		c->functions++;
		c->ran += p->graph.nodes[i].entries > 0;
		if (!x || x->function->state != BLOCKS_SOLVED)
			continue;
		gp_add(&c->instructions, blocks_figure(x->insns));
		if (x->insns.how == SOLVED_EXACT)
			gp_add(&c->exact, x->insns.value);
	}
}

/* A block is one of its function, however often that is inlined. */
static void add_blocks(struct run_coverage *c, const struct sample_profile *s)
{
	struct gp_map ran = { 0 };

	for (size_t i = 0; i < s->ncounts; i++) {
		const struct probe_count *count = &s->counts[i];
		uint64_t guid = s->contexts[count->context].function->guid;
		uint32_t *of;
		int created;

		if (count->object != GP_NONE)
			continue;
		of = gp_map_put(&ran, guid, count->number, &created);
		if (created)
			*of = 0;
		c->blocks += created;
		c->blocks_ran += count->executions && !*of;
		*of |= count->executions != 0;
	}
	gp_map_release(&ran);
}

void run_coverage_init(struct run_coverage *c, const struct sample_profile *s)
{
	*c = (struct run_coverage){ 0 };
	add_functions(c, s->r);
	add_blocks(c, s);
}
