/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * target.c - what the code that counts has in common for all processors; see target.h.
 */
#include "target.h"
#include "ir.h"

#include <string.h>

LLVMValueRef target_counter(const struct module *m, LLVMValueRef counters, uint32_t index)
{
	LLVMValueRef indices[2] = { LLVMConstInt(m->i64, 0, 0), LLVMConstInt(m->i64, index, 0) };

	return LLVMConstInBoundsGEP2(LLVMGlobalGetValueType(counters), counters, indices, 2);
}

_Static_assert(GPROF_CG_COPY == 3 && GPROF_CG_COPY_VERSION == 2 &&
	       sizeof(struct gprof_cg_copy) == 16, "TARGET_OWN_WORD");

bool target_has_own_word(const struct module *m, uint32_t index)
{
	return m->options->blocks && m->lto && index;
}

LLVMValueRef target_nosanitize(const struct module *m, LLVMValueRef inst)
{
	LLVMMetadataRef empty = LLVMMDNodeInContext2(m->context, NULL, 0);

	LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(m->context, "nosanitize", 10),
			LLVMMetadataAsValue(m->context, empty));
	return inst;
}

LLVMValueRef target_asm(const struct module *m, LLVMBuilderRef b, const char *text,
			const char *constraints, LLVMValueRef *arguments, unsigned n)
{
	LLVMTypeRef types[8];
	LLVMTypeRef type;
	LLVMValueRef code, call;

	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), types, n, 0);
	code = LLVMGetInlineAsm(type, (char *)text, strlen(text), (char *)constraints,
				strlen(constraints), 1, 0, LLVMInlineAsmDialectATT, 0);
	call = LLVMBuildCall2(b, type, code, arguments, n, "");
	ir_add_call_attribute(m, call, "nounwind");
	return target_nosanitize(m, call);
}

LLVMValueRef target_return_address(const struct module *m, LLVMBuilderRef b)
{
	unsigned id = LLVMLookupIntrinsicID("llvm.returnaddress", 18);
	LLVMValueRef intrinsic = LLVMGetIntrinsicDeclaration(m->m, id, NULL, 0);
	LLVMValueRef level = LLVMConstInt(m->i32, 0, 0);

	level = LLVMBuildCall2(b, LLVMGlobalGetValueType(intrinsic), intrinsic, &level, 1, "");
	return LLVMBuildPtrToInt(b, level, m->i64, "");
}

/*
 * A relocation of no bytes is a reference that GNU ld, gold and lld follow
 * under --gc-sections.  Being part of the code it goes where the code is
 * inlined at link time, and vanishes with it.  A prologue has it in its assembly:
 * each piece of assembly costs the compiler a parser.
 */
void target_keep(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	LLVMValueRef record = f->kept;

	if (!f->monitored || f->derived || m->options->mode_call)
		target_asm(m, b, TARGET_KEEP("${0:c}"), "i", &record, 1);
}
