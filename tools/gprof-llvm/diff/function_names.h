/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * function_names.h - names of a profile's functions for matching (match_functions.c).
 *
 * A function is one if the compiler made code of its own for it, inlined it, or both.  Its inlined
 * code has the names and files of its own code, if the profile has that.
 */
#ifndef GPROF_DIFF_FUNCTION_NAMES_H
#define GPROF_DIFF_FUNCTION_NAMES_H

#include "diff/diff.h"
#include "executions/exact.h"

/* The rows of the result's nodes and then of written->inlined, made if missing; to be freed. */
uint32_t *function_rows(struct diff *d, int side, const struct result *r,
			const struct written_functions *written);

/* Modules and names are owned. */
void function_names_release(struct diff_name *names, size_t n);

#endif
