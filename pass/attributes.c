/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attributes.c - see attributes.h.
 */
#include "attributes.h"
#include "ir.h"

#include <string.h>

/* The names of 14 to 22; one that an LLVM does not know has kind 0 there. */
static const char *const names[] = {
	"memory",	     "readnone",     "readonly",
	"writeonly",	     "argmemonly",   "inaccessiblememonly",
	"speculatable",	     "nosync",	     "inaccessiblemem_or_argmemonly",
};
#define N_NAMES (sizeof names / sizeof *names)

static void strip_function(LLVMValueRef f, const unsigned *kinds)
{
	for (size_t i = 0; i < N_NAMES; i++)
		if (kinds[i])
			LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kinds[i]);
}

static void strip_call(LLVMValueRef call, const unsigned *kinds)
{
	LLVMValueRef callee = ir_strip_casts(LLVMGetCalledValue(call));

	if ((LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)) || LLVMIsAInlineAsm(callee))
		return;
	for (size_t i = 0; i < N_NAMES; i++)
		if (kinds[i])
			LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kinds[i]);
}

static void strip_calls(LLVMValueRef f, const unsigned *kinds)
{
	LLVMBasicBlockRef b;
	LLVMValueRef i;

	for (b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (ir_is_call(i))
				strip_call(i, kinds);
}

void attributes_strip(const struct module *m)
{
	unsigned kinds[N_NAMES];
	LLVMValueRef f;

	for (size_t i = 0; i < N_NAMES; i++)
		kinds[i] = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
	for (f = LLVMGetFirstFunction(m->m); f; f = LLVMGetNextFunction(f)) {
		if (LLVMGetIntrinsicID(f))
			continue;
		strip_function(f, kinds);
		strip_calls(f, kinds);
	}
}
