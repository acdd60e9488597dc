/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * short_name.h - names of functions in fewer columns than they have.
 *
 * Two dots replace what is left out: first parameters, then what is in other brackets, then the
 * outer scopes.  An identifier is divided only where nothing else is left.  Cost: O(length).
 */
#ifndef GPROF_TEXT_SHORT_NAME_H
#define GPROF_TEXT_SHORT_NAME_H

#include <stddef.h>

/* Bytes of a text that take at most so many columns; no character is divided. */
size_t short_fitting(const char *text, size_t columns);

/* Columns that the first 'n' bytes of a text take. */
size_t short_columns(const char *text, size_t n);

/* Its width for printf where it is to take so many columns. */
int short_width(const char *text, int columns);

/* The name in at most so many columns, of at least 8; to be freed. */
char *short_name(const char *name, size_t columns);

/* Names that were shortened for one reader, who would take two that read alike for one. */
struct short_names;

struct short_names *short_names_new(void);
void short_names_free(struct short_names *s);

/* The same as short_name(), or as much more of the name as no other name given so far reads. */
char *short_names_add(struct short_names *s, const char *name, size_t columns);

#endif
