/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * line_symbols.h - files and lines of the functions of the drop-in for GNU gprof, and
 * symbols for lines (--line): one wherever function, file or line changes.
 *
 *	gnu_line_symbols_locate() before gnu_table_finish(), gnu_line_symbols_add()
 *	after it, and then gnu_table_finish() again
 *
 * Functions stay; a line that begins where one does gives way to it.  Names of line
 * symbols live as long as the struct gnu_where.
 */
#ifndef GNU_LINE_SYMBOLS_H
#define GNU_LINE_SYMBOLS_H

#include "gprof/symbols/symbols.h"
#include "gprof/symbols/where.h"

/* Sets file and line of the symbols that 'wanted' (NULL: all) says.  Sources are entered in the
   table in the order of its symbols, the same as GNU gprof's as long as the table is not
   finished. */
void gnu_line_symbols_locate(struct gnu_table *t, struct gnu_where *w,
			     bool (*wanted)(const void *context, uint32_t symbol),
			     const void *context);

int gnu_line_symbols_add(struct gnu_table *t, struct gnu_where *w, struct gp_error *e);

#endif
