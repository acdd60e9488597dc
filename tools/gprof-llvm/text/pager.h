/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pager.h - stdout through $PAGER, as long text is read on a terminal.
 *
 *	pager_begin()   before anything is printed
 *	pager_end()     waits until the reader has had enough
 *
 * A reader who leaves early ends the tool with SIGPIPE, as in any pipe.
 */
#ifndef GPROF_TEXT_PAGER_H
#define GPROF_TEXT_PAGER_H

#include <stdbool.h>
#include <sys/types.h>

struct pager {
	pid_t process; /* 0: none runs */
	int out;       /* what stdout was */
};

/*
 * Starts $PAGER, or less -FRX, if 'wanted' and stdout is a terminal.  An empty PAGER, or
 * cat, means none; so does a system that lets no process be made.
 */
void pager_begin(struct pager *p, bool wanted);

void pager_end(struct pager *p);

#endif
