/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unwind.h - from a frame to its caller (read_cache.c, eh_frame.c, cfi.c, expression.c, unwind.c).
 *
 * A struct gprt_unwind holds everything a walk needs, so that a handler on a small
 * alternate stack can do it: a few hundred bytes of stack are used.  One per
 * thread, zero at first.  Order: gprt_unwind_start, then gprt_unwind_step until it
 * says that it is over.  No lock, no allocation, no libc; signals are blocked.
 *
 * docs/design/stacks.md has the reasons.
 */
#ifndef GPROF_RT_UNWIND_H
#define GPROF_RT_UNWIND_H

#include "base/safe_read.h"
#include "record/modules.h"
#include "unwind/frame_index.h"

#include <frame.h> /* of the processor, as arch.h */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the caller's value of a register is, or the CFA (DWARF 5, 6.4.1). */
enum gprt_how {
	GPRT_SAME = 0,
	GPRT_UNDEFINED,
	GPRT_AT,            /* in memory, 'value' from the CFA */
	GPRT_VALUE,         /* the CFA plus 'value'; of the CFA: 'reg' plus 'value' */
	GPRT_IN,            /* in register 'reg' */
	GPRT_AT_EXPRESSION, /* in memory where the expression at 'value' says */
	GPRT_EXPRESSION,    /* what the expression at 'value' says */
};

struct gprt_where {
	int64_t value;
	uint32_t size; /* of an expression, bytes */
	uint8_t how;   /* enum gprt_how */
	uint8_t reg;
};

/* The row of the unwind table that holds at an address. */
struct gprt_row {
	struct gprt_where cfa;
	struct gprt_where reg[GPRT_REGS];
};

enum gprt_rule_kind {
	GPRT_RULE_EMPTY = 0,
	GPRT_RULE_PLAIN,   /* as struct gprt_rule says */
	GPRT_RULE_COMPLEX, /* the row has to be made anew */
	GPRT_RULE_END,     /* no caller: a thread's first frame */
	GPRT_RULE_MISSING, /* no table has it */
	GPRT_RULE_BAD,     /* the table that should have it cannot be read, or makes no sense */
};

/* A row in small, kept for a block of addresses as far as it holds there. */
struct gprt_rule {
	uintptr_t low;      /* the first address it holds for */
	uint32_t size;      /* bytes of code it holds for */
	int32_t cfa_offset; /* the CFA is register cfa_reg plus this */
	uint8_t cfa_reg;
	uint8_t kind;   /* enum gprt_rule_kind */
	uint8_t pc_reg; /* the column of the return address; bit 7: the frame is
			   of a signal, and the caller's pc exact */
	uint8_t n;      /* registers saved */
	uint8_t reg[8];
	int16_t at[8]; /* words from the CFA */
};
#define GPRT_RULE_SIGNAL 0x80u

#define GPRT_RULES 1024u /* kept per thread, a power of two */
#define GPRT_COPY 16384u
#define GPRT_LINE_BYTES 512u  /* bytes, a power of two */
#define GPRT_CACHE_LINES 128u /* kept per thread, a power of two */
#define GPRT_CACHE_WAYS 4u     /* places in which a line may be */
#define GPRT_REACH (16u << 20) /* bytes from the stack pointer of a frame to registers saved in
				  it */
#define GPRT_WORK 100000u /* units of a walk: see read_cache.c */
#define GPRT_REMEMBERED 4u /* rows that DW_CFA_remember_state may nest */
#define GPRT_OPERANDS 16u  /* of the expression stack */

/* Bytes of code or of a table: which ones u->bytes has at the same index. */
struct gprt_cache_line {
	uintptr_t at;  /* a multiple of GPRT_LINE_BYTES, 0: none */
	uint32_t age;  /* of the walk that read it */
	uint32_t used; /* u->uses when it was last wanted */
};

struct gprt_unwind {
	uintptr_t reg[GPRT_REGS]; /* of the present frame, where known */
	uint64_t known;         /* a bit for each register */
	bool exact;             /* the pc is not a return address */
	uintptr_t sp;           /* where the walk of this stack began */

	uint32_t ended;         /* enum gprof_ended, after GPRT_STEP_TRUNCATED and GPRT_STEP_LOST */
	bool blocked;           /* the stack is another thread's */
	enum gprt_read_method how;       /* memory is read in this walk */
	unsigned work;          /* units left to this walk: read_cache.c */
	unsigned slices;        /* of stack, copied in this walk */
	uintptr_t copied, copied_end; /* the one that 'copy' holds */
	char copy[GPRT_COPY];
	struct gprt_cache_line line[GPRT_CACHE_LINES];
	unsigned char bytes[GPRT_CACHE_LINES][GPRT_LINE_BYTES];
	uint32_t uses; /* of lines, so far */

