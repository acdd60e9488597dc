/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * control_flow.h - an instruction, as far as it matters which instructions run after it: what the
 * graph of a function's machine code (blocks/) is made from.  The field 'flow' of struct
 * processor reads one.
 */
#ifndef GPROF_CODE_CONTROL_FLOW_H
#define GPROF_CODE_CONTROL_FLOW_H

#include <capstone/capstone.h>
#include <stdint.h>

enum flow_kind {
	FLOW_UNKNOWN,  /* bytes that are not an instruction, or one that the decoder does not
			  know */
	FLOW_ON,       /* the next instruction follows */
	FLOW_CALL,
	FLOW_KERNEL,   /* enters the kernel, which may not come back */
	FLOW_RETURN,
	FLOW_STOP,     /* ends the program */
	FLOW_JUMP,     /* to 'target' */
	FLOW_BRANCH,   /* there, or on */
	FLOW_INDIRECT, /* jumps to where a register or memory says */
};

enum flow_flag {
	FLOW_COUNTS = 1 << 0,   /* adds 1 to a word of memory: 'refers', or 'base' and 'index' */
	FLOW_COMPARES = 1 << 1, /* compares memory */
	FLOW_MAKES = 1 << 2,    /* 'refers' is an address that it makes, not where it reads or
				   writes */
	FLOW_DISTANCE = 1 << 3, /* reads the entry 'index' of a table of distances at 'base' */
	FLOW_ENTRY = 1 << 4,    /* jumps to the entry 'index' of a table of addresses; 'refers',
				   if there is no 'base', is where the table begins */
	FLOW_WORD = 1 << 5,     /* jumps to an address in one word of memory */
	FLOW_RESTORES = 1 << 6, /* gives a register back what the caller had in it */
	FLOW_LINKS = 1 << 7,    /* the same: where the profiler's code comes back to */
	FLOW_SUMS = 1 << 9,     /* adds to a register, the register 'base' if it is another one */
	FLOW_THREAD = 1 << 10,  /* its operand in memory is the thread's, by its base register */
	FLOW_CONSTANT = 1 << 8, /* 'refers' is a constant, which may be an address in files
				   that run where they are linked */
	FLOW_OURS = 1 << 11,    /* the profiler's */
	FLOW_NOP = 1 << 13,     /* it is there for alignment */
	FLOW_COPIES = 1 << 14,  /* gives a register all that 'base' holds */
	FLOW_PLACED = 1 << 12,  /* with FLOW_DISTANCE: the distances count from 'refers', and the
				   next instruction adds them; else they count from the table */
};

struct flow_insn {
	uint64_t address;
	uint64_t target;     /* of a direct call, jump or branch; else 0 */
	uint64_t refers;     /* address in the file of its operand; 0: none */
	uint32_t writes;     /* registers that it changes: 1 << number */
	uint16_t flags;      /* enum flow_flag */
	uint8_t size;        /* bytes */
	uint8_t kind;        /* enum flow_kind */
	uint8_t base, index; /* registers of its operand in memory, by number; 0: none */
	uint8_t width;       /* bytes of an entry, with FLOW_DISTANCE; less than 4: no sign */
	uint8_t scale;       /* times 1 << scale is a distance in bytes */
	uint8_t back;        /* with FLOW_COUNTS: instructions since what it counts by began */
};

#endif
