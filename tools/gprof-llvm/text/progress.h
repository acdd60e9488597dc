/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * progress.h - says on stderr which step a command is in, if the step takes longer than a
 * second; on a terminal only.
 *
 *	progress_begin(), progress_phase() at each step, progress_end()
 *
 * A timer (SIGALRM) prints it, so the step itself need not look at a clock.  Not for threads.
 */
#ifndef GPROF_TEXT_PROGRESS_H
#define GPROF_TEXT_PROGRESS_H

void progress_begin(void);

/* The text, such as "reading", stays the caller's. */
void progress_phase(const char *text);

/* Takes the line away; without a start it does nothing. */
void progress_end(void);

#endif
