/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * terminal.h - how wide lines may be, and of which signs.
 */
#ifndef GPROF_TEXT_TERMINAL_H
#define GPROF_TEXT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Columns of the terminal that 'fd' is, as COLUMNS says or the terminal itself; 0: not known,
   or no terminal. */
size_t terminal_width(int fd);

/* Returns true if text is UTF-8, as the locale says: signs beyond ASCII can be shown. */
bool terminal_is_utf8(void);

#endif
