/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * short_name.h - names of functions in fewer columns than they have.
 *
 * What tells functions apart stays: of a C++ or Rust name its last part, before the parameters.
 * Two dots stand for what is left out.  Cost: O(length).
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

#endif
