/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * named.c - see named.h.
 */
#include "named.h"
#include "ir.h"

#include <gprof-llvm/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name goes into assembly.  A function's name may hold characters that LLVM prints there in a
   form that it cannot read back. */
void named_counters(const struct module *m, LLVMValueRef f, char **name)
{
	const char *prefix = m->lto ? "__gprof_c" : "gprof.c", *c = ir_name(f);
	size_t size;
	FILE *out = open_memstream(name, &size);

	if (!out)
		abort();
	fprintf(out, "%s.%016llx.", prefix, (unsigned long long)m->hash);
	for (; *c; c++)
		fprintf(out, strchr("\n\"\\%", *c) ? "%%%02x" : "%c", *c);
	if (fclose(out) != 0)
		abort();
}

LLVMValueRef named_callee_counters(const struct module *m, LLVMValueRef f)
{
	LLVMValueRef counters;
	char *name;

	if (!f || !ir_is_local(f))
		return NULL;
	named_counters(m, f, &name);
	counters = LLVMGetNamedGlobal(m->m, name);
	free(name);
	return counters;
}

LLVMValueRef named_string(const struct module *m, const char *text)
{
	LLVMValueRef init, global;
	char name[48];

	snprintf(name, sizeof name, "gprof.s.%016llx",
		 (unsigned long long)ir_hash(IR_HASH_START, text));
	global = LLVMGetNamedGlobal(m->m, name);
	if (global)
		return global;
	init = LLVMConstStringInContext(m->context, text, (unsigned)strlen(text), 0);
	global = LLVMAddGlobal(m->m, LLVMTypeOf(init), name);
	LLVMSetInitializer(global, init);
	LLVMSetGlobalConstant(global, 1);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
	LLVMSetSection(global, GPROF_SEC_STR);
	LLVMSetAlignment(global, 1);
	return global;
}

const char *named_symbol(LLVMValueRef global)
{
	const char *name = ir_name(global);

	return *name == 1 ? name + 1 : name;
}
