/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * body.h - the instructions of one function, as far as their classes (class.h) need to
 * know them.
 *
 *	read(), monitor() of processor.h: fill in the instructions, mark the code that counts
 *	classes_mark()    the rest, alike on all processors
 *
 * Registers are numbers of the processor's file; 0 is none.
 */
#ifndef GPROF_CODE_BODY_H
#define GPROF_CODE_BODY_H

#include "binary/debug.h"
#include "binary/elfobj.h"
#include "code/class.h"
#include "code/processor.h"

enum insn_kind {
	INSN_OTHER,
	INSN_CALL,
	INSN_RETURN,
	INSN_JUMP,    /* does not fall through */
	INSN_BRANCH,  /* may */
	INSN_KERNEL,  /* enters the kernel */
	INSN_PADDING, /* does nothing */
};

enum insn_flag {
	INSN_STACK = 1 << 0,    /* moves the stack pointer by a constant ('stack') */
	INSN_FRAME = 1 << 1,    /* sets the stack or frame pointer up or back otherwise */
	INSN_SAVES = 1 << 2,    /* stores or loads a preserved register in the stack frame */
	INSN_ARGUMENT = 1 << 3, /* writes a register in which arguments are passed */
	INSN_MOVE = 1 << 4,     /* with a register, a constant, an address, a word of the frame */
	INSN_RESULT = 1 << 5,   /* moves what a call returned to elsewhere */
	INSN_TABLE = 1 << 6,    /* a jump by a table: it stays in the function */
	INSN_THREAD = 1 << 7,   /* has a thread-local operand */
	INSN_COMPARE = 1 << 8,  /* of memory */
	INSN_LANDING = 1 << 9,  /* where calls by pointer may land */
	INSN_LEADER = 1 << 10,  /* a jump or branch of the function leads here */
	INSN_LEAVES = 1 << 11,  /* a jump or branch out of the function: a tail call */
	INSN_FIXED = 1 << 12,   /* the class is found */
	INSN_SPARE = 1 << 13,   /* the registers that it writes are not arguments, if the call is
				   not by it */
};

struct code_insn {
	uint64_t address;
	uint64_t target; /* of a direct call, jump or branch; 0: not in the instruction */
	uint64_t refers; /* address in the file of its operand, or that it makes; 0: none */
	int32_t stack;   /* bytes that it adds to the stack pointer, if INSN_STACK */
	uint16_t flags;  /* enum insn_flag */
	uint8_t size;    /* bytes */
	uint8_t kind;    /* enum insn_kind */
	uint8_t class;   /* enum code_class */
	uint8_t writes;  /* the register that is its destination */
	uint8_t base, index; /* registers of its operand in memory, or of a jump */
};

/* Where the way back to the caller is described anew (CFI). */
struct frame_row {
	uint64_t start;
	bool on_stack; /* the frame is found by the stack pointer, not by another register */
};

/* One function. */
struct body {
	struct elfobj *elf;
	uint64_t start, end;     /* end exclusive */
	uint64_t counters, counters_end; /* gprof_cnt of the object */
	struct code_insn *insns; /* ascending */
	size_t n, room;
	struct frame_row *rows;  /* ascending; none: CFI does not cover the function */
	size_t nrows, rows_room;
	uint64_t *epilogues;     /* addresses with epilogue_begin, ascending */
	size_t nepilogues, epilogues_room;
	uint64_t prologue_end;   /* by the line table; 0: it does not say */
	bool by_call;            /* it may begin with the monitor of mode=call */
};

static inline void code_fix(struct code_insn *insn, enum code_class class)
{
	insn->class = class;
	insn->flags |= INSN_FIXED;
}

static inline bool code_is(const struct code_insn *insn, unsigned flags)
{
	return insn->flags & flags;
}

/* Returns true if the instruction is one of the monitor's. */
static inline bool code_is_monitor(const struct code_insn *insn)
{
	return code_is(insn, INSN_FIXED) && insn->class == CLASS_M;
}

/* Finds the class of every instruction: decoded, and the monitor's marked. */
void classes_mark(struct body *code);

/* frames.c: rows and the line table's marks of code->start to code->end. */
struct frames;
/* The debug information may be NULL; both live until frames_close(). */
struct frames *frames_open(const struct elfobj *elf, struct debug *d);
void frames_read(struct frames *fr, struct body *code);
void frames_close(struct frames *fr);

#endif
