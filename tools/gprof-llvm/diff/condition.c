/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition.c - see condition.h.
 */
#include "diff/condition.h"
#include "diff/condition_kind.h"
#include "diff/condition_names.h"
#include "text/escape.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum verdict { HOLDS_NOT, MAY_HOLD, HOLDS };

/* Above the limit is positive; 1.1 is none in binary. */
static double beyond(double value, double limit)
{
	double over = value - limit;

	return fabs(over) < 1e-9 * fabs(value) ? 0 : over;
}

static bool is_beyond(const struct condition *c, double over)
{
	return over > 0 || (!over && c->equal);
}

static const struct diff_value *value_of(const struct condition *c, const struct diff_row *row)
{
	return condition_is_figure(c->what)   ? row->figures[c->what - DIFF_FIGURES]
	       : condition_is_length(c->what) ? row->lengths[c->what - DIFF_LENGTHS]
				    : row->values[c->what];
}

static enum verdict judge(const struct condition *c, const struct diff_row *row)
{
	const struct diff_value *v = value_of(c, row);
	double part = c->relative ? 1 + c->limit : c->change ? 1 : 0;
	double limit = part * v[DIFF_BEFORE].mean + (c->relative ? 0 : c->limit);
	double over = beyond(v[DIFF_AFTER].mean, limit) * (c->less ? -1 : 1);
	double error = hypot(v[DIFF_AFTER].error, part * v[DIFF_BEFORE].error);

	if (!is_beyond(c, over))
		return HOLDS_NOT;
	return over < DIFF_SURE * error ? MAY_HOLD : HOLDS;
}

/* Decides by all values within the bounds of both sides. */
static enum verdict judge_instructions(const struct condition *c, const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];
	double part = c->relative ? 1 + c->limit : c->change ? 1 : 0;
	double rest = c->relative ? 0 : c->limit;
	double least, most; /* how far beyond */

	/* 0 times no bound is 0. */
	least = beyond(a->low, (part ? part * b->high : 0) + rest);
	most = beyond(a->high, part * b->low + rest);
	if (c->less) {
		double least_below = -most;

		most = -least;
		least = least_below;
	}
	return is_beyond(c, least) ? HOLDS : is_beyond(c, most) ? MAY_HOLD : HOLDS_NOT;
}

static const char *word_of(enum verdict verdict)
{
	return verdict == HOLDS ? "failed" : "undecided";
}

static void print_instructions(const struct condition *c, const struct diff_row *row,
			       enum verdict verdict, FILE *out)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];
	char *before = diff_span_text(b), *after = diff_span_text(a);

	gprintf(out, "%s: %s: %s: %s -> %s", word_of(verdict), c->text, row->name, before, after);
	if (b->low > 0 && b->low == b->high && a->low == a->high)
		gprintf(out, " (%+.2f %%)", 100 * (a->low - b->low) / b->low);
	fputs(verdict == HOLDS ? "\n" : ": these bounds allow both answers\n", out);
	free(before);
	free(after);
}

static void print(const struct condition *c, const struct diff *d, const struct diff_row *row,
		  enum verdict verdict, FILE *out)
{
	const struct diff_value *v = row->values[c->what];
	double unit = c->what == DIFF_CALLS ? 1 : d->measure->size;
	int digits = c->what == DIFF_CALLS || d->measure->whole ? 0 : 3;

	gprintf(out, "%s: %s: %s: %.*f -> %.*f", word_of(verdict), c->text, row->name, digits,
		v[DIFF_BEFORE].mean / unit, digits, v[DIFF_AFTER].mean / unit);
	if (v[DIFF_BEFORE].mean > 0)
		gprintf(out, " (%+.1f %%)", 100 * diff_change(v) / v[DIFF_BEFORE].mean);
	if (c->what != DIFF_CALLS)
		gprintf(out, " %s, error %.*f %s", d->measure->unit, digits,
			measure_units(d->measure, DIFF_SURE * diff_error(v)), d->measure->unit);
	if (c->what == DIFF_TOTAL && !d->by_stacks)
		gprintf(out, ", divided by numbers of calls");
	fputs(verdict == HOLDS ? "\n" : ": this error allows both answers\n", out);
}

static void print_length(const struct condition *c, const struct diff_row *row,
			 enum verdict verdict, FILE *out)
{
	const struct diff_value *v = value_of(c, row);
	const double us = 1e3;

	gprintf(out, "%s: %s: %s: %.3f -> %.3f", word_of(verdict), c->text, row->name,
		v[DIFF_BEFORE].mean / us, v[DIFF_AFTER].mean / us);
	if (v[DIFF_BEFORE].mean > 0)
		gprintf(out, " (%+.1f %%)", 100 * diff_change(v) / v[DIFF_BEFORE].mean);
	gprintf(out, " us, error %.3f us", DIFF_SURE * diff_error(v) / us);
	fputs(verdict == HOLDS ? "\n" : ": this error allows both answers\n", out);
}

