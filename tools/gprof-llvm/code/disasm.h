/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disasm.h - the instructions of an object's code, by libcapstone.
 *
 *	disasm_open()
 *	disasm_seek(), disasm_next()   any number of times
 *	disasm_close()
 */
#ifndef GPROF_CODE_DISASM_H
#define GPROF_CODE_DISASM_H

#include "code/processor.h"

#define DISASM_REGISTERS 32

struct disasm_insn {
	uint64_t address;
	size_t size;          /* bytes */
	const char *mnemonic; /* until the next call */
	const char *operands; /* the same */
	bool call;            /* comes back, as a rule */
	bool jump;            /* does not */
	uint64_t target;      /* of either, or 0: a register or memory says */
	uint64_t word;        /* address of the word of the memory that it counts in or tests, if it
				 is known, or 0 */
};

/* Addresses in the object that registers are known to hold; 0: not known. */
struct disasm_values {
	uint64_t of[DISASM_REGISTERS];
};

struct disasm {
	const struct elfobj *elf;
	const struct processor *processor;
	csh handle;
	cs_insn *insn;
	const unsigned char *bytes; /* what follows */
	size_t n;
	uint64_t address;
	struct disasm_values values;
	bool words; /* are wanted: set after disasm_open() */
};

/* -1: instructions of this processor are not known. */
int disasm_open(struct disasm *d, const struct elfobj *elf, bool intel);

/* Goes to the code from 'start' to 'end'; nothing is there if the file has no such code. */
void disasm_seek(struct disasm *d, uint64_t start, uint64_t end);

/* The next instruction; false: that was the last.  Bytes that are none are data. */
bool disasm_next(struct disasm *d, struct disasm_insn *insn);

void disasm_close(struct disasm *d);

#endif
