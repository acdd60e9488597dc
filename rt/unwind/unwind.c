/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unwind.c - one step of a stack walk: from a frame to its caller.
 *
 * By the unwind tables (eh_frame.c).  A row that is simple enough, and nearly all
 * are, is kept in small (struct gprt_rule) for the addresses near by, so that a frame
 * met again costs a few loads: 8 ns.  All rules are dropped from time to time,
 * because objects come and go without notice.
 *
 * Code without tables (made at run time, or assembly): a return from a signal is known
 * by its instructions; else the frame pointer is followed, if it leads up within the
 * stack to an address that a call comes before; else the walk is truncated.  The frame may be
 * of a function further out, which that call names; then the walk goes on in that function.  A
 * frame pointer of 0 marks the outermost frame (System V psABI, 3.4.1).
 *
 * No walk may fault, loop or lock, whatever registers, stack and tables hold, and whatever
 * other threads do meanwhile: all is read in copies, and a walk has a budget (read_cache.c).
 * A stack grows downwards: what is below the interrupted stack pointer is not read, but for the
 * part that belongs to the interrupted code all the same.
 */
#include "unwind/unwind.h"

#include "base/hash.h"
#include "base/safe_read.h"

#include <gprof-llvm/format.h>

#define PAGE 4096u
#define BLOCK 64u          /* bytes of code that share a place among the rules */
#define MAX_AGE 1024u      /* walks until the rules are dropped */
#define MAX_SEARCH 32768u  /* bytes of stack looked at for a return address */
#define STACK (16u << 20)  /* bytes from a stack pointer in which no code is */
#define START 1024u        /* bytes of stack that the caller of main takes */
#define ENTRY 64u          /* bytes of code at the entry point, which calls that */
#define MAX_FUNCTION (16u << 20) /* bytes of code of a function */
#define MAX_GUESS (256u << 10) /* bytes of a frame known by its frame pointer alone */

static bool is_known(const struct gprt_unwind *u, unsigned reg)
{
	return u->known >> reg & 1;
}

static void learn(struct gprt_unwind *u, unsigned reg, uintptr_t value)
{
	u->reg[reg] = value;
	u->known |= 1ull << reg;
}

/* A stack that is known to be one, because the processor used it. */
static void start_stack(struct gprt_unwind *u)
{
	u->sp = u->reg[GPRT_REG_SP];
	u->copied = u->copied_end = 0;
}

/* Drops what was kept of unwind tables. */
void gprt_unwind_reset(struct gprt_unwind *u)
{
	gprt_clear(u->rules, sizeof(u->rules));
	gprt_clear(&u->object, sizeof(u->object));
	for (unsigned i = 0; i < GPRT_CACHE_LINES; i++)
		u->line[i].at = 0;
}

static void begin(struct gprt_unwind *u)
{
	u->exact = true;
	u->how = gprt_read_method();
	u->work = GPRT_WORK;
	u->slices = 0;
	if (u->age++ % MAX_AGE == 0)
		gprt_unwind_reset(u);
	start_stack(u);
}

void gprt_unwind_start(struct gprt_unwind *u, const void *context)
{
	for (unsigned i = 0; i < GPRT_REGS; i++)
		u->reg[i] = *(const uintptr_t *)((const char *)context + gprt_frame_offset(i));
	u->known = (1ull << GPRT_REGS) - 1;
	begin(u);
}

/* The registers of gprt_frame_here(). */
void gprt_unwind_start_here(struct gprt_unwind *u, const uintptr_t *reg)
{
	u->known = GPRT_REGS_KEPT | 1ull << GPRT_REG_SP | 1ull << GPRT_REG_PC;
	for (unsigned i = 0; i < GPRT_REGS; i++)
		u->reg[i] = u->known >> i & 1 ? reg[i] : 0;
	begin(u);
}

