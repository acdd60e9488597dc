/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsite.h - which function the call before a return address calls, read
 * from the machine code in the file.
 *
 * Known are direct calls, calls of stubs (procedure linkage table), and calls
 * by way of a slot that the dynamic linker fills.  What a register holds is not
 * in the file.
 *
 * The rest of the header is for callsite.c and the files of the processors.
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

/* What a call or jump to an address of the file leads to. */
struct callee callsite_target(struct elfobj *o, uint64_t target);

/* What the stub whose code covers the address jumps to. */
struct callee callsite_stub(struct elfobj *o, uint64_t address);

/* Bytes of code, where they are in the file: bytes[0] is at 'address'. */
struct code {
	uint64_t address;
	const unsigned char *bytes;
	size_t n;
};

struct callsite_processor {
	unsigned machine; /* EM_* */
	unsigned jump_slot, glob_dat, irelative; /* types of relocation */
	size_t longest;   /* bytes of a call instruction */
	/* What the call that ends with the code calls: by address, or the
	   address of the slot it takes it from. */
	bool (*direct)(const struct code *before, uint64_t *target);
	bool (*by_slot)(const struct code *before, uint64_t *slot);
	/* The slot of a stub that begins with the code. */
	bool (*stub)(const struct code *code, uint64_t *slot);
};
extern const struct callsite_processor callsite_x86_64, callsite_aarch64;

#endif
