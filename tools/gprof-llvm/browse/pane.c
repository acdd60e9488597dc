/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pane.c - figures, names and the selected row, as all panes print and move them; see pane.h.
 */
#include "browse/pane.h"
#include "executions/exact.h"
#include "text/short_name.h"
#include "text/size.h"

#include <stdlib.h>

#define WIDE 72     /* columns of a screen with room for all figures */
#define NARROW 48   /* with room for some */
#define WIDEST 112  /* with room for times per call */
#define ERRORS 80   /* with room for errors of times */
#define ERROR 8     /* columns of one */
#define SIZE_ERROR 11 /* the same of bytes, with their unit */
#define SECONDS 9   /* columns of an amount */
#define SHOWN 500   /* ns that are not shown as 0.000 s */
#define COUNT 13

void pane_set_message(struct browse *b, char *message)
{
	free(b->message);
	b->message = message;
}

double pane_percent(const struct browse *b, double weight)
{
	return measure_percent(weight, b->total);
}

const struct measured *pane_measured(const struct browse *b)
{
	return b->instructions ? NULL : b->result->measured;
}

int pane_amount_width(const struct browse *b)
{
	return b->measure->whole ? COUNT : SECONDS;
}

void pane_column(const struct browse *b, const char *what, char column[PANE_COLUMN])
{
	bool bytes = measure_is_bytes(b->measure);

	snprintf(column, PANE_COLUMN, "%s%s%s", what, bytes ? "" : " ",
		 bytes ? "" : b->measure->column);
}

double pane_least(const struct browse *b)
{
	return measure_is_time(b->measure) ? SHOWN : 1;
}

char *pane_amount(const struct browse *b, double weight)
{
	char size[SIZE_TEXT];

	if (measure_is_bytes(b->measure)) {
		size_text(weight, size);
		return gp_format("%*s", pane_amount_width(b), size);
	}
	return gp_format("%*.*f", pane_amount_width(b), measure_decimals(b->measure, 3),
			 measure_units(b->measure, weight));
}

char pane_own_mark(const struct browse *b, uint32_t node)
{
	const struct execution *e = executions_of(b->result->executions, node);

	if (!e)
		return ' ';
	if (e->function->state != BLOCKS_SOLVED || e->insns.how == SOLVED_NOT)
		return '+';
	return e->insns.how == SOLVED_ASSUMED ? '~' : ' ';
}

char pane_total_mark(const struct browse *b, uint32_t node)
{
	if (inclusive_is_average(&b->paths, node))
		return '~';
	return inclusive_is_open(&b->paths, node) ? '+' : ' ';
}

char *pane_per_call(const struct browse *b, double instructions, int64_t calls, bool average,
		      bool open)
{
	char *each = inclusive_each(&b->paths, instructions, calls, average, open);
	char *aligned = gp_format("%*s", PANE_EACH, each);

	free(each);
	return aligned;
}

char *pane_name(const struct browse *b, uint32_t node)
{
	uint32_t cycle;

	if (node == GP_NONE)
		return gp_strdup("<spontaneous>");
	cycle = b->report.graph->nodes[node].cycle;
	return cycle ? gp_format("%s <cycle %u>", b->report.names[node], cycle)
		     : gp_strdup(b->report.names[node]);
}

enum pane_room pane_room(const struct browse *b)
{
	return b->columns >= WIDE ? ROOM_ALL : b->columns >= NARROW ? ROOM_SOME : ROOM_FEW;
}

bool pane_is_wide(const struct browse *b)
{
	return b->columns >= WIDEST;
}

char *pane_each(const struct browse *b, const struct interval *i, int64_t calls)
{
	char text[INTERVAL_TEXT];
	struct interval each;

	if (calls <= 0 || !(i->value > 0) || !result_knows_each(b->result))
		return gp_format("%*s", PANE_EACH, "");
	each = interval_divided(i, calls);
	interval_brief(b->measure, &each, text);
	return gp_format("%*s", short_width(text, PANE_EACH), text);
}

int pane_error_width(const struct browse *b)
{
	if (b->columns < ERRORS || !pane_measured(b))
		return 0;
	return measure_is_bytes(b->measure) ? SIZE_ERROR : ERROR;
}

char *pane_error(const struct browse *b, const struct interval *i)
{
	int width = pane_error_width(b);
	char text[INTERVAL_TEXT] = "";

	char size[SIZE_TEXT];

	size_text((i->high - i->low) / 2, size);
	if (width && i->high > i->low && measure_is_bytes(b->measure))
		snprintf(text, sizeof text, "%s%s", interval_about(), size);
	else if (width && i->high > i->low)
		snprintf(text, sizeof text, "%s%.*f", interval_about(),
			 measure_decimals(b->measure, 3),
			 measure_units(b->measure, (i->high - i->low) / 2));
	return gp_format("%*s", short_width(text, width), text);
}

struct interval pane_total(const struct browse *b, double weight, const struct weight *w)
{
	if (!pane_measured(b) || !w || !(w->samples > 0))
		return interval_known(weight);
	return measured_stack_interval(b->report.program, w, &b->result->measured->all);
}

/* Two lines above them, one below, while there is room. */
size_t pane_rows(const struct browse *b)
{
	if (b->lines >= 5)
		return b->lines - 3;
	return b->lines > 1 ? b->lines - 1 : 1;
}

void pane_select(struct browse *b, size_t row)
{
	struct browse_list *l = pane_list(b);
	size_t rows = pane_rows(b);

	l->at = !l->n ? 0 : row < l->n ? row : l->n - 1;
	if (l->at < l->top)
		l->top = l->at;
	if (l->at >= l->top + rows)
		l->top = l->at - rows + 1;
	if (l->n <= rows)
		l->top = 0;
	else if (l->top > l->n - rows)
		l->top = l->n - rows;
}

uint32_t pane_selected_node(const struct browse *b)
{
	const struct browse_list *l = &b->lists[b->pane];

	return l->n ? pane_of(b)->node(b, l->at) : GP_NONE;
}
