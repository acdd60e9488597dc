/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * select.c - see select.h.
 */
#include "select.h"
#include "ir.h"

#include <string.h>

#define MARK_RESOLVER "gprof-resolver" /* runs before TLS in static programs */

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
		if (LLVMIsAFunction(resolver))
			mark_resolver(m, resolver);
	}
}

/* True when only calls use the function (through casts or not). */
static bool only_called(LLVMValueRef f, LLVMValueRef value)
{
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMBitCast) {
			if (!only_called(f, user))
				return false;
		} else if (!LLVMIsAInstruction(user) || !ir_is_call(user) ||
			   LLVMGetCalledValue(user) != value) {
			return false;
		} else {
			int arguments = (int)LLVMGetNumArgOperands(user);

			for (int i = 0; i < arguments; i++)
				if (LLVMGetOperand(user, (unsigned)i) == value)
					return false;
		}
	}
	return true;
}

/* Whether nothing keeps the function in the output. */
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
	size_t length;

	return ir_has_attribute(f, "naked") || ir_has_attribute(f, "noprofile") ||
	       ir_has_attribute(f, "skipprofile") || ir_has_string_attribute(f, MARK_RESOLVER) ||
	       !options_select(m->options, ir_name(f), LLVMGetSourceFileName(m->m, &length));
}

bool select_function(const struct module *m, LLVMValueRef value, struct function *f)
{
	memset(f, 0, sizeof *f);
	if (LLVMIsDeclaration(value) || LLVMGetLinkage(value) == LLVMAvailableExternallyLinkage ||
	    is_dead(value) || ir_has_attribute(value, "presplitcoroutine") ||
	    ir_has_string_attribute(value, SELECT_DONE))
		return false;
	ir_add_string_attribute(m, value, SELECT_DONE, "");
	f->f = value;
	f->monitored = !is_excluded(m, value);
	f->address_taken = !only_called(value, value);
	f->outside = f->address_taken || !strcmp(ir_name(value), "main") ||
		     (m->tls_form && !ir_is_local(value) &&
		      LLVMGetVisibility(value) == LLVMDefaultVisibility);
	return true;
}
