/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * where_names.h - the symbols of .text, to name functions that the debug information
 * has only a name of the language for.
 *
 *	where_names_read(), finds, where_names_release()
 */
#ifndef GNU_WHERE_NAMES_H
#define GNU_WHERE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct where_name {
	const char *name;
	uint64_t offset; /* in .text */
	uint64_t size;   /* bytes, at least 1 */
	size_t index;    /* in the order of the file */
};

struct where_names {
	uint64_t text; /* where .text begins */
	struct where_name *names; /* by offset; of one offset the longest first,
				   then in the order of the file */
	size_t nnames, room;
	const struct where_name *last; /* found last; it goes before a nearer one while the
					 address lies in it */
};

/* 'elf' is an Elf *; the names live as long. */
void where_names_read(struct where_names *n, void *elf, uint64_t text);
void where_names_release(struct where_names *n);

/* The symbol at or before an address, or NULL.  Not only its size counts: what
   follows it up to the next is its too. */
const struct where_name *where_names_find(struct where_names *n, uint64_t address);

#endif
