/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain.h - the static call graph of code that was built without the plugin, from what
 * else is in its file: clang's section .llvm.callgraph (LLVM 22), the call sites of DWARF, the
 * instructions.
 *
 * Its calls are not counted.  An arc found here has ARC_UNCOUNTED, and a flag that
 * says where it was found; one that was counted, or that another source gave, stays what
 * it is.  Callers are all functions without a record of an object that has records, and of
 * the binary asked about; of other objects those that the profile has seen, so that a
 * library's inside does not drown the program.
 *
 *	plain_add() after program_join(), before graph_find_cycles()
 *
 * The rest of the header is for the sources.
 */
#ifndef GPROF_PROGRAM_PLAIN_H
#define GPROF_PROGRAM_PLAIN_H

#include "program/program.h"

enum plain_source { PLAIN_NONE, PLAIN_SECTION, PLAIN_DWARF, PLAIN_DISASM, PLAIN_ALL };

/* With 'may' possible calls by pointer too.  Cost: that of reading the source in all
   objects. */
void plain_add(struct program *p, enum plain_source source, bool may);

/* What marks an arc's source in a report, "" for none. */
const char *plain_mark(uint32_t flags);

/* A call: addresses are of the object's file. */
struct plain_call {
	uint64_t from;    /* in the caller */
	uint64_t to;      /* where it leads, 0: */
	const char *name; /* linkage name, or NULL */
	bool may;         /* by pointer, possible only */
};

struct plain_calls {
	struct plain_call *items;
	size_t n, room;
};

/* Each adds the calls of an object. */
void plain_read_section(struct plain_calls *calls, const struct elfobj *elf);
void plain_read_dwarf(struct plain_calls *calls, struct debug *d);
/* Of these functions. */
void plain_read_disasm(struct plain_calls *calls, struct elfobj *elf,
		       const struct elf_symbol *const *functions, size_t n);

#endif
