/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * screen.c - see screen.h.
 */
#include "browse/screen.h"
#include "browse/pane.h"
#include "text/escape.h"
#include "text/size.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Decodes one character of valid UTF-8; returns its bytes. */
static size_t decode(const char *text, wchar_t *c)
{
	unsigned char lead = *text;
	size_t n = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

	*c = n == 1 ? lead : lead & (0x7f >> n);
	for (size_t i = 1; i < n; i++)
		*c = *c << 6 | (text[i] & 0x3f);
	return n;
}

/* A tab is as wide as a terminal has it; what the locale cannot show becomes '?'. */
char *screen_fit(char *text, size_t columns)
{
	char *from = escape_owned(text), *fit = gp_alloc(strlen(from) + columns + 1, 1), *to = fit;
	size_t used = 0, n;
	wchar_t c;

	for (const char *at = from; *at; at += n) {
		int width;

		n = decode(at, &c);
		width = wcwidth(c);
		if (used + (width < 0 ? 1 : width) > columns)
			break;
		used += width < 0 ? 1 : width;
		if (width < 0)
			*to++ = '?';
		else
			to = mempcpy(to, at, n);
	}
	*to = '\0';
	free(from);
	return fit;
}

/* ------------------------------------------------------------------ */

/* All that is measured. */
static char *whole_of(const struct browse *b)
{
	const struct program *p = b->report.program;
	char *all, *whole, size[SIZE_TEXT];

	if (b->instructions)
		return gp_format("%s %s", b->whole, b->measure->unit);
	size_text(p->total, size);
	if (measure_is_bytes(b->measure))
		return gp_format("%s (%s)", size, b->measure->name);
	all = measure_text(b->measure, p->total, 3);
	if (b->measure->counted)
		whole = gp_format("%s (%s)", all, b->measure->name);
	else
		whole = gp_format("%s in %llu sample%s", all, (unsigned long long)p->samples,
				  p->samples == 1 ? "" : "s");
	free(all);
	return whole;
}

static char *title(const struct browse *b)
{
	bool of_function = b->pane == PANE_ENTRY || b->pane == PANE_LINES;
	char *whole = whole_of(b), *text = gp_format("%s%s%s - %s - %s", pane_of(b)->title,
			       of_function ? " of " : "",
			       of_function ? b->report.names[b->node] : "", b->name, whole);

	free(whole);
	return text;
}

static char *status(const struct browse *b)
{
	const struct browse_list *l = &b->lists[b->pane];
	char *hidden = NULL, *text;

	if (b->typing)
		return gp_format("/%s", b->typed);
	if (b->message)
		return gp_strdup(b->message);
	if (b->pane == PANE_FUNCTIONS && b->hidden)
		hidden = gp_format(" (%zu more without %s: z)", b->hidden,
				   measure_is_time(b->measure) ? "time" : b->measure->units);
	text = gp_format("%zu of %zu%s   h keys  q quit  Enter callers and callees  f functions  "
			 "t tree  a lines  / search", l->n ? l->at + 1 : 0, l->n,
			 hidden ? hidden : "");
	free(hidden);
	return text;
}

static void put(struct screen_line *line, const struct browse *b, enum screen_style style,
		char *text)
{
	*line = (struct screen_line){ screen_fit(text, b->columns), style, PAINT_OFF };
}

static void put_rows(struct screen_line *lines, const struct browse *b)
{
	const struct browse_list *l = &b->lists[b->pane];
	const struct pane *p = pane_of(b);
	size_t rows = pane_rows(b);

	for (size_t i = 0; i < rows; i++) {
		size_t row = l->top + i;

		if (row >= l->n) {
			put(&lines[i], b, SCREEN_PLAIN, gp_strdup(""));
			continue;
		}
		put(&lines[i], b, row == l->at ? SCREEN_SELECTED : SCREEN_PLAIN, p->text(b, row));
		if (row == l->at && *lines[i].text == ' ')
			*lines[i].text = '>';
		lines[i].paint = paint_of_share(p->share(b, row));
	}
}

struct screen_line *screen_lines(const struct browse *b)
{
	struct screen_line *lines = gp_alloc(b->lines, sizeof *lines), *next = lines;

	if (b->lines >= 5) {
		put(next++, b, SCREEN_TITLE, title(b));
		put(next++, b, SCREEN_COLUMNS, pane_of(b)->head(b));
	}
	put_rows(next, b);
	if (b->lines > 1)
		put(&lines[b->lines - 1], b, SCREEN_STATUS, status(b));
	return lines;
}

void screen_release(struct screen_line *lines, const struct browse *b)
{
	for (size_t i = 0; i < b->lines; i++)
		free(lines[i].text);
	free(lines);
}
