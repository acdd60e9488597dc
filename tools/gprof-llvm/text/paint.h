/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * paint.h - colours of a report on a terminal.
 */
#ifndef GPROF_TEXT_PAINT_H
#define GPROF_TEXT_PAINT_H

#include <stdbool.h>

enum paint {
	PAINT_OFF,   /* back to plain text */
	PAINT_TITLE, /* of a section */
	PAINT_ENTRY, /* the line that an entry of the call graph is about */
	PAINT_HOT,   /* a large share of the time */
	PAINT_WARM,
	PAINT_LOSS,  /* what makes figures inexact */
	PAINTS,
};

enum paint_when { PAINT_AUTO, PAINT_ALWAYS, PAINT_NEVER };

/* Returns true if text on a descriptor is coloured: PAINT_AUTO is for terminals that are not
   dumb, unless NO_COLOR is set (no-color.org). */
bool paint_wanted(enum paint_when when, int fd);

/* The escape sequence, or "" if 'on' is false. */
const char *paint_code(bool on, enum paint p);

/* Of a share of the time, in per cent. */
enum paint paint_of_share(double percent);

#endif
