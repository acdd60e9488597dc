/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * terminal_none.c - see terminal.h: this tool was built without curses.
 */
#include "browse/terminal.h"

int terminal_check(struct gp_error *e)
{
	return gp_fail(e, "this tool was built without libncurses-dev: use `gprof-llvm report'");
}

int terminal_run(struct browse *b, struct gp_error *e)
{
	(void)b;
	return terminal_check(e);
}
