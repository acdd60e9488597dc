/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * screen.h - the table of `gprof-llvm top` on a terminal that is repainted.
 *
 * screen.c does it with curses; screen_none.c is built where there is none, and
 * says so.
 */
#ifndef GPROF_TOP_SCREEN_H
#define GPROF_TOP_SCREEN_H

#include "top/top.h"

struct screen_options {
	double delay; /* s between refreshes */
	long count;   /* refreshes, 0: until the process ends or 'q' */
};

/*
 * Runs until the process ends, the user quits or 'count' is reached.  Returns 0, or -1
 * when the terminal cannot be used or the profile cannot be read.  SIGINT and SIGTERM
 * give the terminal back and end the tool.
 */
int screen_run(struct top *t, const struct screen_options *o, struct gp_error *e);

#endif
