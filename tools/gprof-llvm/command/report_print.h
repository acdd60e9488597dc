/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_print.h - the parts of a report in their order: gprof's layout, the overview, and the
 * tables of one subject, which are printed alone.
 */
#ifndef GPROF_COMMAND_REPORT_PRINT_H
#define GPROF_COMMAND_REPORT_PRINT_H

#include "options/args.h"

/* Prints what 'arguments', a struct report_arguments, asks for of a result on stdout, as
   command/result_view.h calls it.  -1: the profile has no data for a part. */
int report_print(void *arguments, const struct result *of, struct gp_error *e);

#endif
