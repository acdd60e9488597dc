/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * times.c - see times.h.
 *
 * A call is left by a return, by an exception, or by longjmp, of which the runtime learns later.
 * Exceptions come by landing pads, so the function gets one for calls without.
 *
 * A call before a return may become a jump, and programs rely on that: they would run out of
 * stack.  But what such a call takes is of the function's time.  So the call is there twice.  In
 * the outermost call of the function it is followed by the end; in calls within that, which are
 * not measured, it still becomes a jump.  So each thread has one frame more, not any number.
 */
#include "times.h"
#include "call_return.h"
#include "ends.h"
#include "ir.h"
#include "select.h"

#include <gprof-llvm/abi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTER "__gprof_unit_time_enter"
#define LEAVE "__gprof_unit_time_leave"

/* The function at work. */
struct timing {
	const struct module *m;
	LLVMBuilderRef b;
	LLVMValueRef enter, leave;
	LLVMValueRef f, timed, frame, outermost;
};

/* ------------------------------------------------------------------ which functions */

/* Without the parameters: what is after the last `(` that is not within others. */
static void cut_parameters(char *name)
{
	char *end = strrchr(name, ')');
	int depth = 0;

	for (; end && end >= name; end--) {
		depth += *end == ')';
		depth -= *end == '(';
		if (!depth)
			break;
	}
	if (end && end > name)
		*end = 0;
}

/* A copy that the compiler made for some arguments has the name with a suffix. */
static void cut_suffix(char *name)
{
	char *suffix = strstr(name, ".specialized.");

	if (suffix)
		*suffix = 0;
}

static enum timed timed_by_name(const struct module *m, LLVMValueRef f)
{
	char *name = strdup(ir_name(f)), *known;
	enum timed how;

	if (!name)
		return TIMED_NOT;
	cut_suffix(name);
	how = options_timed(m->options, name);
	known = how ? NULL : ends_demangle(name);
	if (known)
		how = options_timed(m->options, known);
	if (known && !how) {
		cut_parameters(known);
		how = options_timed(m->options, known);
	}
	free(known);
	free(name);
	return how;
}

static bool holds(LLVMValueRef string, const char *text)
{
	size_t length;
	const char *s;

	string = ir_strip_casts(string);
	if (LLVMIsAConstantExpr(string)) /* a pointer to the array's first element */
		string = LLVMGetOperand(string, 0);
	if (!LLVMIsAGlobalVariable(string) || !LLVMGetInitializer(string) ||
	    !LLVMIsConstantString(LLVMGetInitializer(string)))
		return false;
	s = LLVMGetAsString(LLVMGetInitializer(string), &length);
	return length == strlen(text) + 1 && !memcmp(s, text, length);
}

static enum timed timed_by_annotation(const struct module *m, LLVMValueRef f)
{
	LLVMValueRef all = LLVMGetNamedGlobal(m->m, "llvm.global.annotations");
	LLVMValueRef list = all ? LLVMGetInitializer(all) : NULL;
	int n = list ? LLVMGetNumOperands(list) : 0;

	for (int i = 0; i < n; i++) {
		LLVMValueRef one = LLVMGetOperand(list, (unsigned)i);

		if (ir_strip_casts(LLVMGetOperand(one, 0)) != f)
			continue;
		if (holds(LLVMGetOperand(one, 1), "gprof_time"))
			return TIMED_WALL;
		if (holds(LLVMGetOperand(one, 1), "gprof_time_cpu"))
			return TIMED_CPU;
	}
	return TIMED_NOT;
}

static enum timed timed_how(const struct module *m, LLVMValueRef f)
{
	enum timed how = TIMED_NOT;

	if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
		return TIMED_NOT;
	if (m->options->timed[0].n || m->options->timed[1].n)
		how = timed_by_name(m, f);
	return how ? how : timed_by_annotation(m, f);
}

void times_mark(const struct module *m)
{
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(m->m); f; f = LLVMGetNextFunction(f))
		if (!ir_has_attribute(f, "alwaysinline") && timed_how(m, f))
			ir_add_attribute(m, f, "noinline");
}