/* A thread that waits in the kernel: no more is known of its registers. */
void gprt_unwind_start_blocked(struct gprt_unwind *u, uintptr_t sp, uintptr_t pc)
{
	u->known = 0;
	learn(u, GPRT_REG_SP, sp);
	learn(u, GPRT_REG_PC, pc);
	u->blocked = true;
	begin(u);
}

/* ------------------------------------------------------------------ */

/* Puts the row into the rule, if it is simple enough. */
static bool make_small(const struct gprt_row *row, struct gprt_rule *rule)
{
	if (row->cfa.how != GPRT_VALUE || row->cfa.value != (int32_t)row->cfa.value)
		return false;
	rule->cfa_reg = row->cfa.reg;
	rule->cfa_offset = (int32_t)row->cfa.value;
	rule->n = 0;
	for (unsigned i = 0; i < GPRT_REGS; i++) {
		const struct gprt_where *w = &row->reg[i];

		if (w->how == GPRT_SAME)
			continue;
		if (w->how != GPRT_AT || w->value % 8 || w->value / 8 != (int16_t)(w->value / 8) ||
		    rule->n == sizeof(rule->reg))
			return false;
		rule->reg[rule->n] = (uint8_t)i;
		rule->at[rule->n++] = (int16_t)(w->value / 8);
	}
	return true;
}

static struct gprt_rule *find_rule(struct gprt_unwind *u, uintptr_t pc)
{
	struct gprt_rule *rule = &u->rules[gprt_hash(pc / BLOCK, 0) & (GPRT_RULES - 1)];

	if (pc - rule->low < rule->size)
		return rule;
	u->row_low = pc;
	u->row_high = pc + 1;
	rule->kind = (uint8_t)gprt_row_find(u, pc, &rule->pc_reg);
	if (gprt_is_missing(rule->kind) || pc - u->row_low >= u->row_high - u->row_low ||
	    u->row_high - u->row_low > UINT32_MAX) {
		u->row_low = pc;
		u->row_high = pc + 1;
	}
	rule->low = u->row_low;
	rule->size = u->work ? (uint32_t)(u->row_high - u->row_low) : 0;
	if (rule->kind == GPRT_RULE_COMPLEX && !(rule->pc_reg & GPRT_RULE_SIGNAL) &&
	    make_small(&u->row, rule))
		rule->kind = GPRT_RULE_PLAIN;
	return rule;
}

static enum gprt_step truncated(struct gprt_unwind *u, enum gprof_ended why)
{
	u->ended = why;
	return GPRT_STEP_TRUNCATED;
}

/* The walk needs the word at 'at', which cannot be read. */
static enum gprt_step truncated_at(struct gprt_unwind *u, uintptr_t at)
{
	uintptr_t sp = u->reg[GPRT_REG_SP];
	bool on_stack = at >= u->sp && !(at & 7) && (at < sp || at - sp <= GPRT_REACH);

	return truncated(u, on_stack ? GPROF_ENDED_UNREADABLE : GPROF_ENDED_BROKEN);
}

/* To the caller's frame: its stack pointer is the CFA. */
static enum gprt_step leave(struct gprt_unwind *u, uintptr_t cfa, uintptr_t pc, uint64_t known)
{
	if (cfa < u->reg[GPRT_REG_SP] || (cfa == u->reg[GPRT_REG_SP] && pc == u->reg[GPRT_REG_PC]))
		return truncated(u, GPROF_ENDED_BROKEN);
	u->known &= known;
	learn(u, GPRT_REG_SP, cfa);
	learn(u, GPRT_REG_PC, gprt_frame_address(pc));
	u->exact = false;
	return GPRT_STEP_ON;
}

/* Returns true if something could have returned to 'pc'; the bytes before it. */
static bool is_return_address(struct gprt_unwind *u, uintptr_t pc, unsigned char *code)
{
	return pc > PAGE && gprt_code(u, code, pc - GPRT_CALL_BYTES, GPRT_CALL_BYTES) &&
	       gprt_frame_after_call(code, pc);
}

