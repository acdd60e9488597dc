/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage.c - see coverage.h.
 */
#include "executions/exact.h"
#include "optimize/coverage.h"

void run_coverage_init(struct run_coverage *c, const struct result *r)
{
	const struct program *p = r->program;

	*c = (struct run_coverage){ 0 };
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
