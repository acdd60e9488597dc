/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * branches.c - see print.h: where control went from a line, and how often.
 *
 * A reader thinks of conditions of the source, of which a jump of the machine code is often the
 * opposite.  So the rows name the lines at which control went on, where these are known.  Rows of
 * all other jumps say that the jump is one of the machine code.
 */
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>

#define FEW_CASES 8 /* of a switch, that are named though they were never taken */

/* "37.2 %, 3 of 8" */
static char *part_text(const struct block_count *part, const struct block_count *all)
{
	bool known = part->how != SOLVED_NOT && all->how != SOLVED_NOT && all->value;
	char *n = blocks_text(*part), *of = blocks_text(*all), *text;

	text = known ? gp_format("%.1f %%, %s of %s", measure_percent(part->value, all->value), n,
				 of)
		     : gp_format("%s of %s", n, of);
	free(n);
	free(of);
	return text;
}

char *annotate_branch_text(const struct block_count *reached, const struct block_count *taken)
{
	char *part = part_text(taken, reached), *text = gp_format("taken %s", part);

	free(part);
	return text;
}

/* "goes on at line 12: 37.2 %, 12 of 345", of how often the line was left. */
static char *case_text(const struct branch_target *c, const struct block_count *all)
{
	char *part = part_text(&c->count, all), *text;
	uint32_t line = annotation_case_line(c->to);

	text = line ? gp_format("goes on at line %u: %s", line, part)
		    : gp_format("goes on elsewhere: %s", part);
	free(part);
	return text;
}

static void print_way(const struct annotate_printing *t, char *text)
{
	annotate_print_figures(t, "", NULL, NULL, NULL);
	gprintf(t->style.out, "  %s\n", text);
	free(text);
}

static bool is_never(const struct branch_target *c)
{
	return c->count.how != SOLVED_NOT && !c->count.value && c->to;
}

/* Cases that were never taken, together. */
static void print_never(const struct annotate_printing *t, const struct branch_target *c,
			uint32_t n,
			const struct block_count *all)
{
	char *of = blocks_text(*all), *lines = gp_strdup("");
	uint32_t never = 0;

	for (uint32_t i = 0; i < n; i++) {
		char *before = lines;

		if (!is_never(&c[i]) || never++ >= FEW_CASES)
			continue;
		lines = gp_format("%s%s %u", before, never > 1 ? "," : "",
				  annotation_case_line(c[i].to));
		free(before);
	}
	if (never > FEW_CASES)
		print_way(t, gp_format("never goes on at %u other lines, 0 of %s", never, of));
	else if (never)
		print_way(t, gp_format("never goes on at line%s%s, 0 of %s", never == 1 ? "" : "s",
				       lines, of));
	free(lines);
	free(of);
}

/* The lines that a line leads to. */
static void print_led_to(const struct annotate_printing *t, const struct branch_target *c,
			 uint32_t n)
{
	struct block_count all = { .how = SOLVED_EXACT };

	for (uint32_t i = 0; i < n; i++)
		blocks_add(&all, c[i].count, 1);
	if (!n || (all.how != SOLVED_NOT && !all.value))
		return;
	for (uint32_t i = 0; i < n; i++)
		if (!is_never(&c[i]))
			print_way(t, case_text(&c[i], &all));
	print_never(t, c, n, &all);
}

static bool is_reached(const struct annotate_branch *b)
{
	return b->reached.how == SOLVED_NOT || b->reached.value;
}

/* Instances, and functions that it was inlined in, have a jump each. */
static bool is_of_several(const struct annotation *a, uint32_t branch)
{
	uint32_t node = GP_NONE;

	for (; branch != GP_NONE; branch = a->branches[branch].next) {
		const struct annotate_branch *b = &a->branches[branch];

		if (is_reached(b) && node != GP_NONE && node != b->node)
			return true;
		if (is_reached(b))
			node = b->node;
	}
	return false;
}

/* Jumps of which the lines do not say where they lead, in the order of their addresses. */
static void print_branches(const struct annotate_printing *t, uint32_t branch, bool several)
{
	const struct annotate_branch *b;
	char *text, *name;

	if (branch == GP_NONE)
		return;
	b = &t->a->branches[branch];
	print_branches(t, b->next, several);
	if (!is_reached(b))
		return;
	text = annotate_branch_text(&b->reached, &b->taken);
	name = annotate_instance(t, b->node);
	print_way(t, gp_format("jump of the machine code%s%s %s", several ? " of " : "",
			       several ? name : "", text));
	free(text);
	free(name);
}

void annotate_print_branches(const struct annotate_printing *t, const struct annotate_executed *e)
{
	const struct branch_targets *s = &t->a->switches;

	print_led_to(t, s->cases + e->cases, e->ncases);
	print_led_to(t, s->conditions + e->conditions, e->nconditions);
	print_branches(t, e->branch, is_of_several(t->a, e->branch));
}
