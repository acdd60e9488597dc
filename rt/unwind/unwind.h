/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unwind.h - from a frame to its caller (piece.c, eh_frame.c, cfi.c, expression.c, unwind.c).
 *
 * A struct gp_unwind holds everything a walk needs, so that a handler on a small
 * alternate stack can do it: a few hundred bytes of stack are used.  One per
 * thread, zero at first.  Order: gp_unwind_start, then gp_unwind_step until it
 * says that it is over.  No lock, no allocation, no libc; signals are blocked.
 *
 * docs/design/stacks.md has the reasons.
 */
#ifndef GPROF_RT_UNWIND_H
#define GPROF_RT_UNWIND_H

#include "base/peek.h"
#include "record/modules.h"
#include "unwind/frame_index.h"

#include <frame.h> /* of the processor, as arch.h */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the caller's value of a register is, or the CFA (DWARF 5, 6.4.1). */
enum gp_how {
	GP_SAME = 0,
	GP_UNDEFINED,
	GP_AT,            /* in memory, 'value' from the CFA */
	GP_VALUE,         /* the CFA plus 'value'; of the CFA: 'reg' plus 'value' */
	GP_IN,            /* in register 'reg' */
	GP_AT_EXPRESSION, /* in memory where the expression at 'value' says */
	GP_EXPRESSION,    /* what the expression at 'value' says */
};

struct gp_where {
	int64_t value;
	uint32_t size; /* of an expression, bytes */
	uint8_t how;   /* enum gp_how */
	uint8_t reg;
};

/* The row of the unwind table that holds at an address. */
struct gp_row {
	struct gp_where cfa;
	struct gp_where reg[GP_REGS];
};

enum gp_rule_kind {
	GP_RULE_EMPTY = 0,
	GP_RULE_PLAIN,   /* as struct gp_rule says */
	GP_RULE_COMPLEX, /* the row has to be made anew */
	GP_RULE_END,     /* no caller: a thread's first frame */
	GP_RULE_MISSING, /* no table tells */
	GP_RULE_BAD,     /* the table that should tell cannot be read, or makes no sense */
};

/* A row in small, kept for a block of addresses as far as it holds there. */
struct gp_rule {
	uintptr_t low;      /* the first address it holds for */
	uint32_t size;      /* bytes of code it holds for */
	int32_t cfa_offset; /* the CFA is register cfa_reg plus this */
	uint8_t cfa_reg;
	uint8_t kind;   /* enum gp_rule_kind */
	uint8_t pc_reg; /* the column of the return address; bit 7: the frame is
			   of a signal, and the caller's pc exact */
	uint8_t n;      /* registers saved */
	uint8_t reg[8];
	int16_t at[8]; /* words from the CFA */
};
#define GP_RULE_SIGNAL 0x80u

#define GP_RULES 1024u /* kept per thread, a power of two */
#define GP_COPY 16384u
#define GP_PIECE 512u  /* bytes, a power of two */
#define GP_PIECES 128u /* kept per thread, a power of two */
#define GP_WAYS 4u     /* places in which a piece may be */
#define GP_REACH (16u << 20) /* bytes from the stack pointer of a frame to what is saved in it */
#define GP_WORK 100000u /* units of a walk: see piece.c */
#define GP_REMEMBERED 4u /* rows that DW_CFA_remember_state may nest */
#define GP_OPERANDS 16u  /* of the expression stack */

/* Bytes of code or of a table: which ones u->bytes has at the same index. */
struct gp_piece {
	uintptr_t at;  /* a multiple of GP_PIECE, 0: none */
	uint32_t age;  /* of the walk that read it */
	uint32_t used; /* u->uses when it was last wanted */
};

struct gp_unwind {
	uintptr_t reg[GP_REGS]; /* of the present frame, where known */
	uint64_t known;         /* a bit for each register */
	bool exact;             /* the pc is not a return address */
	uintptr_t sp;           /* where the walk of this stack began */

	uint32_t ended;         /* enum gprof_ended, after GP_STEP_TRUNCATED and GP_STEP_LOST */
	bool blocked;           /* the stack is another thread's */
	enum gp_peek how;       /* memory is read in this walk */
	unsigned work;          /* units left to this walk: piece.c */
	unsigned slices;        /* of stack, copied in this walk */
	uintptr_t copied, copied_end; /* the one that 'copy' holds */
	char copy[GP_COPY];
	struct gp_piece piece[GP_PIECES];
	unsigned char bytes[GP_PIECES][GP_PIECE];
	uint32_t uses; /* of pieces, so far */

