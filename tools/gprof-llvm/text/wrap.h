/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * wrap.h - sentences in lines that fit the terminal.
 */
#ifndef GPROF_TEXT_WRAP_H
#define GPROF_TEXT_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Escaped, from word to word, and an end of line; the first line begins at column 'indent', and so
   do those below it.  Lines have at most 'width' columns unless a word is longer; 0: one line. */
void wrap_print(FILE *out, const char *text, size_t indent, size_t width);

#endif