static void print_figure(const struct condition *c, const struct diff_row *row,
			 enum verdict verdict, FILE *out)
{
	const struct diff_value *v = value_of(c, row);
	const char *unit = condition_is_bytes(c->what) ? " B" : "";

	gprintf(out, "%s: %s: %s: %.0f -> %.0f%s", word_of(verdict), c->text, row->name,
		v[DIFF_BEFORE].mean, v[DIFF_AFTER].mean, unit);
	if (v[DIFF_BEFORE].mean > 0)
		gprintf(out, " (%+.1f %%)", 100 * diff_change(v) / v[DIFF_BEFORE].mean);
	if (diff_error(v) > 0)
		gprintf(out, ", error %.0f%s", DIFF_SURE * diff_error(v), unit);
	fputs(verdict == HOLDS ? "\n" : ": this error allows both answers\n", out);
}

static bool matches(const struct condition *c, const struct diff_row *row)
{
	const char *name = row->plain ? row->plain : row->name;

	return !fnmatch(c->pattern, name, 0) ||
	       (row->linkage && !fnmatch(c->pattern, row->linkage, 0));
}

/* Where lines about a condition go. */
struct told {
	FILE *failed, *undecided;
	size_t *nfailed;
};

/* Prints the rows for which the condition holds or may hold. */
static void check_row(const struct condition *c, const struct diff *d, const struct diff_row *row,
		      const struct told *to)
{
	bool counted = c->what == DIFF_INSTRUCTIONS;
	enum verdict verdict = counted ? judge_instructions(c, row) : judge(c, row);
	FILE *out = verdict == HOLDS ? to->failed : to->undecided;

	if (verdict == HOLDS_NOT)
		return;
	if (counted)
		print_instructions(c, row, verdict, out);
	else if (condition_is_length(c->what))
		print_length(c, row, verdict, out);
	else if (condition_is_figure(c->what))
		print_figure(c, row, verdict, out);
	else
		print(c, d, row, verdict, out);
	*to->nfailed += verdict == HOLDS;
}

/* A function that a condition is of, and whose instructions one side alone knows: without it
   the sum, or a pattern, would leave out what it executed there. */
static const struct diff_row *known_once(const struct condition *c, const struct diff *d)
{
	for (size_t i = 0; c->what == DIFF_INSTRUCTIONS && i < d->functions.n; i++) {
		const struct diff_row *row = &d->functions.items[i];

		if (diff_is_one_sided(row) && (!c->pattern || matches(c, row)))
			return row;
	}
	return NULL;
}

static int check_both(const struct condition *c, const struct diff *d, struct gp_error *e)
{
	const struct diff_row *once = known_once(c, d);

	if (!once)
		return 0;
	return gp_fail(e, "condition '%s': the instructions of '%s' are known on one side "
		       "only: 'gprof-llvm report --measure=instructions' of the other says "
		       "why", c->text, once->name);
}

static int fail_unsolved(const struct condition *c, const struct diff_row *row, struct gp_error *e)
{
	return gp_fail(
		e,
		"cannot judge condition '%s': '%s' has no exact instructions, as 'gprof-llvm "
		"report --measure=instructions' explains: name functions that have",
		c->text, row->name);
}

/* A gate that checks nothing would let all pass. */
static int check_known(const struct condition *c, const struct diff_row *row, struct gp_error *e)
{
	if (c->what != DIFF_INSTRUCTIONS || diff_has_instructions(row))
		return 0;
	if (row->insns[DIFF_BEFORE].unsolved || row->insns[DIFF_AFTER].unsolved)
		return fail_unsolved(c, row, e);
	return gp_fail(e, "condition '%s': the instructions of '%s' are not known on both sides: "
		       "compile it with GPROF_PASS=count=blocks", c->text, row->name);
}

/* Returns true if calls of a function were measured on both sides. */
static bool is_timed(const struct diff_row *row)
{
	return row->timed[DIFF_BEFORE] && row->timed[DIFF_AFTER];
}

static int check_timed(const struct condition *c, const struct diff_row *row, struct gp_error *e)
{
	if (!condition_is_length(c->what) || is_timed(row))
		return 0;
	return gp_fail(e, "condition '%s': no calls of '%s' were measured %s: compile it with "
		       "GPROF_PASS=time=", c->text, row->name, row->timed[DIFF_BEFORE]
		       ? "in AFTER" : row->timed[DIFF_AFTER] ? "in BEFORE" : "on both sides");
}

/* The sum of a file would leave out what the other profiles in it executed. */
static int check_whole(const struct condition *c, const struct diff *d, struct gp_error *e)
{
	for (int side = 0; c->what == DIFF_INSTRUCTIONS && side < DIFF_SIDES; side++) {
		const struct diff_side *s = &d->sides[side];

		if (s->some)
			return gp_fail(e,
				       "cannot judge condition '%s': '%s' has instructions of "
				       "%zu of %zu merged profiles only: merge only the profiles "
				       "that count them",
				       c->text, s->some, s->counted, s->merged);
	}
	return 0;
}

