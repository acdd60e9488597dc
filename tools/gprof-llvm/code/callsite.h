/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsite.h - which function the call before a return address calls, read
 * from the machine code in the file.
 *
 * Known are direct calls, calls of stubs (procedure linkage table), and calls
 * by way of a slot that the dynamic linker fills.  What a register holds is not
 * in the file.
 */
#ifndef GPROF_CODE_CALLSITE_H
#define GPROF_CODE_CALLSITE_H

#include "binary/elfobj.h"

struct callee {
	const char *name; /* of an imported function, or NULL */
	uint64_t address; /* of a function in the same file; 0: unknown, or a name */
};

/* O(1), but for the first call, which reads the relocations of the file. */
struct callee callsite_callee(struct elfobj *o, uint64_t return_address);

/* The target of a call or jump to an address of the file. */
struct callee callsite_target(struct elfobj *o, uint64_t target);

/* The target of the stub whose code covers the address. */
struct callee callsite_stub(struct elfobj *o, uint64_t address);

#endif
