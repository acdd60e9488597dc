/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ir.c - see ir.h.
 */
#include "ir.h"

#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

bool ir_is_call(LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

LLVMValueRef ir_strip_casts(LLVMValueRef v)
{
	while (LLVMIsAConstantExpr(v)) {
		LLVMOpcode op = LLVMGetConstOpcode(v);

		if (op != LLVMBitCast && op != LLVMAddrSpaceCast)
			break;
		v = LLVMGetOperand(v, 0);
	}
	return v;
}

LLVMValueRef ir_at_exit(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (!LLVMIsAFunction(callee) || strcmp(ir_name(callee), "__cxa_atexit") != 0 ||
	    !LLVMGetNumArgOperands(call))
		return NULL;
	return ir_strip_casts(LLVMGetOperand(call, 0));
}

LLVMValueRef ir_as_ptr(const struct module *m, LLVMValueRef v)
{
	return LLVMTypeOf(v) == m->ptr ? v : LLVMConstBitCast(v, m->ptr);
}

bool ir_has_attribute(LLVMValueRef f, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return kind && LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind);
}

static LLVMAttributeRef attribute(const struct module *m, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return LLVMCreateEnumAttribute(m->context, kind, 0);
}

void ir_add_attribute(const struct module *m, LLVMValueRef f, const char *name)
{
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute(m, name));
}

void ir_add_call_attribute(const struct module *m, LLVMValueRef call, const char *name)
{
	LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute(m, name));
}

bool ir_has_string_attribute(LLVMValueRef f, const char *name)
{
	return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, strlen(name));
}

void ir_add_string_attribute(const struct module *m, LLVMValueRef f, const char *name,
			     const char *value)
{
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(m->context, name, strlen(name), value,
							  strlen(value)));
}

const char *ir_name(LLVMValueRef global)
{
	size_t length;

	return LLVMGetValueName2(global, &length);
}

bool ir_is_local(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/*
 * The lists are arrays in globals of appending linkage: a longer one needs a
 * new global.  The elements are gathered in 'items', which has room for 'more'
 * of them; the old global is deleted.  LLVM keeps every array it was ever given, so
 * elements are added all at once and not one by one.
 */
static LLVMValueRef *list_take(const struct module *m, const char *name, unsigned more,
			       unsigned *n)
{
	LLVMValueRef old = LLVMGetNamedGlobal(m->m, name);
	LLVMValueRef init = old ? LLVMGetInitializer(old) : NULL;
	unsigned count = init ? (unsigned)LLVMGetNumOperands(init) : 0;
	LLVMValueRef *items = malloc((count + more) * sizeof *items);

	if (!items)
		abort();
	for (unsigned i = 0; i < count; i++)
		items[i] = LLVMGetOperand(init, i);
	if (old)
		LLVMDeleteGlobal(old);
	*n = count;
	return items;
}

static void list_put(const struct module *m, const char *name, LLVMTypeRef type,
		     LLVMValueRef *items, unsigned n, const char *section)
{
	LLVMValueRef list = LLVMAddGlobal(m->m, LLVMArrayType(type, n), name);

	LLVMSetLinkage(list, LLVMAppendingLinkage);
	LLVMSetInitializer(list, LLVMConstArray(type, items, n));
	if (section)
		LLVMSetSection(list, section);
	free(items);
}

void ir_append_used(const struct module *m, const char *name, const LLVMValueRef *globals,
		    unsigned more)
{
	unsigned n;
	LLVMValueRef *items = list_take(m, name, more, &n);

	for (unsigned i = 0; i < more; i++)
		items[n++] = ir_as_ptr(m, globals[i]);
	list_put(m, name, m->ptr, items, n, "llvm.metadata");
}

/* Before every other constructor, so that these are already recorded. */
#define STRUCTOR_PRIORITY 1

void ir_append_structor(const struct module *m, const char *list, LLVMValueRef function,
			LLVMValueRef key)
{
	LLVMValueRef fields[3];
	LLVMValueRef entry;
	LLVMValueRef *items;
	unsigned n;

	fields[0] = LLVMConstInt(m->i32, STRUCTOR_PRIORITY, 0);
	fields[1] = function;
	fields[2] = ir_as_ptr(m, key);
	entry = LLVMConstStructInContext(m->context, fields, 3, 0);
	items = list_take(m, list, 1, &n);
	items[n++] = entry;
	list_put(m, list, LLVMTypeOf(entry), items, n, NULL);
}

LLVMValueRef ir_relative(const struct module *m, LLVMValueRef to, LLVMValueRef from)
{
	return LLVMConstTrunc(LLVMConstSub(LLVMConstPtrToInt(to, m->i64),
					   LLVMConstPtrToInt(from, m->i64)),
			      m->i32);
}

bool ir_has_metadata(LLVMValueRef global, const char *kind)
{
	unsigned id = LLVMGetMDKindIDInContext(
		LLVMGetModuleContext(LLVMGetGlobalParent(global)), kind, (unsigned)strlen(kind));
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
	bool has = false;

	for (size_t i = 0; i < n && !has; i++)
		has = LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == id;
	LLVMDisposeValueMetadataEntries(all);
	return has;
}

uint64_t ir_hash(uint64_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	return (hash ^ 0xff) * 0x100000001b3u;
}

uint64_t ir_type_hash(LLVMTypeRef type)
{
	char *text = LLVMPrintTypeToString(type);
	uint64_t hash = ir_hash(IR_HASH_START, text);

	LLVMDisposeMessage(text);
	return hash;
}
