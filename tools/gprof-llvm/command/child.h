/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * child.h - a command that is run as if the tool did not stand between it and the program
 * that started the tool: signals, stops and the exit status pass through.
 *
 *	child_run(), what is to be done after it, child_end()
 *
 * One at a time, in a process with one thread.
 */
#ifndef GPROF_COMMAND_CHILD_H
#define GPROF_COMMAND_CHILD_H

#include "base/error.h"

#include <sys/types.h>

/* Exit statuses of programs that run others: env, timeout, nohup. */
#define EXIT_FAILED 125      /* the tool itself failed */
#define EXIT_NOT_RUN 126     /* the command is there, but cannot be run */
#define EXIT_NOT_FOUND 127

struct child {
	pid_t pid;  /* it had */
	int status; /* as of waitpid() */
};

/* Runs the command and waits until it ends; minus the exit status with an error if it cannot be
   run. */
int child_run(char **argv, struct child *c, struct gp_error *e);

/* The command takes the place of this process; returns only if that fails, as above. */
int child_replace(char **argv, struct gp_error *e);

/* The exit status of the command.  If a signal has killed it, that kills this process too: who
   waits for it sees the same, and a shell says 128 and the signal's number. */
int child_end(int status);

#endif
