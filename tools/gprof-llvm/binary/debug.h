/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * debug.h - the debug information of an object, in its own file or in a separate one,
 * which is found as files.h says (by build-id or .gnu_debuglink; one of another build is
 * not taken).
 *
 *	debug_open()    the object's file is known
 *	debug_symbols(), debug_dwarf(), debug_line()
 *	debug_close()
 *
 * Addresses are addresses in the object's file.  Cost: nothing is read before it is asked for.
 */
#ifndef GPROF_BINARY_DEBUG_H
#define GPROF_BINARY_DEBUG_H

#include "binary/compiled.h"
#include "binary/files.h"

#include <elfutils/libdw.h>

struct debug;

/* NULL if libdwfl cannot do anything with the file. */
struct debug *debug_open(const struct elfobj *elf, const struct files *f);
void debug_close(struct debug *d);

/* Replaces the symbols of a stripped file by the symbols of its debug file, if there is one; names
   live as long as 'd'.  Returns whether it knew more. */
bool debug_symbols(struct debug *d, struct elfobj *elf);

/* What DWARF says; what an address there must be added to be one of the file.  NULL: there
   is none. */
Dwarf *debug_dwarf(struct debug *d, uint64_t *bias);

/* The compilation unit of the code at an address; false: DWARF knows none.  The first call
   reads the ranges of all units. */
bool debug_unit(struct debug *d, uint64_t address, Dwarf_Die *unit);

/* Where an entry of DWARF is. */
struct debug_place {
	uint64_t function; /* start of the function it is in, 0: none */
	uint32_t depth;    /* of inlining */
};

/* Linkage name of a function, or else its name; NULL: it has none. */
const char *debug_name(Dwarf_Die *die);

/* The path that DW_AT_decl_file or DW_AT_call_file of an entry, or of where it comes from,
   stands for; NULL: none.  (dwarf_decl_file() knows no file 0, which DWARF 5 has.) */
const char *debug_file(struct debug *d, Dwarf_Die *die, unsigned attribute);

/* The one spelling (base/path.h) of a path that libdw says for a unit, which it leaves relative
   when a folder of -I is; NULL: none.  Lives as long as 'd'; equal paths need not be one. */
const char *debug_path(struct debug *d, Dwarf_Die *unit, const char *path);

/* Calls 'entry' for every entry of all units that is, or may be in, a function or a type. */
void debug_walk(struct debug *d,
		void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place),
		void *context);

/* The same for one unit. */
void debug_walk_unit(struct debug *d, Dwarf_Die *unit,
		     void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place),
		     void *context);

/* Source of the code at an address; false: not known.  'file' lives as long as 'd'. */
bool debug_line(struct debug *d, uint64_t address, const char **file, uint32_t *line);

/* The text of a source and its checksum when it was compiled; NULL: nothing.  The path is in one
   spelling; what is found lives as long as 'd'.  The first call reads the heads of all tables. */
const struct compiled *debug_compiled(struct debug *d, const char *path);

/* Why lines that the file has cannot be read: damaged, or compressed in a way that libdw does not
   know.  NULL: what it has can be read. */
const char *debug_why_no_lines(struct debug *d);

/* Why the functions that were inlined are not known of all units that have debug information, to
   be freed; NULL: they are. */
char *debug_why_no_inlines(struct debug *d);

/* A debug file in the right place, but of another build; NULL: none.  To be freed. */
char *debug_stale(const struct elfobj *elf, const struct files *f);

#endif
