/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.c - the pane of a function's source with its figures: what `gprof-llvm annotate` prints of
 * it.
 */
#include "annotate/print.h"
#include "analysis/sources.h"
#include "browse/pane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXT 3 /* lines around those with figures */

/* The reason why the function has no lines, or NULL. */
static char *refusal(const struct browse *b)
{
	const struct request *q = b->result->request;

	if (b->report.program->sum)
		return gp_strdup("a merged profile has no lines");
	if (q->join.inlines)
		return gp_strdup("no lines with --inlines: lines of inlined functions are "
				 "always apart");
	if (q->join.event && q->join.event->figure && selection_is_part(&b->result->selection))
		return gp_format("no lines of a part that filters keep: the %s of a line have no "
				 "stacks", b->measure->samples);
	if (b->result->selection.hides)
		return gp_strdup("no lines with --hide: time belongs to the line where it was "
				 "spent");
	if (program_is_row(b->report.program, b->node))
		return gp_format("'%s' is not a function", b->report.names[b->node]);
	if (b->report.program->functions[b->node].object == GP_NONE)
		return gp_format("no lines: '%s' is in no file that was read",
				 b->report.names[b->node]);
	return NULL;
}

struct noting {
	struct browse *b;
	FILE *out;
};

static void note_hot(void *noting, double weight)
{
	struct noting *n = noting;
	long at = ftell(n->out);

	if (at >= 0)
		*gp_push(n->b->hot, n->b->nhot, n->b->hot_room) = (struct hot_line){ at, weight };
}

static void print(struct browse *b, FILE *out)
{
	struct noting noting = { b, out };
	struct annotation a;
	struct sources sources;
	struct annotate_printing t = {
		.style = { .out = out, .brief = true, .names = b->report.options.names,
			   .context = CONTEXT, .width = b->columns - 1 },
		.a = &a, .sources = &sources, .at_row = note_hot, .context = &noting,
	};
	uint32_t function;

	annotation_init(&a, b->report.program, &b->result->selection, false);
	annotation_collect(&a);
	if (b->instructions)
		annotation_execute(&a, b->result->executions);
	function = annotation_function(&a, b->node);
	a.functions[function].chosen = true;
	annotation_calls(&a);
	sources_init(&sources, b->places, sources_kept(a.p));
	annotate_print_functions(&t, &function, 1);
	sources_release(&sources);
	annotation_release(&a);
}

static void split(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_LINES];

	l->n = l->at = l->top = 0;
	for (char *line = b->text, *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		*gp_push(b->text_lines, l->n, b->text_room) = line;
	}
}

static int by_weight(const void *x, const void *y, void *unused)
{
	const struct hot_line *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* Bytes become lines. */
static void rank_hot(struct browse *b)
{
	size_t line = 0;

	for (size_t i = 0; i < b->nhot; i++) {
		while (line + 1 < b->lists[PANE_LINES].n &&
		       b->text_lines[line + 1] <= b->text + b->hot[i].at)
			line++;
		b->hot[i].at = line;
	}
	gp_sort(b->hot, b->nhot, sizeof *b->hot, by_weight, NULL);
}

static int open_lines(struct browse *b)
{
	char *why = refusal(b), *text = NULL;
	size_t size;
	FILE *out;

	if (why) {
		pane_set_message(b, why);
		return -1;
	}
	if (b->text_node == b->node)
		return 0;
	b->nhot = 0;
	out = gp_text_open(&text, &size);
	print(b, out);
	gp_text_close(out, &text);
	free(b->text);
	b->text = text;
	b->text_node = b->node;
	split(b);
	rank_hot(b);
	if (b->nhot)
		b->lists[PANE_LINES].at = b->hot[0].at;
	return 0;
}

/* ------------------------------------------------------------------ keys */

/* Lines of instructions have time, too. */
static const char *what_of(const struct browse *b)
{
	return b->instructions || measure_is_time(b->measure) ? "time" : b->measure->name;
}

/* H: the line with the most time; Tab: the next by time, Shift-Tab the one before. */
static bool key_of_lines(struct browse *b, int key)
{
	size_t rank = 0;

	if (key != 'H' && key != BROWSE_TAB && key != BROWSE_BACK_TAB)
		return false;
	if (!b->nhot) {
		pane_set_message(b, gp_format("no %s are in these lines", b->measure->samples));
		return true;
	}
	while (rank < b->nhot && b->hot[rank].at != b->lists[PANE_LINES].at)
		rank++;
	if (key == 'H' || rank == b->nhot)
		rank = 0;
	else if (key == BROWSE_TAB && rank + 1 < b->nhot)
		rank++;
	else if (key == BROWSE_BACK_TAB && rank)
		rank--;
	pane_select(b, b->hot[rank].at);
	pane_set_message(b, gp_format("%zu of %zu by %s", rank + 1, b->nhot, what_of(b)));
	return true;
}

/* ------------------------------------------------------------------ */

static char *head(const struct browse *b)
{
	return b->instructions
		       ? gp_strdup("source lines, with executions, time and calls")
		       : gp_format("source lines, with %s and calls", what_of(b));
}

static char *row_text(const struct browse *b, size_t row)
{
	return gp_format(" %s", b->text_lines[row]);
}

static const char *row_name(const struct browse *b, size_t row)
{
	return b->text_lines[row];
}

static uint32_t row_node(const struct browse *b, size_t row)
{
	(void)row;
	return b->node;
}

static double row_share(const struct browse *b, size_t row)
{
	(void)b;
	(void)row;
	return 0;
}

const struct pane pane_lines = { "lines", open_lines, head, row_text, row_name, row_node,
				 row_share, NULL, NULL, key_of_lines };
