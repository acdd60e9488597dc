/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * processor.h - what the tool knows of a processor and its machine code: one struct for each,
 * and the files that fill it in.
 *
 * Nothing else in the tool asks which processor it is; GNU's drop-in has its own knowledge.
 * A new processor is new files, and a line in processor.c.
 */
#ifndef GPROF_CODE_PROCESSOR_H
#define GPROF_CODE_PROCESSOR_H

#include "base/error.h"
#include "binary/elfobj.h"

#include <capstone/capstone.h>

struct body;
struct code_insn;
struct disasm_values;
struct flow_insn;

/* Bytes of code, where they are in the file: bytes[0] is at 'address'. */
struct code {
	uint64_t address;
	const unsigned char *bytes;
	size_t n;
};

struct processor {
	unsigned machine; /* EM_* */
	const char *name; /* as in messages */
	/* Types of relocation; 'relative' store S + A - P in 32 bits, the second of functions. */
	unsigned relative[2], jump_slot, glob_dat, irelative;
	unsigned stack_pointer; /* its number in DWARF */

	/* callsite.c: */
	size_t longest; /* bytes of a call instruction */
	/* The callee of the call that ends with the code: by address, or the address of the slot it
	   takes it from. */
	bool (*direct)(const struct code *before, uint64_t *target);
	bool (*by_slot)(const struct code *before, uint64_t *slot);
	/* The slot of a stub that begins with the code. */
	bool (*stub)(const struct code *code, uint64_t *slot);

	/* decoder.h: */
	cs_arch arch;
	cs_mode mode;

	/* disasm.c: where a call or jump leads, or 0; the word that an instruction works on, or
	   0, while it notes what it leaves in registers. */
	uint64_t (*target)(const cs_insn *insn);
	uint64_t (*word)(csh handle, const cs_insn *insn, struct disasm_values *values);

	/* body.h: fills in an instruction, whose address and size are; marks the monitor's
	   instructions (class M and INSN_FIXED), and jumps by tables. */
	void (*read)(struct code_insn *to, csh handle, const cs_insn *from);
	void (*monitor)(struct body *code);
	/* Where the monitor's code outside of functions goes on; 0: there is none at the
	   address.  NULL: the processor has none at all. */
	uint64_t (*goes_on)(const struct elfobj *elf, uint64_t address);

	/* control_flow.h: fills in an instruction, whose address and size are; its id is 0 if the
	   decoder does not know it.  NULL: how the processor's instructions follow each
	   other is not known here yet. */
	void (*flow)(struct flow_insn *to, csh handle, const cs_insn *from);
	/* Bytes of an instruction that the code begins with and the decoder reads as others;
	   it ends the program.  0: none does.  NULL: there are none. */
	size_t (*misread)(const uint8_t *bytes, size_t n);
	/* Facts that several instructions of one piece of code give together, by address: addresses
	   made in steps, jumps by tables, what counts, what returns.  NULL: nothing. */
	void (*join)(const struct elfobj *elf, struct flow_insn *insns, size_t n);
	/* True if the code begins with instructions that make an address; which one: a table of
	   distances ends before the next.  NULL: before the next that the same function makes. */
	bool (*makes)(const struct code *code, uint64_t *address);
	/* Registers that a function gives back to its caller as they were: 1 << number.  With
	   'flow' only. */
	uint32_t kept;
	/* True if the code begins with instructions that count in a word; which one.  With 'flow'
	   only. */
	bool (*counts)(const struct code *code, uint64_t *word);
	/* True if the code begins with a call, a jump or a branch to an address; its size.  NULL:
	   that is not known of bytes. */
	size_t (*leads)(const struct code *code, uint64_t *to);
};

extern const struct processor processor_x86_64, processor_aarch64;

/* NULL: not known, or no machine code. */
const struct processor *processor_of(const struct elfobj *elf);

/* Fails for a file of a processor that is not known, which it names. */
int processor_check(const struct elfobj *elf, struct gp_error *e);

#endif
