/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * progress.h - says on stderr what a command is at when that takes longer than a
 * second; on a terminal only.
 *
 *	progress_start(), progress_phase() at each step, progress_end()
 *
 * A timer tells, so a step need not be divided; it uses SIGALRM.  Not for threads.
 */
#ifndef GPROF_TEXT_PROGRESS_H
#define GPROF_TEXT_PROGRESS_H

void progress_start(void);

/* The text, such as "reading", stays the caller's. */
void progress_phase(const char *text);

/* Takes the line away; without a start it does nothing. */
void progress_end(void);

#endif
