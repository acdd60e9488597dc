/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * terminal.h - browse.h on a terminal.
 *
 * terminal.c does it with curses; terminal_none.c is built where there is none, and says so.
 */
#ifndef GPROF_BROWSE_TERMINAL_H
#define GPROF_BROWSE_TERMINAL_H

#include "browse/browse.h"

/* Until the reader quits.  Returns 0, or -1 when the terminal cannot be used.  SIGINT and SIGTERM
   give the terminal back and end the tool. */
int terminal_run(struct browse *b, struct gp_error *e);

/* Returns true if there is one that can be used, before anything is read. */
int terminal_check(struct gp_error *e);

#endif
