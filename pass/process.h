/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * process.h - calls the runtime before and after calls that make, replace or end a process
 *             or handle signals.
 *
 * fork runs handlers; _Fork, clone and syscall run none, and a child of theirs would
 * count in its parent's file.  A profiling signal that is pending during exec would
 * end the new program.  _exit and abort run no destructors, in which a profile that
 * could have no file so far is written.  A profiling signal that the program has blocked
 * would come back from sigwait, and let ppoll fail.
 */
#ifndef GPROF_PASS_PROCESS_H
#define GPROF_PASS_PROCESS_H

#include "module.h"

/* Inserts the calls into a monitored function whose sites are collected. */
void process_calls(const struct module *m, const struct function *f, LLVMBuilderRef b);

#endif
