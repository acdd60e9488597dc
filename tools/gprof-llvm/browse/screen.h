/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * screen.h - what browse.h shows, as lines of text that fit the screen.
 *
 * A line is UTF-8 without anything that steers a terminal, and has at most as many columns
 * as the screen.  The row selected begins with '>'.
 */
#ifndef GPROF_BROWSE_SCREEN_H
#define GPROF_BROWSE_SCREEN_H

#include "browse/browse.h"

enum screen_style {
	SCREEN_PLAIN,
	SCREEN_TITLE,
	SCREEN_COLUMNS,  /* names of columns */
	SCREEN_SELECTED, /* the row selected */
	SCREEN_STATUS,
};

struct screen_line {
	char *text;
	enum screen_style style;
	enum paint paint; /* of a row, by its share of the time */
};

/* Lines of the screen, as many as it has; to be released. */
struct screen_line *screen_lines(const struct browse *b);
void screen_release(struct screen_line *lines, const struct browse *b);

/* A text escaped and cut to so many columns; takes the text over. */
char *screen_fit(char *text, size_t columns);

#endif