/* The function that the call before 'pc', with these bytes, goes to; 0: unknown. */
static uintptr_t called_before(struct gprt_unwind *u, uintptr_t pc, const unsigned char *code)
{
	uintptr_t target = gprt_frame_target(code, pc), slot, goes_to;
	unsigned char stub[GPRT_STUB_BYTES];

	if (!target || !gprt_code(u, stub, target, GPRT_STUB_BYTES))
		return target;
	slot = gprt_frame_slot(stub, target);
	return slot && gprt_code(u, (unsigned char *)&goes_to, slot, 8) ? goes_to : target;
}

/* Where the function begins whose table has a row for the address; 0: there is none. */
static uintptr_t function_at(struct gprt_unwind *u, uintptr_t pc)
{
	uint8_t unused;

	return gprt_is_missing(gprt_row_find(u, pc, &unused)) ? 0 : u->function;
}

/* Returns true if a word found on the stack is an address that something may return to. */
static bool looks_like_return(struct gprt_unwind *u, uintptr_t word, unsigned char *code)
{
	return word - (u->sp - STACK) > 2 * STACK && gprt_object_find(u, word - 1) &&
	       is_return_address(u, word, code) &&
	       !gprt_is_missing(find_rule(u, word - 1)->kind);
}

/*
 * The frame pointer of a blocked thread is not known.  Where a table counts from it,
 * the return address is looked for on the stack: of a direct call of this function,
 * else the first of any indirect call.
 */
static bool search_cfa(struct gprt_unwind *u, uintptr_t *cfa)
{
	uintptr_t at = u->reg[GPRT_REG_SP], end = at + MAX_SEARCH, word, called;
	uintptr_t function = function_at(u, u->reg[GPRT_REG_PC] - !u->exact);
	unsigned char code[GPRT_CALL_BYTES];

	*cfa = 0;
	if (!function)
		return false;
	for (; at < end && gprt_stack_word(u, at, &word); at += 8) {
		if (!looks_like_return(u, word, code))
			continue;
		called = called_before(u, word, code);
		if (called == function) {
			*cfa = at + 8;
			return true;
		}
		if (!called && !*cfa)
			*cfa = at + 8;
	}
	return *cfa;
}

/* Makes the frame pointer known that the rule counts from; the rule may have moved. */
static const struct gprt_rule *find_pointer(struct gprt_unwind *u, uintptr_t pc,
					    const struct gprt_rule *rule)
{
	uintptr_t offset = (uintptr_t)(intptr_t)rule->cfa_offset, cfa;

	if (rule->cfa_reg != GPRT_REG_FP || !search_cfa(u, &cfa))
		return rule;
	learn(u, GPRT_REG_FP, cfa - offset);
	return find_rule(u, pc);
}

static enum gprt_step step_plain(struct gprt_unwind *u, const struct gprt_rule *rule)
{
	uintptr_t cfa = u->reg[rule->cfa_reg] + (uintptr_t)(intptr_t)rule->cfa_offset;
	uint64_t known = GPRT_REGS_KEPT;
	uintptr_t at, word;

	if (!is_known(u, rule->cfa_reg))
		return truncated(u, GPROF_ENDED_REGISTER);
	for (unsigned i = 0; i < rule->n; i++) {
		at = cfa + (uintptr_t)(intptr_t)rule->at[i] * 8;
		if (gprt_stack_word(u, at, &word)) {
			learn(u, rule->reg[i], word);
			known |= 1ull << rule->reg[i];
		} else if (rule->reg[i] == rule->pc_reg) {
			return truncated_at(u, at);
		} else {
			known &= ~(1ull << rule->reg[i]);
		}
	}
	if (!is_known(u, rule->pc_reg))
		return truncated(u, GPROF_ENDED_REGISTER);
	return leave(u, cfa, u->reg[rule->pc_reg], known);
}