/* Of what both sides count and cannot solve, they would say that nothing changed. */
static int check_solved(const struct condition *c, const struct diff *d, struct gp_error *e)
{
	for (size_t i = 0; c->what == DIFF_INSTRUCTIONS && i < d->functions.n; i++) {
		const struct diff_row *row = &d->functions.items[i];

		if (diff_is_unsolved(row) && (!c->pattern || matches(c, row)))
			return fail_unsolved(c, row, e);
	}
	return 0;
}

/* A row that AFTER lacks, or no longer instruments, has the value 0 or a part: it would pass
   whatever function took its place.  Of other rows a profile lists only those that ran. */
static bool is_gone(const struct condition *c, const struct diff *d, const struct diff_row *row)
{
	if (!row->instrumented[DIFF_BEFORE] || row->instrumented[DIFF_AFTER])
		return false;
	return !d->sides[DIFF_AFTER].part &&
	       (!row->present[DIFF_AFTER] || (condition_is_count(c) && !c->event));
}

/* A pattern is gone with the last function that it matched, a name with the first. */
static const struct diff_row *find_gone(const struct condition *c, const struct diff *d)
{
	const struct diff_row *gone = NULL;

	for (size_t i = 0; i < d->functions.n; i++) {
		const struct diff_row *row = &d->functions.items[i];

		if (!matches(c, row))
			continue;
		if (is_gone(c, d, row))
			gone = gone ? gone : row;
		else if (c->glob && row->present[DIFF_AFTER])
			return NULL;
	}
	return gone;
}

/* Of an arc each end may be gone. */
static const struct diff_row *gone_of(const struct condition *c, const struct diff *d)
{
	const struct diff_row *gone;
	struct condition end = *c;
	const char *arrow;

	if (!c->pattern)
		return NULL;
	if (!c->arc)
		return find_gone(c, d);
	arrow = condition_find_arrow(c->pattern);
	end.pattern = gp_format("%.*s", (int)(arrow - c->pattern - 1), c->pattern);
	gone = find_gone(&end, d);
	free(end.pattern);
	end.pattern = (char *)arrow + 3;
	return gone ? gone : find_gone(&end, d);
}

static int check_there(const struct condition *c, const struct diff *d, struct gp_error *e)
{
	const struct diff_row *gone = gone_of(c, d);

	if (!gone)
		return 0;
	return gp_fail(e, "condition '%s': AFTER has no instrumented function '%s' any more: name "
		       "the function that replaced it, or drop the condition", c->text, gone->name);
}

static int check_counted(const struct condition *c, const struct diff *d, struct gp_error *e)
{
	char *who;
	int rc;

	if (!condition_is_figure(c->what))
		return 0;
	who = gp_format("condition '%s'", c->text);
	rc = diff_check_counted(d, c->what - DIFF_FIGURES, who, e);
	free(who);
	return rc;
}

static int check(const struct condition *c, const struct diff *d, const struct told *to,
		 struct gp_error *e)
{
	const struct diff_rows *rows = c->arc ? &d->arcs : &d->functions;
	const struct diff_row *uncounted = NULL, *untimed = NULL;
	bool found = !c->pattern;

	if (check_whole(c, d, e) < 0 || check_both(c, d, e) < 0 || check_solved(c, d, e) < 0 ||
	    check_counted(c, d, e) < 0 || check_there(c, d, e) < 0)
		return -1;
	if (!c->pattern) {
		if (check_known(c, &d->all, e) < 0)
			return -1;
		check_row(c, d, &d->all, to);
	}
	for (size_t i = 0; c->pattern && i < rows->n; i++) {
		if (!matches(c, &rows->items[i]))
			continue;
		/* A pattern may well match a function of a library, too. */
		if (!c->glob && (check_known(c, &rows->items[i], e) < 0 ||
				 check_timed(c, &rows->items[i], e) < 0))
			return -1;
		if (condition_is_length(c->what) && !is_timed(&rows->items[i])) {
			untimed = &rows->items[i];
			continue;
		}
		if (c->what == DIFF_INSTRUCTIONS && !diff_has_instructions(&rows->items[i])) {
			uncounted = &rows->items[i];
			continue;
		}
		found = true;
		check_row(c, d, &rows->items[i], to);
	}
	if (!found && uncounted)
		return check_known(c, uncounted, e);
	if (!found && untimed)
		return check_timed(c, untimed, e);
	if (!found)
		return gp_fail(e, "condition '%s': no %s of this name on either side", c->text,
			       c->arc ? "arc" : "function");
	return 0;
}

int condition_check(const struct condition *c, const struct diff *d, FILE *out, FILE *undecided,
		    size_t *failed, struct gp_error *e)
{
	const struct told to = { out, undecided, failed };
	struct condition named = *c;
	int rc;

	if (!c->pattern)
		return check(c, d, &to, e);
	rc = condition_find_pattern(&named, d, e);
	if (rc == 0)
		rc = check(&named, d, &to, e);
	free(named.pattern);
	return rc;
}
