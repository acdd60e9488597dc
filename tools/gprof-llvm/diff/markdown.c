/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * markdown.c - the differences as a comment on a change; see diff.h.
 *
 * Services limit the size of comments.  A row that does not fit is left out whole, and the last
 * line says how many are.  The tables are in the order of interest: times of functions, calls of
 * functions, calls of arcs.
 */
#include "diff/diff.h"
#include "text/escape.h"
#include "text/markdown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESERVE 200 /* bytes, for the last line */
#define NAME 300    /* bytes of a name, as it is printed */

struct comment {
	FILE *out;
	const struct measure *measure;
	size_t left;    /* bytes */
	size_t dropped; /* rows */
};

/* Writes a text that is freed, or counts it as left out. */
static void put(struct comment *c, char *text)
{
	size_t n = strlen(text);

	if (n > c->left || c->dropped) {
		c->dropped++;
	} else {
		fputs(text, c->out);
		c->left -= n;
	}
	free(text);
}

/* The beginning of a long name, without a part of an entity or of a character. */
static char *name_of(const struct diff_row *row)
{
	char *name = markdown_text(row->name), *cut;
	size_t n = NAME;

	if (strlen(name) <= NAME)
		return name;
	for (size_t i = 0; i < 8 && n; i++)
		if (name[n - i] == '&') {
			n -= i;
			break;
		}
	while (n && (name[n] & 0xc0) == 0x80)
		n--;
	cut = gp_format("%.*s...", (int)n, name);
	free(name);
	return cut;
}

/* "+12.5 %", or what there is to say instead. */
static char *percent_of(const struct diff_row *row, const struct diff_value *v)
{
	if (!row->present[DIFF_BEFORE])
		return gp_strdup("new");
	if (!row->present[DIFF_AFTER])
		return gp_strdup("gone");
	if (v[DIFF_BEFORE].mean > 0)
		return gp_format("%+.1f %%", 100 * diff_change(v) / v[DIFF_BEFORE].mean);
	return gp_strdup("");
}

/* "1.000 | 2.000 | +1.000 +- 0.100" */
static char *times_of(const struct measure *m, const struct diff_value *v)
{
	int n = measure_decimals(m, 3);

	return gp_format("%.*f | %.*f | %+.*f \u00b1 %.*f", n,
			 measure_units(m, v[DIFF_BEFORE].mean), n,
			 measure_units(m, v[DIFF_AFTER].mean), n, measure_units(m, diff_change(v)),
			 n, measure_units(m, DIFF_SURE * diff_error(v)));
}

static void put_time_row(struct comment *c, const struct diff_row *row)
{
	const struct diff_value(*v)[DIFF_SIDES] = row->values;
	char *name = name_of(row), *percent = percent_of(row, v[DIFF_SELF]);
	char *self = times_of(c->measure, v[DIFF_SELF]);
	char *total = times_of(c->measure, v[DIFF_TOTAL]);

	put(c, gp_format("| %s | %s | %s | %s |\n", self, percent, total, name));
	free(percent);
	free(name);
	free(self);
	free(total);
}

static void put_count_row(struct comment *c, const struct diff_row *row,
			  const struct diff_value *v)
{
	char *name = name_of(row), *percent = percent_of(row, v);

	put(c, gp_format("| %.*f | %.*f | %+.*f | %s | %s |\n", v[0].mean != rint(v[0].mean),
			 v[0].mean, v[1].mean != rint(v[1].mean), v[1].mean,
			 diff_change(v) != rint(diff_change(v)), diff_change(v), percent, name));
	free(percent);
	free(name);
}

/* "+12" */
static char *change_of(const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];
	double low = a->low - b->high, high = a->high - b->low;

	if (low == high)
		return b->low > 0 ? gp_format("%+.0f | %+.2f %%", low, 100 * low / b->low)
				  : gp_format("%+.0f |", low);
	return gp_strdup(low > 0 ? "more |" : high < 0 ? "less |" : "may be the same |");
}

static void put_executed_row(struct comment *c, const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];
	char *before = diff_span_text(b), *after = diff_span_text(a);
	char *name = name_of(row), *change = change_of(row);

	put(c, gp_format("| %s | %s | %s | %s |\n", before, after, change, name));
	free(before);
	free(after);
	free(name);
	free(change);
}

static void put_row(struct comment *c, const struct diff_row *row, enum diff_quantity by)
{
	if (by == DIFF_INSTRUCTIONS)
		put_executed_row(c, row);
	else if (by == DIFF_CALLS)
		put_count_row(c, row, row->values[DIFF_CALLS]);
	else if (by >= DIFF_FIGURES)
		put_count_row(c, row, row->figures[by - DIFF_FIGURES]);
	else
		put_time_row(c, row);
}

