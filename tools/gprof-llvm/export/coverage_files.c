/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage_files.c - see coverage_files.h.
 */
#include "export/coverage_files.h"
#include "executions/exact.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NAMED 5 /* ranges of lines, in a note */

static int by_path(const void *x, const void *y, void *coverage)
{
	const struct coverage *c = coverage;

	return strcmp(c->files.items[*(const uint32_t *)x], c->files.items[*(const uint32_t *)y]);
}

int coverage_files_init(struct coverage_files *c, const struct export *x, struct gp_error *e)
{
	memset(c, 0, sizeof *c);
	if (executed_check(x->result->executions, x->name, e) < 0)
		return -1;
	coverage_init(&c->all, x->result);
	if (!c->all.nlines) {
		coverage_files_release(c);
		return gp_fail(e, "'%s' has no lines: %s", x->name,
			       coverage_why_none(x->result->program));
	}
	c->order = gp_alloc(c->all.files.n, sizeof *c->order);
	for (size_t i = 0; i < c->all.files.n; i++)
		c->order[i] = i;
	gp_sort(c->order, c->all.files.n, sizeof *c->order, by_path, &c->all);
	return 0;
}

static void sum_branches(struct coverage_files *c)
{
	struct coverage_sums *s = &c->sums;

	for (size_t i = 0; i < c->nbranches; i++) {
		const struct coverage_branch *b = &c->branches[i];
		size_t hit = (b->taken > 0) + (b->passed > 0);

		s->branches_hit += hit;
		s->told += b->told ? 2 : 0;
		s->told_hit += b->told ? hit : 0;
	}
	for (size_t i = 0; i < c->ncases; i++)
		s->cases_hit += c->cases[i].count > 0;
}

static void sum_up(struct coverage_files *c)
{
	struct coverage_sums *s = &c->sums;

	*s = (struct coverage_sums){ .lines = c->nlines, .functions = c->nfunctions,
				    .branches = 2 * c->nbranches, .cases = c->ncases };
	for (size_t i = 0; i < c->nlines; i++)
		s->lines_hit += c->lines[i].count > 0;
	for (size_t i = 0; i < c->nfunctions; i++)
		s->functions_hit += c->functions[i].calls > 0;
	sum_branches(c);
}

/* Of a list by file, the part of one. */
#define PART(c, what, of)                                                                          \
	({                                                                                         \
		size_t first_ = gp_first(k, (c)->all.n##what, (c)->all.what[k].file < (of));       \
												   \
		(c)->what = (c)->all.what + first_;                                                \
		gp_first(k, (c)->all.n##what - first_, (c)->what[k].file <= (of));                 \
	})

bool coverage_files_next(struct coverage_files *c)
{
	while (c->next < c->all.files.n) {
		uint32_t file = c->order[c->next++];

		c->path = c->all.files.items[file];
		c->nlines = PART(c, lines, file);
		c->nfunctions = PART(c, functions, file);
		c->nbranches = PART(c, branches, file);
		c->ncases = PART(c, cases, file);
		sum_up(c);
		if (c->nlines)
			return true;
	}
	return false;
}

void coverage_files_add(struct coverage_sums *to, const struct coverage_sums *sums)
{
	to->lines += sums->lines;
	to->lines_hit += sums->lines_hit;
	to->functions += sums->functions;
	to->functions_hit += sums->functions_hit;
	to->branches += sums->branches;
	to->branches_hit += sums->branches_hit;
}

static void print_left_out(const struct export *x, size_t n, const char *what, const char *why)
{
	if (n)
		gprintf(x->notes, "left out: %zu %s%s%s\n", n, what, n == 1 ? "" : "s", why);
}

/* Lines in turn as one range: where it ends. */
static size_t range_end(const struct coverage *c, size_t at)
{
	size_t end = at + 1;

	while (end < c->nopen && c->open[end].file == c->open[at].file &&
	       c->open[end].line == c->open[end - 1].line + 1)
		end++;
	return end;
}

/* "a.c:12-14, a.c:20, ...": the first of them; to be freed. */
static char *name_open(const struct coverage *c)
{
	char *text = gp_strdup("");
	size_t at = 0, named = 0;

	for (size_t end; at < c->nopen && named < MOST_NAMED; at = end, named++) {
		char *before = text;

		end = range_end(c, at);
		text = gp_format("%s%s%s:%u", before, named ? ", " : "",
				 gp_basename(c->files.items[c->open[at].file]), c->open[at].line);
		free(before);
		before = text;
		if (end > at + 1) {
			text = gp_format("%s-%u", before, c->open[end - 1].line);
			free(before);
		}
	}
	if (at < c->nopen) {
		char *before = text;

		text = gp_format("%s, ...", before);
		free(before);
	}
	return text;
}

static void print_open(const struct coverage *c, const struct export *x)
{
	char *lines;

	if (!c->nopen)
		return;
	lines = name_open(c);
	gprintf(x->notes, "left out: %zu line%s of which it is not known whether they ran: %s "
		"(%s)\n", c->nopen, c->nopen == 1 ? "" : "s", lines,
		executions_why_open(x->result->executions));
	free(lines);
}

void coverage_files_print_losses(const struct coverage_files *c, const struct export *x)
{
	print_open(&c->all, x);
	print_left_out(x, c->all.unsolved, "function", ": their executions are not known");
	print_left_out(x, c->all.beside, "function",
		       " that never ran, on lines that others executed");
	print_left_out(x, c->all.lineless, "function", " of which no line has known executions");
	print_left_out(x, c->all.nameless, "function",
		       " without a line: compiled without -g, or made by the compiler");
}

void coverage_files_release(struct coverage_files *c)
{
	coverage_release(&c->all);
	free(c->order);
	memset(c, 0, sizeof *c);
}