/* The caller's value of register 'i' into u->next; false: not known. */
static bool find_register(struct gprt_unwind *u, unsigned i, uintptr_t cfa)
{
	const struct gprt_where *w = &u->row.reg[i];
	uintptr_t at;

	switch (w->how) {
	case GPRT_SAME:
		u->next[i] = u->reg[i];
		return is_known(u, i);
	case GPRT_AT:
		return gprt_stack_word(u, cfa + (uint64_t)w->value, &u->next[i]);
	case GPRT_VALUE:
		u->next[i] = cfa + (uint64_t)w->value;
		return true;
	case GPRT_IN:
		u->next[i] = u->reg[w->reg];
		return is_known(u, w->reg);
	case GPRT_AT_EXPRESSION:
		return gprt_expression(u, w, cfa, true, &at) && gprt_stack_word(u, at, &u->next[i]);
	case GPRT_EXPRESSION:
		return gprt_expression(u, w, cfa, true, &u->next[i]);
	}
	return false;
}

/* The caller's value of register 'i', without which the walk has no caller, is unknown. */
static enum gprt_step cut_without(struct gprt_unwind *u, unsigned i, uintptr_t cfa)
{
	const struct gprt_where *w = &u->row.reg[i];

	if (w->how == GPRT_AT)
		return truncated_at(u, cfa + (uint64_t)w->value);
	return truncated(u, w->how == GPRT_AT_EXPRESSION || w->how == GPRT_EXPRESSION
				    ? GPROF_ENDED_BAD_TABLE
				    : GPROF_ENDED_REGISTER);
}

static bool find_cfa(struct gprt_unwind *u, uintptr_t *cfa)
{
	const struct gprt_where *w = &u->row.cfa;

	if (w->how == GPRT_EXPRESSION)
		return gprt_expression(u, w, 0, false, cfa);
	*cfa = u->reg[w->reg] + (uint64_t)w->value;
	return is_known(u, w->reg);
}

/* A frame that a signal interrupted: everything about it is known. */
static enum gprt_step to_interrupted(struct gprt_unwind *u)
{
	u->exact = true;
	start_stack(u);
	return GPRT_STEP_ON;
}

static enum gprt_step step_complex(struct gprt_unwind *u, uintptr_t pc,
				   const struct gprt_rule *rule)
{
	unsigned pc_reg = rule->pc_reg & ~GPRT_RULE_SIGNAL;
	uint64_t known = 0;
	uintptr_t cfa;
	uint8_t again;

	if (gprt_row_find(u, pc, &again) != GPRT_RULE_COMPLEX)
		return truncated(u, GPROF_ENDED_BAD_TABLE);
	if (!find_cfa(u, &cfa))
		return truncated(u, u->row.cfa.how == GPRT_EXPRESSION ? GPROF_ENDED_BAD_TABLE
								      : GPROF_ENDED_REGISTER);
	for (unsigned i = 0; i < GPRT_REGS; i++)
		if (find_register(u, i, cfa))
			known |= 1ull << i;
	if (!(known >> pc_reg & 1))
		return cut_without(u, pc_reg, cfa);
	if (!(rule->pc_reg & GPRT_RULE_SIGNAL)) {
		for (unsigned i = 0; i < GPRT_REGS; i++)
			if (known >> i & 1 && i != GPRT_REG_SP && i != GPRT_REG_PC)
				u->reg[i] = u->next[i];
		u->known = known | 1ull << GPRT_REG_SP;
		return leave(u, cfa, u->next[pc_reg], ~0ull);
	}
	if (!(known >> GPRT_REG_SP & 1))
		return cut_without(u, GPRT_REG_SP, cfa);
	gprt_copy(u->reg, u->next, sizeof(u->reg));
	u->known = known;
	learn(u, GPRT_REG_PC, u->next[pc_reg]);
	return to_interrupted(u);
}

/* ------------------------------------------------------------------ */

static enum gprt_step step_signal(struct gprt_unwind *u, uintptr_t context)
{
	for (unsigned i = 0; i < GPRT_REGS; i++)
		if (!gprt_stack_word(u, context + gprt_frame_offset(i), &u->next[i]))
			return truncated_at(u, context + gprt_frame_offset(i));
	gprt_copy(u->reg, u->next, sizeof(u->reg));
	u->known = (1ull << GPRT_REGS) - 1;
	return to_interrupted(u);
}

