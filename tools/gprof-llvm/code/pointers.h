/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pointers.h - addresses of code that the data of a file hold: of functions, and of labels
 * that computed jumps lead to.
 */
#ifndef GPROF_CODE_POINTERS_H
#define GPROF_CODE_POINTERS_H

#include "binary/elfobj.h"

/* Ascending, each once; to be freed.  Some may be numbers that only look like addresses. */
uint64_t *pointers_read(const struct elfobj *o, size_t *n);

#endif
