/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * screen_none.c - see screen.h: this tool was built without curses.
 */
#include "top/screen.h"

int screen_run(struct top *t, const struct screen_options *o, struct gp_error *e)
{
	(void)t;
	(void)o;
	return gp_fail(e, "this tool was built without libncurses-dev: use `gprof-llvm top "
		       "--batch'");
}
