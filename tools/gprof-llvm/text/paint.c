/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * paint.c - see paint.h.
 */
#include "text/paint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOT_PERCENT 10
#define WARM_PERCENT 2

bool paint_wanted(enum paint_when when, int fd)
{
	const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (when != PAINT_AUTO)
		return when == PAINT_ALWAYS;
	return isatty(fd) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}

const char *paint_code(bool on, enum paint p)
{
	static const char *const codes[PAINTS] = {
		[PAINT_OFF] = "\033[0m",      [PAINT_TITLE] = "\033[1m",
		[PAINT_ENTRY] = "\033[1m",    [PAINT_HOT] = "\033[1;31m",
		[PAINT_WARM] = "\033[33m",    [PAINT_LOSS] = "\033[33m",
	};

	return on ? codes[p] : "";
}

enum paint paint_of_share(double percent)
{
	if (percent >= HOT_PERCENT)
		return PAINT_HOT;
	return percent >= WARM_PERCENT ? PAINT_WARM : PAINT_OFF;
}