/* In the cold part of a prologue, the frame is the prologue's. */
static bool leave_cold_part(struct gprt_unwind *u)
{
	uintptr_t pc = u->reg[GPRT_REG_PC], hot;
	unsigned char code[GPRT_COLD_BYTES];

	if (!u->exact || pc < PAGE || !gprt_code(u, code, pc - GPRT_COLD_BEFORE, GPRT_COLD_BYTES))
		return false;
	hot = gprt_frame_cold(code, pc);
	if (!hot || gprt_is_missing(find_rule(u, hot)->kind))
		return false;
	learn(u, GPRT_REG_PC, hot);
	return true;
}

/*
 * Code that makes no frame has its caller's frame pointer, or one further out.  'owner' is the
 * function that the frame is of: whom the call before the return address in it goes to.  0: it
 * may be the code itself, whose beginning no table has.
 */
static uintptr_t owner_of(struct gprt_unwind *u, uintptr_t pc, const unsigned char *code)
{
	uintptr_t owner = called_before(u, pc, code);

	return owner ? function_at(u, owner) : 0;
}

static bool is_in(struct gprt_unwind *u, uintptr_t pc, uintptr_t function)
{
	return pc - function < MAX_FUNCTION && function_at(u, pc) == function;
}

/* To that function: where the only address between here and its frame is that returns to it. */
static enum gprt_step leave_to(struct gprt_unwind *u, uintptr_t owner, enum gprof_ended why)
{
	uintptr_t at = u->reg[GPRT_REG_SP] & ~7ul, fp = u->reg[GPRT_REG_FP], word, cfa = 0, pc = 0;
	unsigned char code[GPRT_CALL_BYTES];

	if (fp - at > MAX_SEARCH)
		return truncated(u, why);
	for (; at < fp && gprt_stack_word(u, at, &word); at += 8) {
		if (!is_in(u, word - 1, owner) || !is_return_address(u, word, code))
			continue;
		if (cfa)
			return truncated(u, why);
		cfa = at + 8;
		pc = word;
	}
	return cfa ? leave(u, cfa, pc, 1ull << GPRT_REG_FP) : truncated(u, why);
}

/* By the frame pointer: where it points to, the caller's is, and the return address. */
static enum gprt_step follow_pointer(struct gprt_unwind *u, enum gprof_ended why)
{
	uintptr_t sp = u->reg[GPRT_REG_SP], fp = u->reg[GPRT_REG_FP], pc, word, owner;
	unsigned char code[GPRT_CALL_BYTES];

	if (!is_known(u, GPRT_REG_FP) || fp - sp > MAX_GUESS || !gprt_stack_word(u, fp, &word) ||
	    !gprt_stack_word(u, fp + 8, &pc) || !is_return_address(u, pc, code))
		return truncated(u, why);
	owner = why == GPROF_ENDED_BAD_TABLE ? 0 : owner_of(u, pc, code);
	if (owner)
		return leave_to(u, owner, why);
	learn(u, GPRT_REG_FP, word);
	return leave(u, fp + 16, pc, 1ull << GPRT_REG_FP);
}

/*
 * Returns true if this code calls main, in a libc without tables (musl): between here and the start
 * of the first stack the only return address is in the entry point.
 */
static bool calls_main(struct gprt_unwind *u)
{
	uintptr_t at = u->reg[GPRT_REG_SP], word;
	unsigned char code[GPRT_CALL_BYTES];

	if (gprt_objects.stack_start - at > START)
		return false;
	for (; at < gprt_objects.stack_start; at += 8)
		if (!gprt_stack_word(u, at, &word) ||
		    (word - gprt_objects.entry > ENTRY && is_return_address(u, word, code)))
			return false;
	return true;
}

/* Returns true if nobody called this code. */
static bool is_first(struct gprt_unwind *u)
{
	return (is_known(u, GPRT_REG_FP) && !u->reg[GPRT_REG_FP]) || calls_main(u);
}

