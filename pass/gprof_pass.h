/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gprof_pass.h - what plugin.cpp calls: the pass, and its fit to the compiler.
 *
 * Once in a process, in this order: gprof_pass_host_fits(), and only if it does
 * gprof_pass_host_prepare().  Then, for each module, gprof_pass_mark() and
 * gprof_pass_wants_probes() before it is optimised, gprof_pass_hold() early and gprof_pass_run()
 * after.  They keep nothing between calls, so several threads may call them at once for modules of
 * different contexts, as the backends of ThinLTO do.
 *
 * docs/design/counting.md has the reasons.
 */
#ifndef GPROF_PASS_H
#define GPROF_PASS_H

#include <llvm-c/Types.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lost_marks; /* lost_marks.h */

#define GPROF_PASS_ERROR_SIZE 512
#define GPROF_PASS_MARKS "gprof.lines" /* named metadata, there from one function to the other */
#define GPROF_PASS_MARK_FIRST 0x6770726f66000000u /* the operand of the first node of these */

/* How code will be generated, as far as the module does not say it. */
struct gprof_pass_code {
	int plain;    /* without optimisation */
	int emulated; /* -femulated-tls */
};

/*
 * Instruments a module.  Running it again on the same module changes nothing.
 * Returns 0, or -1 with a message (lower case, no full stop) in 'error', which
 * has GPROF_PASS_ERROR_SIZE bytes; the module may then be half done and must
 * not be used.
 */
int gprof_pass_run(LLVMModuleRef module, const struct lost_marks *lost,
		   const struct gprof_pass_code *code, char *error);

/* Marks what lines code was written at, before it is optimised; with count=blocks only. */
void gprof_pass_mark(LLVMModuleRef module, struct lost_marks *lost);

/* Returns true if the plugin should add pseudo-probes to modules without any, after their marks. */
bool gprof_pass_wants_probes(void);

/* Keeps the branches of a module with pseudo-probes, once it has them; with count=blocks only. */
void gprof_pass_hold(LLVMModuleRef module);

/*
 * Returns true if the LLVM that this plugin was loaded into is the one it was built for.
 * If not, it says so in one line on stderr: the host's own message would only
 * name an API version.
 */
int gprof_pass_host_fits(unsigned built_for);

/* Makes the processor's assembler known to LLVM, which flang does not: no inline assembly compiles
   without it. */
void gprof_pass_host_prepare(void);

#ifdef __cplusplus
}
#endif

#endif
