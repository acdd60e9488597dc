/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inline_scopes.h - where code was written, by DWARF: line by line, and through all levels of
 * inlining.
 *
 *	inline_scopes_init()
 *	inline_scopes_at(), inline_scopes_extent()   any number of times
 *	inline_scopes_release()
 *
 * The tree of a compilation unit is read when an address in it is first asked for:
 * O(its entries).  A look-up is O(log pieces of code + depth of inlining).
 */
#ifndef GPROF_PROGRAM_INLINE_SCOPES_H
#define GPROF_PROGRAM_INLINE_SCOPES_H

#include "base/interval_nesting.h"
#include "program/program.h"

#define INLINE_SCOPES_MOST 32 /* levels; of deeper inlining the outermost are left out */

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
	bool near;         /* the code has no line: 'line' is the line of code near it */
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

struct inline_scopes {
	const struct program *p;
	struct scope_function *functions;
	size_t nfunctions, functions_room;
	uint32_t ncopies;       /* that were inlined */
	struct gp_map by_entry; /* entry of DWARF -> functions */
	struct scope_unit *units;
	size_t nunits, units_room;
	struct gp_map by_unit;  /* entry of DWARF -> units */
};

void inline_scopes_init(struct inline_scopes *s, const struct program *p);

/*
 * Where the code at an address of an object was written: the innermost function first, then
 * outwards the calls that the compiler inlined.  Returns the number of levels; 0: DWARF has no
 * entry.
 *
 * Code that the compiler made of several lines, or of none, has line 0 in the table.  It is of
 * the line of the nearest code before it that was written in the same function, else of the
 * nearest after it, else of the line that the function begins with.
 */
size_t inline_scopes_at(struct inline_scopes *s, uint32_t object, uint64_t address,
			struct scope_level levels[INLINE_SCOPES_MOST]);

/* Widens *first .. *last, lines of its function's file, by the lines of a scope's own code. */
void inline_scopes_extent(struct inline_scopes *s, const struct scope_unit *unit, uint32_t scope,
			  uint32_t *first, uint32_t *last);

void inline_scopes_release(struct inline_scopes *s);

#endif