/* Code without a table, or with a bad one: 'why' it is, if nothing else leads on. */
static enum gprt_step step_guess(struct gprt_unwind *u, enum gprof_ended why)
{
	uintptr_t sp = u->reg[GPRT_REG_SP], context = 0, pc;
	unsigned char code[GPRT_CALL_BYTES], next[GPRT_RETURN_BYTES];

	if (gprt_code(u, next, u->reg[GPRT_REG_PC], GPRT_RETURN_BYTES))
		context = gprt_frame_signal(next, sp);
	if (context)
		return step_signal(u, context);
	u->ended = GPROF_ENDED_BROKEN;
	if (!u->exact && !is_return_address(u, u->reg[GPRT_REG_PC], code))
		return GPRT_STEP_LOST;
	if (!u->exact && is_first(u))
		return GPRT_STEP_END;
	/* Interrupted before it made a frame, or a leaf that makes none. */
	if (u->exact && gprt_stack_word(u, sp, &pc) && is_return_address(u, pc, code))
		return leave(u, sp + 8, pc, GPRT_REGS_KEPT);
	/* It has saved the caller's frame pointer, which is still the present one. */
	if (GPRT_CALL_PUSHES && u->exact && is_known(u, GPRT_REG_FP) &&
	    gprt_stack_word(u, sp, &pc) && pc == u->reg[GPRT_REG_FP] &&
	    gprt_stack_word(u, sp + 8, &pc) && is_return_address(u, pc, code))
		return leave(u, sp + 16, pc, GPRT_REGS_KEPT);
	return follow_pointer(u, why);
}

/* Returns true if a function begins there. */
static bool is_start(struct gprt_unwind *u, uintptr_t pc)
{
	return !gprt_is_missing(find_rule(u, pc)->kind) && function_at(u, pc) == pc;
}

static enum gprt_step step(struct gprt_unwind *u)
{
	uintptr_t pc = u->reg[GPRT_REG_PC] - !u->exact;
	const struct gprt_rule *rule = find_rule(u, pc);
	bool bad = rule->kind == GPRT_RULE_BAD;

	/* A function that nobody called: makecontext makes the one before return to its start. */
	if (gprt_is_missing(rule->kind) && !u->exact && is_start(u, pc + 1))
		return GPRT_STEP_END;
	if (gprt_is_missing(rule->kind) && leave_cold_part(u))
		rule = find_rule(u, pc = u->reg[GPRT_REG_PC]);
	if (u->blocked && rule->kind == GPRT_RULE_PLAIN && !is_known(u, rule->cfa_reg))
		rule = find_pointer(u, pc, rule);
	switch (rule->kind) {
	case GPRT_RULE_PLAIN:
		return step_plain(u, rule);
	case GPRT_RULE_COMPLEX:
		return step_complex(u, pc, rule);
	case GPRT_RULE_END:
		return GPRT_STEP_END;
	}
	return step_guess(u, bad ? GPROF_ENDED_BAD_TABLE : GPROF_ENDED_NO_TABLE);
}

/* When the budget is spent, reads give zeros: what came of them is not trusted. */
enum gprt_step gprt_unwind_step(struct gprt_unwind *u)
{
	enum gprt_step result = step(u);

	return u->work ? result : truncated(u, GPROF_ENDED_WORK);
}

uint32_t gprt_unwind_frame_size(struct gprt_unwind *u)
{
	const struct gprt_rule *rule = find_rule(u, u->reg[GPRT_REG_PC] - !u->exact);

	if (rule->kind != GPRT_RULE_PLAIN || rule->cfa_reg != GPRT_REG_SP || rule->cfa_offset < 8)
		return 0;
	for (unsigned i = 0; i < rule->n; i++)
		if (rule->reg[i] == rule->pc_reg)
			return rule->at[i] == -1 ? (uint32_t)rule->cfa_offset : 0;
	return 0;
}
