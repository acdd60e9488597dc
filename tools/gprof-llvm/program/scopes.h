/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * scopes.h - where code was written, as DWARF tells: line by line, and through all levels
 * of inlining.
 *
 *	scopes_init()
 *	scopes_at(), scopes_extent()   any number of times
 *	scopes_release()
 *
 * The tree of a compilation unit is read when an address in it is first asked for:
 * O(its entries).  A look-up is O(log pieces of code + depth of inlining).
 */
#ifndef GPROF_PROGRAM_SCOPES_H
#define GPROF_PROGRAM_SCOPES_H

#include "base/interval_nesting.h"
#include "program/program.h"

#define SCOPES_MOST 32 /* levels told; of deeper inlining those that are further out are not */

/* A function as it was written; instances of a template are several. */
struct scope_function {
	const char *linkage; /* name for the linker, else the name */
	const char *file;    /* of the definition, NULL: not known */
	uint32_t line;
};

/* A place in the source. */
struct scope_level {
	uint32_t function; /* position in scopes.functions, GP_NONE: not known */
	const char *file;  /* NULL: not known */
	uint32_t line;     /* 0: not known */
	uint32_t copy;     /* inlined: the number of the copy, of all; 0: it is not */
	bool near;         /* the code has no line: 'line' is that of code near it */
};

struct scope {
	struct nested_interval code;  /* depth 0: of a function, more: inlined */
	uint32_t function;
	uint32_t copy;       /* inlined: its number */
	const char *call_file; /* inlined: where the call was written, or NULL */
	uint32_t call_line;
};

struct scope_unit {
	uint32_t object;
	struct scope *items; /* as nesting_sort() orders them */
	size_t n, room;
};

struct scopes {
	const struct program *p;
	struct scope_function *functions;
	size_t nfunctions, functions_room;
	uint32_t ncopies;       /* that were inlined */
	struct gp_map by_entry; /* entry of DWARF -> functions */
	struct scope_unit *units;
	size_t nunits, units_room;
	struct gp_map by_unit;  /* entry of DWARF -> units */
};

void scopes_init(struct scopes *s, const struct program *p);

/*
 * Where the code at an address of an object was written: the innermost function first, then
 * the calls in whose place it stands.  Returns the number of levels; 0: nothing is known.
 *
 * Code that the compiler made of several lines, or of none, has line 0 in the table.  It is of
 * the line of the nearest code before it that was written in the same function, else of the
 * nearest after it, else of the line that the function begins with.
 */
size_t scopes_at(struct scopes *s, uint32_t object, uint64_t address,
		 struct scope_level levels[SCOPES_MOST]);

/* Widens *first .. *last, lines of its function's file, by those of a piece's own code. */
void scopes_extent(struct scopes *s, const struct scope_unit *unit, uint32_t scope,
		   uint32_t *first, uint32_t *last);

void scopes_release(struct scopes *s);

#endif
