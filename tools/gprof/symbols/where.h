/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * where.h - which function, file and line an address of the program comes from, by its
 * debug information (libdw; in the program, or found by build-id or debuglink).
 *
 *	gnu_where_open(), finds, at most one walk, gnu_where_close()
 *
 * The function is the innermost inlined one.  With 'exact' the answers are BFD's, which GNU gprof
 * asks:
 *
 *	the function is the one with the shortest range there
 *	a function without a name for the linker has, the first time it is asked for,
 *	the name of the symbol of the code around it
 *	code of line 0 is said to be of no line at all: what comes before it goes on
 *
 * Opening reads the heads of the compilation units; a unit is read when an address
 * of it is first asked for.  A find is O(log n) in the rows of its unit and the
 * nested functions there; a walk is linear in all rows and functions.
 */
#ifndef GNU_WHERE_H
#define GNU_WHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gnu_where;

struct gnu_line {
	const char *file;     /* as given to the compiler, with the directory it ran in */
	const char *function; /* mangled */
	int line;             /* in the file, from 1; 0: the compiler's own code */
};

/* 'elf' is an Elf * that stays open, 'path' where it is from; section .text is
   [text, text_end).  Without debug information every find says no. */
struct gnu_where *gnu_where_open(void *elf, const char *path, uint64_t text, uint64_t text_end,
				 bool exact);
void gnu_where_close(struct gnu_where *l);

/* Returns true if file, function and line are known.  The strings live until the end. */
bool gnu_where_find(struct gnu_where *l, uint64_t address, struct gnu_line *line);

/* Calls 'each' where in .text a new function, file or line begins, ascending; returns
   how many there are.  With 'exact' GNU gprof's first count of them is returned, which
   can be another number: it then gives up. */
size_t gnu_where_walk(struct gnu_where *l,
		      void (*each)(void *context, uint64_t address, const struct gnu_line *line),
		      void *context);

#endif
