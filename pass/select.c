/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * select.c - see select.h.
 */
#include "select.h"
#include "ir.h"
#include "target.h"

#include <string.h>

#define MARK_RESOLVER "gprof-resolver" /* runs before TLS in static programs */
#define MARK_FIRST "gprof-resolver-first" /* is called by the loader */

static void mark_resolver(const struct module *m, LLVMValueRef f);

static void mark_callees(const struct module *m, LLVMValueRef f)
{
	LLVMBasicBlockRef b;
	LLVMValueRef i, callee;

	for (b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			if (!ir_is_call(i))
				continue;
			callee = ir_strip_casts(LLVMGetCalledValue(i));
			if (LLVMIsAFunction(callee))
				mark_resolver(m, callee);
		}
}

/* The recursion ends at the mark; it is as deep as the resolver's call chain. */
static void mark_resolver(const struct module *m, LLVMValueRef f)
{
	if (LLVMIsDeclaration(f) || ir_has_string_attribute(f, MARK_RESOLVER))
		return;
	ir_add_string_attribute(m, f, MARK_RESOLVER, "");
	mark_callees(m, f);
}

void select_mark_resolvers(const struct module *m)
{
	LLVMValueRef i, resolver;

	for (i = LLVMGetFirstGlobalIFunc(m->m); i; i = LLVMGetNextGlobalIFunc(i)) {
		resolver = ir_strip_casts(LLVMGetGlobalIFuncResolver(i));
		if (!LLVMIsAFunction(resolver))
			continue;
		mark_resolver(m, resolver);
		if (!LLVMIsDeclaration(resolver))
			ir_add_string_attribute(m, resolver, MARK_FIRST, "");
	}
}

/* The facts that follow from the uses of a function's address in the module. */
struct uses {
	bool other;    /* used other than as the callee of a call */
	bool callback; /* an argument of a call that leaves the module */
	bool unseen;   /* called by code that does not count */
};

static bool is_excluded(const struct module *m, LLVMValueRef f);

static bool leaves_module(LLVMValueRef call)
{
	LLVMValueRef callee = ir_strip_casts(LLVMGetCalledValue(call));

	return LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) && !LLVMGetIntrinsicID(callee);
}

static bool is_argument(LLVMValueRef call, LLVMValueRef value)
{
	unsigned n = (unsigned)LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++)
		if (LLVMGetOperand(call, i) == value)
			return true;
	return false;
}

static void use_by_call(const struct module *m, LLVMValueRef value, LLVMValueRef call,
			struct uses *u)
{
	LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));

	if (is_argument(call, value)) {
		u->other = true;
		u->callback |= leaves_module(call);
	} else if (LLVMGetCalledValue(call) != value) {
		u->other = true; /* an operand bundle, the target of a callbr */
	} else if (is_excluded(m, caller)) {
		u->unseen = true;
	}
}

/* Looks through casts, which typed pointers put around arguments. */
static void uses_collect(const struct module *m, LLVMValueRef value, struct uses *u)
{
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMBitCast)
			uses_collect(m, user, u);
		else if (LLVMIsAInstruction(user) && ir_is_call(user))
			use_by_call(m, value, user, u);
		else
			u->other = true;
	}
}

/* Returns true if nothing keeps the function in the output. */
static bool is_dead(LLVMValueRef f)
{
	LLVMLinkage linkage = LLVMGetLinkage(f);

	return !LLVMGetFirstUse(f) &&
	       (ir_is_local(f) || linkage == LLVMLinkOnceAnyLinkage ||
		linkage == LLVMLinkOnceODRLinkage);
}

/* Code that must stay as it is, or that the user does not want monitored. */
static bool is_excluded(const struct module *m, LLVMValueRef f)
{
	bool (*harms)(LLVMValueRef f) = m->options->mode_call ? m->target->fentry_harms : NULL;
	size_t length;

	return ir_has_attribute(f, "naked") || ir_has_attribute(f, "noprofile") ||
	       ir_has_attribute(f, "skipprofile") || ir_has_string_attribute(f, MARK_RESOLVER) ||
	       (harms && harms(f)) ||
	       !options_select(m->options, ir_name(f), LLVMGetSourceFileName(m->m, &length));
}

/* It has no code here, or none that may count. */
static bool is_left_out(LLVMValueRef f)
{
	return LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage ||
	       is_dead(f) || ir_has_attribute(f, "presplitcoroutine") ||
	       ir_has_string_attribute(f, SELECT_DONE);
}

bool select_monitored(const struct module *m, LLVMValueRef f)
{
	return !is_left_out(f) && !is_excluded(m, f);
}

bool select_function(const struct module *m, LLVMValueRef value, struct function *f)
{
	struct uses u = { 0 };

	memset(f, 0, sizeof *f);
	if (is_left_out(value))
		return false;
	ir_add_string_attribute(m, value, SELECT_DONE, "");
	f->f = value;
	f->monitored = !is_excluded(m, value);
	f->resolver = ir_has_string_attribute(value, MARK_FIRST);
	uses_collect(m, value, &u);
	f->address_taken = u.other;
	f->callback = u.callback;
	f->derived = ir_is_local(value) && !u.other && !u.unseen;
	f->exported = !ir_is_local(value) && LLVMGetVisibility(value) == LLVMDefaultVisibility;
	return true;
}
