/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * definitions.h - numbers for functions as they are defined in the source.
 *
 * Instances of a template have one definition, and so have variants of a constructor.  File and
 * line do not do: a macro may define several functions at one line, and functions that the compiler
 * defines are at the line of the class.  So the name counts as well, without the types in it.
 *
 *	definition_number()        from 0 on; the strings are borrowed
 *	definition_namesake()      the same for all of one file, line and last name
 *	definitions_release()
 *
 * Cost: each name is demangled once.
 */
#ifndef GPROF_EXECUTIONS_DEFINITIONS_H
#define GPROF_EXECUTIONS_DEFINITIONS_H

#include "base/path.h"

/* Numbers of texts: of the name, and of its last part after a blank, which no name has. */
struct definition_name {
	uint32_t whole, last;
};

/* A zeroed struct can be asked and released. */
struct definitions {
	struct path_numbers files, linkages;
	struct definition_name *names; /* of each */
	size_t nnames, names_room;
	char **texts;            /* names, by their number; each is owned */
	size_t ntexts, texts_room;
	struct gp_names by_text;
	struct gp_map numbers;   /* (file and line, name) -> number */
	uint32_t n;
};

uint32_t definition_number(struct definitions *d, const char *file, uint32_t line,
			   const char *linkage);

/* Whatever namespaces and classes it is in: a file may be included in several.  No
   definition_number() is the same. */
uint32_t definition_namesake(struct definitions *d, const char *file, uint32_t line,
			     const char *linkage);

/*
 * Returns true if the function is a deleting destructor: it calls the destructor, which has the
 * lines of the source, and frees the memory.  Its code has the line of the destructor too, and
 * counts for none.  NULL: it is not.
 */
bool definition_deletes(const char *linkage);

void definitions_release(struct definitions *d);

#endif