	uint32_t age;            /* walks so far */
	bool in_code;            /* walked in the program's code and not in a handler: libc's
				    functions would change registers that hold arguments */
	uintptr_t function;      /* that holds the last address looked up */
	uintptr_t row_low, row_high; /* addresses that u->row holds for */
	struct gp_object object; /* that holds the last address looked up */
	struct gp_row row;       /* the last row made */
	struct gp_row first;     /* what its CIE sets */
	struct gp_row remembered[GP_REMEMBERED];
	uint64_t operands[GP_OPERANDS];
	uintptr_t next[GP_REGS];
	struct gp_rule rules[GP_RULES];
};

/* Bytes of a table; reading beyond the end, or what is not readable, gives 0. */
struct gp_bytes {
	struct gp_unwind *u;
	uintptr_t at, end;
	bool bad; /* something was beyond the end, not readable, or makes no sense */
};

/* What a CIE says. */
struct gp_cie {
	uint64_t code_align;
	int64_t data_align;
	uint8_t pc_reg;
	uint8_t encoding; /* of addresses in its FDEs */
	bool augmented;
	bool signal;
	struct gp_bytes code; /* its instructions */
};

/* How objects and the ends of stacks are found. */
struct gp_objects {
	int (*find)(void *, void *); /* libc's _dl_find_object, or NULL */
	uintptr_t stack_start; /* of the first thread; 0: not asked, or not known */
	uintptr_t entry;       /* where the program's code began; as stack_start */
	struct gp_frame_index index; /* of the executable, if the linker made no table for it */
};

extern GP_HIDDEN struct gp_objects gp_objects;

/* Returns true if there is no row. */
static inline bool gp_is_missing(enum gp_rule_kind kind)
{
	return kind >= GP_RULE_MISSING;
}

/* eh_frame.c; in constructors only */
GP_HIDDEN void gp_objects_init(void);

/* unwind.c */
GP_HIDDEN void gp_unwind_start(struct gp_unwind *u, const void *context);
GP_HIDDEN void gp_unwind_start_here(struct gp_unwind *u, const uintptr_t *reg);
GP_HIDDEN void gp_unwind_start_blocked(struct gp_unwind *u, uintptr_t sp, uintptr_t pc);
GP_HIDDEN void gp_unwind_forget(struct gp_unwind *u);
enum gp_step {
	GP_STEP_ON,        /* this is the caller */
	GP_STEP_END,       /* there is none: the thread began here */
	GP_STEP_TRUNCATED, /* it is not known: u->ended says why */
	GP_STEP_LOST,      /* and the present frame is none either */
};
GP_HIDDEN enum gp_step gp_unwind_step(struct gp_unwind *u);

/*
 * piece.c: false or NULL where nothing is readable, or all work is spent.  stack_word: of the
 * stack from where the walk began upwards.  table: where the bytes are, perhaps in 'to'; good
 * until the next call.
 */
GP_HIDDEN bool gp_spend(struct gp_unwind *u, unsigned work);
GP_HIDDEN bool gp_stack_word(struct gp_unwind *u, uintptr_t at, uintptr_t *word);
GP_HIDDEN bool gp_code(struct gp_unwind *u, unsigned char *to, uintptr_t at, size_t n);
GP_HIDDEN const unsigned char *gp_table(struct gp_unwind *u, unsigned char *to, uintptr_t at,
					size_t n);

/* eh_frame.c: whether an object is loaded there that has tables */
GP_HIDDEN bool gp_object_find(struct gp_unwind *u, uintptr_t pc);

/*
 * eh_frame.c: makes u->row for an address.  Returns the kind of the rule: COMPLEX,
 * END, MISSING or BAD; pc_reg as in struct gp_rule.
 */
GP_HIDDEN enum gp_rule_kind gp_row_find(struct gp_unwind *u, uintptr_t pc, uint8_t *pc_reg);

/* cfi.c: false when the bytes make no sense */
GP_HIDDEN bool gp_row_run(struct gp_unwind *u, const struct gp_cie *cie, struct gp_bytes code,
			  uintptr_t start, uintptr_t pc);
GP_HIDDEN bool gp_expression(struct gp_unwind *u, const struct gp_where *w, uint64_t first,
			     bool has_first, uintptr_t *result);
GP_HIDDEN uint64_t gp_get(struct gp_bytes *b, unsigned size);
GP_HIDDEN int64_t gp_get_signed(struct gp_bytes *b, unsigned size);
GP_HIDDEN uint64_t gp_get_uleb(struct gp_bytes *b);
GP_HIDDEN int64_t gp_get_sleb(struct gp_bytes *b);
GP_HIDDEN uintptr_t gp_get_address(struct gp_bytes *b, uint8_t encoding, uintptr_t data);

#endif
