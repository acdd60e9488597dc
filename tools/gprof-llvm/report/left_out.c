/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * left_out.c - what a choice of functions leaves out of a report, so that no
 * time goes unsaid; see select/choice.h.
 */
#include "report/report.h"
#include "text/escape.h"

static void print_time(const struct report *r, double weight)
{
	gprintf(r->out, "%.2f %s", report_units(r, weight),
		r->program->measure->unit);
	if (r->program->total)
		gprintf(r->out, ", %.1f %%", 100 * weight / r->program->total);
}

static void print_patterns(const struct report *r, enum choice_kind kind, const char **separator)
{
	const struct choice_list *list = &r->result->choice->lists[kind];

	for (size_t i = 0; i < list->n; i++) {
		gprintf(r->out, "%s%s=%s", *separator, choice_option(kind), list->texts[i]);
		*separator = " ";
	}
}

static void print_unmatched(const struct report *r, enum choice_kind kind)
{
	const struct choice_list *list = &r->result->choice->lists[kind];

	for (size_t i = 0; i < list->n; i++)
		if (!list->patterns[i].found)
			gprintf(r->out, "  %s '%s' matches no function\n", choice_option(kind),
				list->texts[i]);
}

/* How it is known what time went through which functions. */
static void print_how(const struct report *r)
{
	double unsure = r->result->choice->narrowing.unsure;

	if (r->result->choice->by_stacks)
		fputs(", times are from the stacks that are kept\n", r->out);
	else
		fputs(", times are divided by numbers of calls\n", r->out);
	if (!r->result->choice->by_stacks || unsure < 1e6)
		return;
	fputs("  unsure: ", r->out);
	print_time(r, unsure);
	fputs(", whose stacks are truncated: the missing callers may decide otherwise\n",
	      r->out);
}

static void print_ways(const struct report *r)
{
	const struct choice *c = r->result->choice;
	const char *separator = "";

	if (!c->lists[CHOOSE_FOCUS].n && !c->lists[CHOOSE_SHOW_FROM].n &&
	    !c->lists[CHOOSE_IGNORE].n)
		return;
	fputs("  left out: ", r->out);
	print_time(r, c->narrowing.left_out);
	fputs(", by ", r->out);
	print_patterns(r, CHOOSE_FOCUS, &separator);
	print_patterns(r, CHOOSE_SHOW_FROM, &separator);
	print_patterns(r, CHOOSE_IGNORE, &separator);
	fputs("; calls are those of the whole run", r->out);
	print_how(r);
}

bool report_left_out(const struct report *r)
{
	const struct choice *c = r->result->choice;
	const char *separator = "";

	if (!c || (!c->narrowed && !c->module))
		return false;
	print_ways(r);
	if (c->lists[CHOOSE_HIDE].n) {
		gprintf(r->out, "  hidden: %zu function%s by ", c->narrowing.nhidden,
			c->narrowing.nhidden == 1 ? "" : "s");
		print_patterns(r, CHOOSE_HIDE, &separator);
		fputs("; their time is attributed to their callers\n", r->out);
	}
	if (c->module) {
		fputs("  left out: ", r->out);
		print_time(r, c->elsewhere);
		gprintf(r->out, ", outside of module '%s'\n", c->module);
	}
	for (int k = 0; k < CHOICE_KINDS; k++)
		print_unmatched(r, k);
	return true;
}
