/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.h - source file and line of the symbols of the drop-in for GNU gprof, from the
 * program's DWARF line tables (libdw).  The address ranges of all units are read, and
 * the line tables of those only in which a wanted symbol lies.
 */
#ifndef GPROF_TOOL_GNU_LINES_H
#define GPROF_TOOL_GNU_LINES_H

#include "symbols.h"

/* Sets file and line of the symbols that 'wanted' (NULL: all) says; of those without line
   information they stay as they are.  Sources are entered in the table in the order of
   its symbols.  A program without or with damaged DWARF has no lines: no error. */
void gnu_lines_locate(struct gnu_table *t, struct gnu_image *image,
		      bool (*wanted)(const void *context, uint32_t symbol),
		      const void *context);

#endif
