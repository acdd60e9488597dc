/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lcov.c - coverage as lcov's tracefile: for genhtml and for services that show it.
 *
 * One section a file: functions with calls, the ways of each branch, lines with executions.
 * A branch is one of the machine code, way 0 is its jump; but a switch is one with a way for each
 * case, by their lines, where that is known (executions/branch_targets.h).  '-' is one that was
 * never reached.
 */
#include "export/coverage_files.h"
#include "text/escape.h"

#include <inttypes.h>

static void put_functions(const struct coverage_files *c, const struct export *x)
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

/* The cases of switches on a line, as branches of one block each.  Returns where they end. */
static size_t put_cases(const struct coverage_files *c, const struct export *x, size_t at,
			uint32_t line, size_t block)
{
	while (at < c->ncases && c->cases[at].line == line) {
		size_t first = at, end = at;
		int64_t all = 0;

		for (; end < c->ncases && c->cases[end].line == line &&
		       c->cases[end].owner == c->cases[first].owner; end++)
			all += c->cases[end].count;
		for (; at < end; at++)
			put_way(x, line, block, at - first, c->cases[at].count, all);
		block++;
	}
	return at;
}

/* The branches of a line from a position on.  Returns where they end. */
static size_t put_line(const struct coverage_files *c, const struct export *x, size_t at,
		       uint32_t line, size_t *block)
{
	for (; at < c->nbranches && c->branches[at].line == line; at++) {
		const struct coverage_branch *b = &c->branches[at];
		bool reached = b->taken || b->passed;

		if (b->told)
			continue;
		put_way(x, line, *block, 0, b->taken, reached);
		put_way(x, line, (*block)++, 1, b->passed, reached);
	}
	return at;
}

static void put_branches(const struct coverage_files *c, const struct export *x)
{
	size_t found = c->sums.branches - c->sums.told + c->sums.cases;

	for (size_t i = 0, k = 0; i < c->nbranches || k < c->ncases;) {
		uint32_t branch = i < c->nbranches ? c->branches[i].line : UINT32_MAX;
		uint32_t line = k < c->ncases && c->cases[k].line < branch ? c->cases[k].line
									   : branch;
		size_t block = 0;

		i = put_line(c, x, i, line, &block);
		k = put_cases(c, x, k, line, block);
	}
	if (found)
		gprintf(x->out, "BRF:%zu\nBRH:%zu\n", found,
			c->sums.branches_hit - c->sums.told_hit + c->sums.cases_hit);
}

int export_lcov(const struct export *x, struct gp_error *e)
{
	struct coverage_files c;

	if (coverage_files_init(&c, x, e) < 0)
		return -1;
	while (coverage_files_next(&c)) {
		gprintf(x->out, "TN:\nSF:%s\n", c.path);
		put_functions(&c, x);
		put_branches(&c, x);
		for (size_t i = 0; i < c.nlines; i++)
			gprintf(x->out, "DA:%u,%" PRId64 "\n", c.lines[i].line, c.lines[i].count);
		gprintf(x->out, "LF:%zu\nLH:%zu\nend_of_record\n", c.sums.lines,
			c.sums.lines_hit);
	}
	coverage_files_print_losses(&c, x);
	coverage_files_release(&c);
	return 0;
}
