/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * names.h - the names of functions as views print them, and the notes on where an arc is from.
 *
 * Cost: microseconds for each C++ name.
 */
#ifndef GPROF_ANALYSIS_NAMES_H
#define GPROF_ANALYSIS_NAMES_H

#include "program/program.h"
#include "text/demangle.h"

/* Names of all nodes; equal names get an addition that distinguishes them. */
char **names_of(const struct program *p, enum name_form form);

/* 'n' is the number of nodes; NULL is nothing. */
void names_release(char **names, size_t n);

/* By an arc's flags: a note, after a space, that it was found in code built without the plugin;
   else "". */
const char *names_arc_source(uint32_t flags);

#endif
