/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_source.h - executions by line, as a list or beside the source.
 *
 * What GNU gprof calls executions of a line are the calls of the functions that begin
 * there, and the executions of basic blocks, where the profile has such.  It takes a
 * function's calls of itself for none; so does 'exact' only.
 */
#ifndef GNU_PRINT_SOURCE_H
#define GNU_PRINT_SOURCE_H

#include "gprof/graph/blocks.h"
#include "gprof/print/print.h"

/* --exec-counts: a line each symbol, by file, line and address. */
void gnu_print_exec_counts(struct gnu_printer *p, const struct gnu_blocks *b);

/* --annotated-source: the files, with the executions before each line; into files of
   their own with --separate-files.  What cannot be read or written is reported to
   'messages'. */
void gnu_print_annotated(struct gnu_printer *p, const struct gnu_blocks *b, FILE *messages);

#endif