static void put_table(struct comment *c, const struct diff_rows *rows, enum diff_quantity by,
		      size_t limit, const char *title, const char *head)
{
	struct diff_order *order = diff_sort(rows, by);
	double least = by == DIFF_TOTAL ? DIFF_SURE : 0;
	char *chance = by == DIFF_TOTAL ? diff_chance_text(rows) : NULL;
	size_t n = 0;

	while (n < rows->n && order[n].significance >= least && order[n].significance > 0)
		n++;
	if (!n)
		put(c, gp_format("\n%s: none\n", title));
	else
		put(c, gp_format("\n%s: %zu%s%s\n\n%s", title, n, chance ? "; " : "",
				 chance ? chance : "", head));
	free(chance);
	for (size_t i = 0; i < n; i++) {
		if (limit && i >= limit) {
			put(c, gp_format("\nand %zu more (--limit=0)\n", n - i));
			break;
		}
		put_row(c, order[i].row, by);
	}
	free(order);
}

static void put_side(struct comment *c, const char *name, const struct diff_side *s)
{
	char *program = markdown_text(s->program ? s->program : "");
	char *asked = markdown_text(s->asked ? s->asked : "");
	char *sampled = measure_text(c->measure, s->sampled, 3);

	put(c, gp_format("- %s: %s, %zu run%s, %s%s%s\n", name, program, s->files,
			 s->files == 1 ? "" : "s", s->samples ? sampled : "no samples",
			 *asked ? "; only " : "", asked));
	free(sampled);
	free(program);
	free(asked);
}

/* Each line as a row of a list. */
static void put_notes(struct comment *c, const char *notes)
{
	for (const char *end; *notes; notes = end + (*end == '\n')) {
		char *line, *safe;

		end = strchrnul(notes, '\n');
		line = gp_format("%.*s", (int)(end - notes), notes);
		safe = markdown_text(line);
		put(c, gp_format("- %s\n", safe));
		free(line);
		free(safe);
	}
}

static const char time_head[] =
	"| self before, %s | after | change | | total before, %s | after | change | function |\n"
	"|---:|---:|---:|---:|---:|---:|---:|:---|\n";

static const char call_head[] = "| calls before | after | change | | %s |\n"
				"|---:|---:|---:|---:|:---|\n";

static const char executed_head[] =
	"| instructions before | after | change | | function |\n|---:|---:|---:|---:|:---|\n";

static void put_instructions(struct comment *c, const struct diff *d, size_t limit)
{
	char *note;
	size_t size;
	FILE *out = gp_text_open(&note, &size);

	diff_print_instructions(d, out);
	gp_text_close(out, &note);
	put_notes(c, note);
	free(note);
	put(c, gp_format("\n%s", executed_head));
	put_executed_row(c, &d->all);
	put_table(c, &d->functions, DIFF_INSTRUCTIONS, limit,
		  "Functions with other numbers of instructions", executed_head);
}

static void put_figures(struct comment *c, const struct diff *d, const struct diff_tables *tables)
{
	const char *what = figure_title(tables->figure);
	char *head = gp_format("| %s: before | after | change | | function |\n"
			       "|---:|---:|---:|---:|:---|\n", what);
	char *title = gp_format("%s: functions with other numbers", what);

	put(c, gp_format("\n%s", head));
	put_count_row(c, &d->all, d->all.figures[tables->figure]);
	put_table(c, &d->functions, DIFF_FIGURES + tables->figure, tables->limit, title, head);
	free(head);
	free(title);
}

void diff_markdown(const struct diff *d, FILE *out, const struct diff_tables *tables,
		   const char *notes)
{
	struct comment c = { .out = out, .measure = d->measure, .left = DIFF_COMMENT - RESERVE };
	char *times = gp_format(time_head, d->measure->unit, d->measure->unit);
	char *functions = gp_format(call_head, "function");
	char *arcs = gp_format(call_head, "caller -> callee");
	char *attribution = diff_attribution(d);

	put_side(&c, "before", &d->sides[DIFF_BEFORE]);
	put_side(&c, "after", &d->sides[DIFF_AFTER]);
	if (tables && !tables->instructions && !tables->figure)
		put_notes(&c, attribution);
	if (tables && d->inlines)
		put_notes(&c, DIFF_INLINES "\n");
	put_notes(&c, notes);
	if (tables && tables->instructions)
		put_instructions(&c, d, tables->limit);
	else if (tables && tables->figure)
		put_figures(&c, d, tables);
	else if (tables)
		put_table(&c, &d->functions, DIFF_TOTAL, tables->limit,
			  measure_is_time(d->measure)
				  ? "Functions whose time differs by more than its error"
				  : "Functions whose events differ by more than their error",
			  times);
	if (tables) {
		put_table(&c, &d->functions, DIFF_CALLS, tables->limit,
			  "Functions with other numbers of calls", functions);
		put_table(&c, &d->arcs, DIFF_CALLS, tables->limit,
			  "Arcs with other numbers of calls", arcs);
	}
	if (c.dropped)
		gprintf(out, "\n%zu more lines are left out: a comment has at most %d bytes\n",
			c.dropped, DIFF_COMMENT);
	free(times);
	free(functions);
	free(arcs);
	free(attribution);
}
