/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * labels.h - functions of assembly that were given no size, or no type either.
 *
 * Such a function ends where the next one begins, or with its section.  A label inside a function
 * that has a size is a place in it, and no function; nor is one that is named after the function
 * before it (NASM's local labels: 'f.loop').  What is exported alone (the program is stripped) says
 * nothing of the code after it, so there a function without a size has none.
 *
 * Cost: linear in the symbols.
 */
#ifndef GPROF_BINARY_LABELS_H
#define GPROF_BINARY_LABELS_H

#include "binary/elfobj.h"

#include <gelf.h>

/* Returns true if a symbol without a type may be a function: it is in code, and no mark of a linker
   or an assembler. */
bool labels_are(const struct elfobj *o, const GElf_Sym *sym, const char *name);

/* Gives symbols their sizes, and drops labels inside functions.  The symbols are sorted; whole:
   they are not the exported ones alone. */
void labels_measure(struct elfobj *o, bool whole);

#endif
