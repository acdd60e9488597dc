/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mark.c - the class of each instruction of a function (see body.h).
 *
 * In this order, what is found first stays: the monitor (the processor's file), calls and
 * returns, what takes a call's stack arguments away and what put them there, prologues and
 * epilogues, and then the moves before and after calls.  The rest is in-line code.
 * docs/design/classes.md says what each rule gets wrong.
 */
#include "code/body.h"

/* Position of the instruction that covers an address; n: none. */
static size_t code_at(const struct body *code, uint64_t address)
{
	size_t i = gp_first(k, code->n, code->insns[k].address <= address);

	if (!i || address >= code->insns[i - 1].address + code->insns[i - 1].size)
		return code->n;
	return i - 1;
}

static bool is_within(const struct body *c, uint64_t address)
{
	return address >= c->start && address < c->end;
}

static bool is_free(const struct code_insn *insn)
{
	return !code_is(insn, INSN_FIXED);
}

/* Returns true if code may run on after an instruction to another place than the next, or not at
   all: the end of a straight line.  What the monitor does in between is none. */
static bool ends_line(const struct code_insn *insn)
{
	return insn->kind != INSN_OTHER && insn->kind != INSN_PADDING && !code_is_monitor(insn);
}

/* A call that does not come back here as a call: the last one of a function. */
static bool is_tail(const struct code_insn *insn)
{
	return code_is(insn, INSN_LEAVES);
}

/* ------------------------------------------------------------------ */

static void find_leaders(struct body *c)
{
	for (size_t i = 0; i < c->n; i++) {
		struct code_insn *insn = &c->insns[i];
		size_t to;

		if ((insn->kind != INSN_JUMP && insn->kind != INSN_BRANCH) ||
		    code_is_monitor(insn) || !is_within(c, insn->target))
			continue;
		to = code_at(c, insn->target);
		if (to < c->n)
			c->insns[to].flags |= INSN_LEADER;
	}
}

static void mark_calls(struct body *c)
{
	for (size_t i = 0; i < c->n; i++) {
		struct code_insn *insn = &c->insns[i];

		if (!is_free(insn))
			continue;
		if (insn->kind == INSN_CALL || insn->kind == INSN_RETURN || is_tail(insn))
			code_fix(insn, CLASS_C);
		else if (insn->kind == INSN_KERNEL)
			code_fix(insn, CLASS_S);
	}
}

/* ------------------------------------------------------------------ */

/* Returns true if the straight line from an instruction on leaves the function. */
static bool leads_out(const struct body *c, size_t i)
{
	for (; i < c->n; i++) {
		const struct code_insn *insn = &c->insns[i];

		if (insn->kind == INSN_RETURN || (insn->kind == INSN_JUMP && is_tail(insn)))
			return true;
		if (ends_line(insn))
			return false;
	}
	return false;
}

/* The pushes that a clean-up of so many bytes takes back. */
static void mark_pushes(struct body *c, size_t call, int64_t bytes)
{
	for (size_t i = call; i-- && bytes > 0;) {
		struct code_insn *insn = &c->insns[i];

		if (ends_line(insn))
			return;
		if (!is_free(insn) || !code_is(insn, INSN_STACK) || insn->stack >= 0 ||
		    -insn->stack > bytes)
			continue;
		bytes += insn->stack;
		code_fix(insn, CLASS_C);
	}
}

/* Arguments on the stack: taken back right after the call. */
static void mark_clean_ups(struct body *c)
{
	for (size_t i = 0; i < c->n; i++) {
		int64_t bytes = 0;

		if (c->insns[i].kind != INSN_CALL || code_is_monitor(&c->insns[i]) ||
		    leads_out(c, i + 1))
			continue;
		for (size_t k = i + 1; k < c->n; k++) {
			struct code_insn *insn = &c->insns[k];

			if (code_is(insn, INSN_LEADER) || !is_free(insn) ||
			    !code_is(insn, INSN_STACK) || insn->stack <= 0)
				break;
			bytes += insn->stack;
			code_fix(insn, CLASS_C);
		}
		mark_pushes(c, i, bytes);
	}
}

/* ------------------------------------------------------------------ */

static const struct frame_row *row_at(const struct body *c, uint64_t address)
{
	size_t i = gp_first(k, c->nrows, c->rows[k].start <= address);

	return i ? &c->rows[i - 1] : NULL;
}

/* Returns true if a new row begins where an instruction ends. */
static bool changes_row(const struct body *c, const struct code_insn *insn)
{
	uint64_t end = insn->address + insn->size;
	const struct frame_row *row = row_at(c, end);

	return row && row->start == end;
}

/* By CFI: what makes it describe the frame anew; with a frame pointer it need not. */
static void mark_by_rows(struct body *c)
{
	for (size_t i = 0; i < c->n && c->nrows; i++) {
		struct code_insn *insn = &c->insns[i];
		const struct frame_row *row = row_at(c, insn->address);

		if (!is_free(insn) || insn->kind != INSN_OTHER ||
		    !code_is(insn, INSN_STACK | INSN_FRAME | INSN_SAVES))
			continue;
		if (changes_row(c, insn) ||
		    (row && !row->on_stack && code_is(insn, INSN_STACK | INSN_FRAME)))
			code_fix(insn, CLASS_P);
	}
}

static bool is_prologue(const struct code_insn *insn)
{
	return code_is(insn, INSN_FIXED) && insn->class == CLASS_P;
}

/* Registers saved and loaded beside what changes the stack pointer. */
static void mark_saves(struct body *c)
{
	for (size_t i = 0; i < c->n && c->nrows; i++)
		if (is_free(&c->insns[i]) && code_is(&c->insns[i], INSN_SAVES) &&
		    (i ? is_prologue(&c->insns[i - 1]) : true))
			code_fix(&c->insns[i], CLASS_P);
	for (size_t i = c->n; i-- && c->nrows;)
		if (is_free(&c->insns[i]) && code_is(&c->insns[i], INSN_SAVES) && i + 1 < c->n &&
		    (is_prologue(&c->insns[i + 1]) || c->insns[i + 1].kind == INSN_RETURN))
			code_fix(&c->insns[i], CLASS_P);
}

static void mark_line(struct body *c, size_t i, uint64_t end)
{
	for (; i < c->n && c->insns[i].address < end && !ends_line(&c->insns[i]); i++)
		if (is_free(&c->insns[i]))
			code_fix(&c->insns[i], CLASS_P);
}

static void mark_prologues(struct body *c)
{
	if (c->n && code_is(&c->insns[0], INSN_LANDING))
		code_fix(&c->insns[0], CLASS_P);
	mark_by_rows(c);
	mark_saves(c);
	mark_line(c, 0, c->prologue_end);
	for (size_t i = 0; i < c->nepilogues; i++) {
		size_t at = code_at(c, c->epilogues[i]);

		if (leads_out(c, at))
			mark_line(c, at, c->end);
	}
}

/* ------------------------------------------------------------------ */

/* The moves into the registers of arguments, as far as nothing else comes between; not of
   what is written over on the way to the call. */
static void mark_arguments(struct body *c, size_t call)
{
	bool written[256] = { 0 }; /* registers */

	for (size_t i = call; i--;) {
		struct code_insn *insn = &c->insns[i];
		bool passes = code_is_monitor(insn) || is_prologue(insn) ||
			      code_is(insn, INSN_ARGUMENT) ||
			      (code_is(insn, INSN_FIXED) && insn->class == CLASS_C);

		if (ends_line(insn) || !passes)
			return;
		if (is_free(insn) && code_is(insn, INSN_MOVE) && !written[insn->writes] &&
		    (!code_is(insn, INSN_SPARE) || insn->writes == c->insns[call].base))
			code_fix(insn, CLASS_C);
		written[insn->writes] = true;
		if (code_is(insn, INSN_LEADER))
			return;
	}
}

/* Instructions that move the result of a call. */
static void mark_result(struct body *c, size_t call)
{
	for (size_t i = call + 1; i < c->n; i++) {
		struct code_insn *insn = &c->insns[i];

		if (code_is(insn, INSN_LEADER))
			return;
		if (is_free(insn) && code_is(insn, INSN_RESULT))
			code_fix(insn, CLASS_C);
		else if (!code_is(insn, INSN_FIXED) || insn->class != CLASS_C || ends_line(insn))
			return;
	}
}

void classes_mark(struct body *c)
{
	find_leaders(c);
	mark_calls(c);
	mark_clean_ups(c);
	mark_prologues(c);
	for (size_t i = 0; i < c->n; i++) {
		const struct code_insn *insn = &c->insns[i];

		if (code_is_monitor(insn) || (insn->kind != INSN_CALL && !is_tail(insn)))
			continue;
		mark_arguments(c, i);
		if (insn->kind == INSN_CALL)
			mark_result(c, i);
	}
}
