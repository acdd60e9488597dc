/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_summary.h - the text that `gprof-llvm run` prints about the profiles it has collected.
 */
#ifndef GPROF_COMMAND_RUN_SUMMARY_H
#define GPROF_COMMAND_RUN_SUMMARY_H

#include <stdint.h>
#include <stdio.h>

struct run_summary {
	char *folder;        /* of the profiles */
	uint32_t number;     /* of the folder */
	uint64_t began_ns;   /* before the command, real time */
	const char *program; /* whose report is printed; NULL: of the one with the most time */
	const char *own;     /* the user's GPROF_FILE, or NULL */
	const char *command; /* as it was given */
	uint32_t pid;        /* of its process */
};

/* The table of the programs, and the first screen of a report, or why there is none. */
void run_summary_print(const struct run_summary *c, FILE *out);

#endif
