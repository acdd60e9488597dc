/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * names.h - the names of functions as views print them, and what says where an arc is from.
 *
 * Cost: microseconds for each C++ name.
 */
#ifndef GPROF_ANALYSIS_NAMES_H
#define GPROF_ANALYSIS_NAMES_H

#include "program/program.h"
#include "text/demangle.h"

/* Names of all nodes, told apart where they would be equal. */
char **names_of(const struct program *p, enum name_form form);

/* 'n' is the number of nodes; NULL is nothing. */
void names_release(char **names, size_t n);

/* What an arc was found in, by its flags, with a space before it: in code built without the plugin;
   else "". */
const char *names_arc_source(uint32_t flags);

#endif
