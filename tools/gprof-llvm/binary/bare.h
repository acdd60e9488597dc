/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bare.h - the sections of a file whose section headers were stripped (strip --strip-sections), by
 * its program headers.
 *
 * Segments become sections without a name.  Out of them come those that the tool reads by name:
 * records of the static call graph are recognised by their form (a module's record by the name of
 * its compiler), gprof_cnt by references from these records, and others by the headers that a
 * loader reads.
 *
 * Cost: linear in the segments that are not written to.
 */
#ifndef GPROF_BINARY_BARE_H
#define GPROF_BINARY_BARE_H

#include "binary/elfobj.h"

/* Returns true if the file has no section headers and is one that runs. */
bool bare_is(const struct elfobj *o);

/* Adds the sections, by no order. */
void bare_read(struct elfobj *o);

#endif
