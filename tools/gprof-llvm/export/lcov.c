/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lcov.c - coverage as lcov's tracefile: for genhtml and for services that show it.
 *
 * One section a file: functions with calls, the two ways of each branch, lines with executions.
 * A branch is one of the machine code, way 0 is its jump; '-' is one that was never reached.
 */
#include "export/covered.h"
#include "text/escape.h"

#include <inttypes.h>

static void put_functions(const struct covered *c, const struct export *x)
{
	const struct graph *g = &x->result->program->graph;

	for (size_t i = 0; i < c->nfunctions; i++)
		gprintf(x->out, "FN:%u,%s\n", c->functions[i].line,
			g->nodes[c->functions[i].node].name);
	for (size_t i = 0; i < c->nfunctions; i++)
		gprintf(x->out, "FNDA:%" PRId64 ",%s\n", c->functions[i].calls,
			g->nodes[c->functions[i].node].name);
	gprintf(x->out, "FNF:%zu\nFNH:%zu\n", c->sums.functions, c->sums.functions_hit);
}

static void put_way(const struct export *x, uint32_t line, size_t branch, int way, int64_t times,
		    bool reached)
{
	gprintf(x->out, "BRDA:%u,%zu,%d,", line, branch, way);
	if (reached)
		gprintf(x->out, "%" PRId64 "\n", times);
	else
		gprintf(x->out, "-\n");
}

static void put_branches(const struct covered *c, const struct export *x)
{
	for (size_t i = 0, n = 0; i < c->nbranches; i++) {
		const struct coverage_branch *b = &c->branches[i];
		bool reached = b->taken || b->passed;

		n = i && b[-1].line == b->line ? n + 1 : 0;
		put_way(x, b->line, n, 0, b->taken, reached);
		put_way(x, b->line, n, 1, b->passed, reached);
	}
	if (c->nbranches)
		gprintf(x->out, "BRF:%zu\nBRH:%zu\n", c->sums.branches, c->sums.branches_hit);
}

int export_lcov(const struct export *x, struct gp_error *e)
{
	struct covered c;

	if (covered_init(&c, x, e) < 0)
		return -1;
	while (covered_next(&c)) {
		gprintf(x->out, "TN:\nSF:%s\n", c.path);
		put_functions(&c, x);
		put_branches(&c, x);
		for (size_t i = 0; i < c.nlines; i++)
			gprintf(x->out, "DA:%u,%" PRId64 "\n", c.lines[i].line, c.lines[i].count);
		gprintf(x->out, "LF:%zu\nLH:%zu\nend_of_record\n", c.sums.lines,
			c.sums.lines_hit);
	}
	covered_tell(&c, x);
	covered_release(&c);
	return 0;
}
