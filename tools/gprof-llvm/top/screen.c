/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * screen.c - see screen.h.
 *
 * A key is waited for until the next refresh is due; between two refreshes only what
 * keys change is repainted.
 */
#include "top/screen.h"
#include "text/escape.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MIN_DELAY 0.1
#define MAX_DELAY 600
#define MAX_SHARE 0.1 /* of a processor that refreshes may take */
#define FIRST_ROW 5
#define REPAINT ('L' & 31) /* control-L, as everywhere */

struct screen {
	struct top *top;
	double delay; /* s */
	bool paused;
	bool quit;
};

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static void put(int row, const char *line, int attribute)
{
	char *text = escape_text(line);

	attrset(attribute);
	mvaddnstr(row, 0, text, COLS);
	free(text);
	attrset(A_NORMAL);
}

static void paint(const struct screen *s)
{
	char line[1024], keys[160];

	erase();
	top_head(s->top, line, sizeof line);
	put(0, line, A_BOLD);
	snprintf(keys, sizeof keys, "%s, sorted by %s, every %.1f s   q quit  s sort  p pause  "
		 "+ slower  - faster", s->paused ? "paused" : "running",
		 top_column_name(s->top->by), s->delay);
	put(1, keys, A_NORMAL);
	top_covers(s->top, line, sizeof line);
	put(2, line, A_NORMAL);
	top_columns(s->top, line, sizeof line);
	put(3, line, A_REVERSE);
	top_line(s->top, &s->top->all, line, sizeof line);
	put(4, line, A_BOLD);
	for (size_t i = 0; i < s->top->nrows && FIRST_ROW + (int)i < LINES; i++) {
		top_line(s->top, &s->top->rows[i], line, sizeof line);
		put(FIRST_ROW + (int)i, line, A_NORMAL);
	}
	refresh();
}

static void press(struct screen *s, int key)
{
	switch (key) {
	case 'q':
	case 'Q':
		s->quit = true;
		return;
	case 's':
		s->top->by = (s->top->by + 1) % TOP_COLUMNS;
		top_sort(s->top);
		break;
	case 'p':
	case ' ':
		s->paused = !s->paused;
		break;
	case '+':
		s->delay = s->delay * 2 > MAX_DELAY ? MAX_DELAY : s->delay * 2;
		break;
	case '-':
		s->delay = s->delay / 2 < MIN_DELAY ? MIN_DELAY : s->delay / 2;
		break;
	case REPAINT:
		clearok(curscr, TRUE);
		break;
	case KEY_RESIZE:
		break;
	default:
		return;
	}
	paint(s);
}

/* Until the next refresh is due, or the process has ended. */
static void wait_for_keys(struct screen *s)
{
	double start = seconds(), least = s->top->cost / 1e9 / MAX_SHARE, left;

	for (;;) {
		left = start + (s->delay > least ? s->delay : least) - seconds();
		if (s->quit || !live_runs(&s->top->live) || (left <= 0 && !s->paused))
			return;
		timeout(left > 0 && left < 0.2 ? (int)(left * 1000) + 1 : 200);
		press(s, getch());
	}
}

static int run(struct screen *s, const struct screen_options *o, struct gp_error *e)
{
	for (long i = 1;; i++) {
		if (top_refresh(s->top, e) < 0)
			return -1;
		paint(s);
		if (i == o->count || !live_runs(&s->top->live))
			return 0;
		wait_for_keys(s);
		if (s->quit)
			return 0;
	}
}

int screen_run(struct top *t, const struct screen_options *o, struct gp_error *e)
{
	struct screen s = { .top = t, .delay = o->delay };
	const char *type = getenv("TERM");
	SCREEN *terminal = newterm(NULL, stdout, stdin);
	int rc;

	if (!terminal)
		return gp_fail(e, "unknown terminal type '%s': use `gprof-llvm top --batch'",
			       type ? type : "");
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	curs_set(0);
	rc = run(&s, o, e);
	endwin();
	delscreen(terminal);
	return rc;
}
