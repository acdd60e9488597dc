/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * commands.h - the subcommands.  Each parses its own arguments (argv[0] is
 * "gprof-llvm COMMAND"); argp prints usage errors and help, and exits, itself.
 * They return an exit status, or -1 with an error for main.c to print, which exits with
 * EXIT_INPUT.  Less than -1 is an error, too: that number without its sign is the exit status.
 */
#ifndef GPROF_COMMAND_COMMANDS_H
#define GPROF_COMMAND_COMMANDS_H

#include "base/error.h"

#include <stdio.h>

int cmd_report(int argc, char **argv, struct gp_error *e);
int cmd_annotate(int argc, char **argv, struct gp_error *e);
int cmd_merge(int argc, char **argv, struct gp_error *e);
int cmd_diff(int argc, char **argv, struct gp_error *e);
int cmd_predict(int argc, char **argv, struct gp_error *e);
int cmd_export(int argc, char **argv, struct gp_error *e);
int cmd_optimize(int argc, char **argv, struct gp_error *e);
int cmd_view(int argc, char **argv, struct gp_error *e);
int cmd_browse(int argc, char **argv, struct gp_error *e);
int cmd_histogram(int argc, char **argv, struct gp_error *e);
int cmd_graph(int argc, char **argv, struct gp_error *e);
int cmd_info(int argc, char **argv, struct gp_error *e);
int cmd_run(int argc, char **argv, struct gp_error *e);
int cmd_runs(int argc, char **argv, struct gp_error *e);
int cmd_start(int argc, char **argv, struct gp_error *e);
int cmd_stop(int argc, char **argv, struct gp_error *e);
int cmd_reset(int argc, char **argv, struct gp_error *e);
int cmd_dump(int argc, char **argv, struct gp_error *e);
int cmd_top(int argc, char **argv, struct gp_error *e);
int cmd_cc(int argc, char **argv, struct gp_error *e);

#endif
