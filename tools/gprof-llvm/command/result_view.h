/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * result_view.h - how a command prints a result (analysis/result.h).  The command's struct
 * result_view says which facts it needs and how it prints them.  result_view_run() does the rest
 * for all commands: progress, pager, release, and their order.
 */
#ifndef GPROF_COMMAND_RESULT_VIEW_H
#define GPROF_COMMAND_RESULT_VIEW_H

#include "analysis/result.h"

/* A row: what the command's file fills in.  'arguments' are those of the command. */
struct result_view {
	unsigned needs;      /* enum result_need, beside those of options */
	const char *writing; /* what progress says while it prints, such as "drawing" */
	/* Makes what will be printed, while nothing is yet; NULL: there is nothing to make. */
	int (*prepare)(void *arguments, const struct result *r, struct gp_error *e);
	int (*print)(void *arguments, const struct result *r, struct gp_error *e);
	/* After prepare(), one that failed too; or NULL. */
	void (*release)(void *arguments);
};

/* Makes the result and prints it, by way of the pager if 'paged'. */
int result_view_run(const struct result_view *v, struct request *q, bool paged, void *arguments,
	     struct gp_error *e);

#endif