/* ------------------------------------------------------------------ the code */

static LLVMValueRef hook(const struct timing *t, const char *name, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMGetNamedFunction(t->m->m, name);

	if (!f)
		f = LLVMAddFunction(t->m->m, name, type);
	LLVMSetVisibility(f, LLVMHiddenVisibility);
	return f;
}

static LLVMTypeRef enter_type(const struct module *m)
{
	LLVMTypeRef types[3] = { m->ptr, m->ptr, m->ptr };

	return LLVMFunctionType(m->i32, types, 3, 0);
}

static LLVMTypeRef leave_type(const struct module *m)
{
	LLVMTypeRef types[3] = { m->ptr, m->ptr, m->i32 };

	return LLVMFunctionType(LLVMVoidTypeInContext(m->context), types, 3, 0);
}

static LLVMValueRef call_hook(const struct timing *t, LLVMTypeRef type, LLVMValueRef hook,
			      LLVMValueRef *arguments)
{
	LLVMValueRef call = LLVMBuildCall2(t->b, type, hook, arguments, 3, "");

	ir_add_call_attribute(t->m, call, "nounwind");
	ir_add_call_attribute(t->m, call, "willreturn");
	return call;
}

/* An intrinsic about the current frame: llvm.frameaddress, llvm.returnaddress. */
static LLVMValueRef address_of(const struct timing *t, const char *intrinsic)
{
	LLVMTypeRef type = LLVMFunctionType(t->m->ptr, (LLVMTypeRef[]){ t->m->i32 }, 1, 0);
	unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
	LLVMTypeRef result = t->m->ptr;
	bool overloaded = LLVMIntrinsicIsOverloaded(id);
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(t->m->m, id, &result, overloaded);
	LLVMValueRef level = LLVMConstInt(t->m->i32, 0, 0);

	return LLVMBuildCall2(t->b, type, f, &level, 1, "");
}

/* The function's struct gprof_timed. */
static LLVMValueRef descriptor(const struct module *m, enum timed how)
{
	LLVMValueRef fields[2] = { LLVMConstInt(m->i32, 0, 0),
				   LLVMConstInt(m->i32, how == TIMED_CPU ? GPROF_TIMING_CPU : 0,
						0) };
	LLVMValueRef value = LLVMConstArray(m->i32, fields, 2);
	LLVMValueRef global = LLVMAddGlobal(m->m, LLVMTypeOf(value), "gprof.timed");

	LLVMSetInitializer(global, value);
	LLVMSetLinkage(global, LLVMInternalLinkage);
	LLVMSetAlignment(global, 8);
	return ir_as_ptr(m, global);
}

static void begin(struct timing *t)
{
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(t->f)), caller;

	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(t->b, first);
	t->frame = address_of(t, "llvm.frameaddress");
	caller = address_of(t, "llvm.returnaddress");
	t->outermost = call_hook(t, enter_type(t->m), t->enter,
				 (LLVMValueRef[]){ t->timed, caller, t->frame });
}

static void end(const struct timing *t, LLVMValueRef before, bool returned)
{
	LLVMPositionBuilderBefore(t->b, before);
	call_hook(t, leave_type(t->m), t->leave,
		  (LLVMValueRef[]){ t->timed, t->frame, LLVMConstInt(t->m->i32, returned, 0) });
}

/* llvm-c before LLVM 18 has no query for this. */
static bool must_be_tail(LLVMValueRef call)
{
	char *text = LLVMPrintValueToString(call);
	bool must = text && strstr(text, "musttail call");

	LLVMDisposeMessage(text);
	return must;
}

