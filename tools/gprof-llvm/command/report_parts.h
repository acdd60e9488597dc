/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_parts.h - which parts of a report a command line asks for, and which options fit them.
 */
#ifndef GPROF_COMMAND_REPORT_PARTS_H
#define GPROF_COMMAND_REPORT_PARTS_H

#include "options/args.h"

/* One of the parts beside the tree is asked for by name. */
bool report_parts_named(const struct report_sections *s);

/* Refuses parts that exclude each other, and an option that changes nothing in the parts asked
   for: a usage error, which ends the tool. */
void report_parts_check(const struct report_arguments *a, struct argp_state *state);

#endif
