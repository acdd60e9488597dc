/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * terminal.c - see terminal.h.
 *
 * The whole screen is made again after each key; curses sends what has changed.
 */
#include "browse/terminal.h"
#include "browse/screen.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REPAINT ('L' & 31) /* control-L, as everywhere */
#define ESCAPE_MS 25       /* the rest of a key's sequence comes in that time */

enum { HOT = 1, WARM }; /* pairs of colours */

/* ------------------------------------------------------------------ keys */

/* The key of browse.h for a key of curses; 0: none. */
static int key_of(int key)
{
	static const struct {
		int from, to;
	} keys[] = {
		{ KEY_UP, BROWSE_UP },		{ KEY_DOWN, BROWSE_DOWN },
		{ KEY_LEFT, BROWSE_LEFT },	{ KEY_RIGHT, BROWSE_RIGHT },
		{ KEY_PPAGE, BROWSE_PAGE_UP },	{ KEY_NPAGE, BROWSE_PAGE_DOWN },
		{ KEY_HOME, BROWSE_HOME },	{ KEY_END, BROWSE_END },
		{ KEY_ENTER, BROWSE_ENTER },	{ '\n', BROWSE_ENTER },
		{ '\r', BROWSE_ENTER },		{ KEY_BACKSPACE, BROWSE_BACK },
		{ '\b', BROWSE_BACK },		{ 127, BROWSE_BACK },
		{ 27, BROWSE_ESCAPE },		{ '\t', BROWSE_TAB },
		{ KEY_BTAB, BROWSE_BACK_TAB },
		{ KEY_F(1), 'h' },
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].from == key)
			return keys[i].to;
	return key < 256 ? key : 0;
}

/* ------------------------------------------------------------------ the screen */

static void start_colours(void)
{
	if (!paint_wanted(PAINT_AUTO, STDOUT_FILENO) || !has_colors())
		return;
	start_color();
	use_default_colors();
	init_pair(HOT, COLOR_RED, -1);
	init_pair(WARM, COLOR_YELLOW, -1);
}

static int attribute_of(const struct screen_line *line)
{
	bool colours = COLOR_PAIRS > WARM && paint_wanted(PAINT_AUTO, STDOUT_FILENO);

	switch (line->style) {
	case SCREEN_TITLE:
		return A_BOLD;
	case SCREEN_COLUMNS:
		return A_UNDERLINE;
	case SCREEN_SELECTED:
		return A_REVERSE;
	default:
		break;
	}
	if (colours && line->paint == PAINT_HOT)
		return COLOR_PAIR(HOT);
	return colours && line->paint == PAINT_WARM ? COLOR_PAIR(WARM) : A_NORMAL;
}

static void paint(const struct browse *b)
{
	struct screen_line *lines = screen_lines(b);

	erase();
	for (size_t i = 0; i < b->lines; i++) {
		attrset(attribute_of(&lines[i]));
		mvaddstr((int)i, 0, lines[i].text);
	}
	attrset(A_NORMAL);
	refresh();
	screen_release(lines, b);
}

static void run(struct browse *b)
{
	browse_resize(b, LINES, COLS);
	while (!b->quit) {
		int key;

		paint(b);
		key = getch();
		if (key == ERR)
			return; /* the terminal has gone */
		if (key == REPAINT)
			clearok(curscr, TRUE);
		else if (key == KEY_RESIZE)
			browse_resize(b, LINES, COLS);
		else if (key_of(key))
			browse_key(b, key_of(key));
	}
}

int terminal_check(struct gp_error *e)
{
	const char *type = getenv("TERM");

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return gp_fail(e, "no terminal to browse in: use `gprof-llvm report'");
	if (!type || !*type || !strcmp(type, "dumb"))
		return gp_fail(e, "cannot paint on terminal type '%s': set TERM, or use "
			       "`gprof-llvm report'", type ? type : "");
	return 0;
}

int terminal_run(struct browse *b, struct gp_error *e)
{
	SCREEN *terminal = newterm(NULL, stdout, stdin);

	if (!terminal)
		return gp_fail(e, "unknown terminal type '%s': set TERM, or use `gprof-llvm "
			       "report'", getenv("TERM"));
	set_escdelay(ESCAPE_MS);
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	curs_set(0);
	start_colours();
	run(b);
	endwin();
	delscreen(terminal);
	return 0;
}
