/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * where_unit.h - what where.c keeps of a compilation unit: its line table, and the
 * addresses of its functions, inlined ones too.
 *
 *	where_unit_read(), finds, where_unit_release()
 */
#ifndef GNU_WHERE_UNIT_H
#define GNU_WHERE_UNIT_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WHERE_NO_FUNCTION ((size_t)-1)

/* Code from an address to the address of the next row. */
struct where_row {
	uint64_t address;
	const char *file; /* NULL: not known */
	int line;         /* 0: of none */
	bool end;         /* no code: the sequence ends here */
};

struct where_function {
	const char *name; /* for the linker if it has one; NULL: none */
	uint64_t low;     /* of its first range */
	bool linkage;     /* 'name' is the linkage name */
	bool inlined;     /* here, in the code of another */
	unsigned depth;   /* of its entry in the tree */
	size_t first_range, nranges;
};

/* A stretch of code of one function. */
struct where_range {
	uint64_t low, high; /* high exclusive */
	uint64_t highest;   /* of this and all ranges before it in the table */
	size_t function;
};

struct where_unit {
	Dwarf_Die die;
	bool read;
	char **files;   /* paths made here */
	size_t nfiles, files_room;
	struct where_row *rows; /* by address; one an address, but for ends */
	size_t nrows, rows_room;
	struct where_function *functions; /* in the order of the tree */
	size_t nfunctions, functions_room;
	struct where_range *ranges; /* by function until sorted, then by address */
	size_t nranges, ranges_room;
};

/*
 * Reads what is there; damaged entries are left out.  With 'exact' as BFD does:
 *
 *	of DWARF 5 the lines before the first choice of a file are of the unit's own
 *	file, not of file 1
 *	ranges given by an index are not read: of clang's DWARF 5, those of inlined
 *	functions in several pieces
 */
void where_unit_read(struct where_unit *u, bool exact);
void where_unit_release(struct where_unit *u);

/* The row of the code at an address, or NULL. */
const struct where_row *where_unit_row(const struct where_unit *u, uint64_t address);

/* The function at an address, the innermost, or with 'shortest' the one with the
   shortest range there; WHERE_NO_FUNCTION: none. */
size_t where_unit_function(const struct where_unit *u, uint64_t address, bool shortest);

#endif