	uint32_t age;            /* walks so far */
	bool in_code;            /* walked in the program's code and not in a handler: libc's
				    functions would change registers that hold arguments */
	uintptr_t function;      /* that holds the last address looked up */
	uintptr_t row_low, row_high; /* addresses that u->row holds for */
	struct gprt_object object; /* that holds the last address looked up */
	struct gprt_row row;       /* the last row made */
	struct gprt_row first;     /* what its CIE sets */
	struct gprt_row remembered[GPRT_REMEMBERED];
	uint64_t operands[GPRT_OPERANDS];
	uintptr_t next[GPRT_REGS];
	struct gprt_rule rules[GPRT_RULES];
};

/* Bytes of a table; reading beyond the end, or what is not readable, gives 0. */
struct gprt_bytes {
	struct gprt_unwind *u;
	uintptr_t at, end;
	bool bad; /* something was beyond the end, not readable, or makes no sense */
};

/* The contents of a CIE. */
struct gprt_cie {
	uint64_t code_align;
	int64_t data_align;
	uint8_t pc_reg;
	uint8_t encoding; /* of addresses in its FDEs */
	bool augmented;
	bool signal;
	struct gprt_bytes code; /* its instructions */
};

/* How objects and the ends of stacks are found. */
struct gprt_objects {
	int (*find)(void *, void *); /* libc's _dl_find_object, or NULL */
	uintptr_t stack_start; /* of the first thread; 0: not asked, or not known */
	uintptr_t entry;       /* where the program's code began; as stack_start */
	struct gprt_frame_index index; /* of the executable, if the linker made no table for it */
};

extern GPRT_HIDDEN struct gprt_objects gprt_objects;

/* Returns true for a missing row. */
static inline bool gprt_is_missing(enum gprt_rule_kind kind)
{
	return kind >= GPRT_RULE_MISSING;
}

/* eh_frame.c; in constructors only */
GPRT_HIDDEN void gprt_objects_init(void);

/* unwind.c */
GPRT_HIDDEN void gprt_unwind_start(struct gprt_unwind *u, const void *context);
GPRT_HIDDEN void gprt_unwind_start_here(struct gprt_unwind *u, const uintptr_t *reg);
GPRT_HIDDEN void gprt_unwind_start_blocked(struct gprt_unwind *u, uintptr_t sp, uintptr_t pc);
GPRT_HIDDEN void gprt_unwind_reset(struct gprt_unwind *u);
enum gprt_step {
	GPRT_STEP_ON,        /* this is the caller */
	GPRT_STEP_END,       /* there is none: the thread began here */
	GPRT_STEP_TRUNCATED, /* it is not known: u->ended says why */
	GPRT_STEP_LOST,      /* and the present frame is none either */
};
GPRT_HIDDEN enum gprt_step gprt_unwind_step(struct gprt_unwind *u);

/* Bytes from the stack pointer of the present frame to its caller's, if they are the same whenever
   this pc is reached, and the last 8 are the return address; else 0. */
GPRT_HIDDEN uint32_t gprt_unwind_frame_size(struct gprt_unwind *u);

/*
 * read_cache.c: false or NULL where nothing is readable, or all work is spent.  stack_word: of the
 * stack from where the walk began upwards.  table: where the bytes are, perhaps in 'to'; good
 * until the next call.
 */
GPRT_HIDDEN bool gprt_spend(struct gprt_unwind *u, unsigned work);
GPRT_HIDDEN bool gprt_stack_word(struct gprt_unwind *u, uintptr_t at, uintptr_t *word);
GPRT_HIDDEN bool gprt_code(struct gprt_unwind *u, unsigned char *to, uintptr_t at, size_t n);
GPRT_HIDDEN const unsigned char *gprt_table(struct gprt_unwind *u, unsigned char *to, uintptr_t at,
					    size_t n);

/* eh_frame.c: whether an object is loaded there that has tables */
GPRT_HIDDEN bool gprt_object_find(struct gprt_unwind *u, uintptr_t pc);

/*
 * eh_frame.c: makes u->row for an address.  Returns the kind of the rule: COMPLEX,
 * END, MISSING or BAD; pc_reg as in struct gprt_rule.
 */
GPRT_HIDDEN enum gprt_rule_kind gprt_row_find(struct gprt_unwind *u, uintptr_t pc, uint8_t *pc_reg);

/* cfi.c: false when the bytes make no sense */
GPRT_HIDDEN bool gprt_row_run(struct gprt_unwind *u, const struct gprt_cie *cie,
			      struct gprt_bytes code, uintptr_t start, uintptr_t pc);
GPRT_HIDDEN bool gprt_expression(struct gprt_unwind *u, const struct gprt_where *w, uint64_t first,
				 bool has_first, uintptr_t *result);
GPRT_HIDDEN uint64_t gprt_get(struct gprt_bytes *b, unsigned size);
GPRT_HIDDEN int64_t gprt_get_signed(struct gprt_bytes *b, unsigned size);
GPRT_HIDDEN uint64_t gprt_get_uleb(struct gprt_bytes *b);
GPRT_HIDDEN int64_t gprt_get_sleb(struct gprt_bytes *b);
GPRT_HIDDEN uintptr_t gprt_get_address(struct gprt_bytes *b, uint8_t encoding, uintptr_t data);

#endif