/* The call that a block ends by if that may become a jump, or NULL. */
static LLVMValueRef tail_of(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetBasicBlockTerminator(block);

	for (; i; i = LLVMGetPreviousInstruction(i))
		if (call_may_be_jump(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
			return i;
	return NULL;
}

static void end_by_return(const struct timing *t, LLVMBasicBlockRef block)
{
	LLVMValueRef ret = LLVMGetBasicBlockTerminator(block), call;

	if (!ret || !LLVMIsAReturnInst(ret))
		return;
	call = tail_of(block);
	if (call && must_be_tail(call))
		end(t, call, true);
	else if (call && !t->m->plain)
		end(t, ends_split(call, t->outermost), true);
	else
		end(t, ret, true);
}

/* A call in a block that only a return follows. */
static void copy_returns(LLVMValueRef f)
{
	LLVMBasicBlockRef block, next;

	for (block = LLVMGetFirstBasicBlock(f); block; block = next) {
		next = LLVMGetNextBasicBlock(block);
		if (block_returns_by_copy(block)) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block),
								0);

			if (next == to)
				next = LLVMGetNextBasicBlock(to);
			ends_copy_return(block);
		}
	}
}

static LLVMBasicBlockRef *blocks_of(LLVMValueRef f, unsigned *n)
{
	LLVMBasicBlockRef *blocks;

	*n = LLVMCountBasicBlocks(f);
	blocks = calloc(*n + 1, sizeof *blocks);
	if (!blocks)
		abort();
	LLVMGetBasicBlocks(f, blocks);
	return blocks;
}

static void end_everywhere(struct timing *t)
{
	LLVMBasicBlockRef *blocks, block;
	unsigned n;

	if (!t->m->plain)
		copy_returns(t->f);
	blocks = blocks_of(t->f, &n);
	for (unsigned i = 0; i < n; i++)
		end_by_return(t, blocks[i]);
	free(blocks);
	ends_pad(t->f);
	for (block = LLVMGetFirstBasicBlock(t->f); block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

		if (last && LLVMGetInstructionOpcode(last) == LLVMResume)
			end(t, last, false);
	}
}

static void warn(const struct module *m, LLVMValueRef f, const char *why)
{
	char text[1024];

	snprintf(text, sizeof text, "gprof-llvm: calls of '%.500s' are not all measured: %s",
		 ir_name(f), why);
	ends_warn(m->m, text);
}

static void insert(const struct module *m, LLVMValueRef f, enum timed how)
{
	struct timing t = { .m = m, .f = f };

	t.b = LLVMCreateBuilderInContext(m->context);
	t.enter = hook(&t, ENTER, enter_type(m));
	t.leave = hook(&t, LEAVE, leave_type(m));
	t.timed = descriptor(m, how);
	begin(&t);
	end_everywhere(&t);
	LLVMDisposeBuilder(t.b);
	if (ir_has_attribute(f, "alwaysinline"))
		warn(m, f, "it is always inlined");
}

static bool is_returned_twice(LLVMValueRef call)
{
	return LLVMIsACallInst(call) && call_return_flags(call) == GPROF_SITE_RETURNS_TWICE &&
	       LLVMGetNextInstruction(call);
}

/* After setjmp: calls may have been left by longjmp. */
static void land(const struct module *m, LLVMValueRef f)
{
	struct timing t = { .m = m, .f = f, .timed = LLVMConstNull(m->ptr) };
	LLVMBasicBlockRef b;
	LLVMValueRef i;

	t.b = LLVMCreateBuilderInContext(m->context);
	for (b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			if (!is_returned_twice(i))
				continue;
			t.leave = hook(&t, LEAVE, leave_type(m));
			LLVMPositionBuilderBefore(t.b, LLVMGetNextInstruction(i));
			t.frame = address_of(&t, "llvm.frameaddress");
			end(&t, LLVMGetNextInstruction(t.frame), false);
		}
	LLVMDisposeBuilder(t.b);
}

void times_insert(const struct module *m)
{
	bool named = m->options->timed[0].n || m->options->timed[1].n;
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(m->m); f; f = LLVMGetNextFunction(f)) {
		enum timed how;

		if (!select_monitored(m, f))
			continue;
		how = timed_how(m, f);
		if (how)
			insert(m, f, how);
		if (named)
			land(m, f);
	}
}

bool times_is_hook(LLVMValueRef callee)
{
	return LLVMIsAFunction(callee) &&
	       (!strcmp(ir_name(callee), ENTER) || !strcmp(ir_name(callee), LEAVE));
}
