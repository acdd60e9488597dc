/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * debuginfo.c - see debuginfo.h.
 *
 * llvm-c has no way up from a lexical block to its subprogram, nor to a
 * subprogram's linkage name; both are operands of the metadata nodes, in places
 * that have not changed from LLVM 14 to 22: file, scope, name, linkage name.
 */
#include "debuginfo.h"
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERAND_SCOPE = 1, OPERAND_NAME = 2, OPERAND_LINKAGE_NAME = 3, MAX_OPERANDS = 64 };

static char *file_path(LLVMMetadataRef scope)
{
	LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
	const char *name, *directory;
	unsigned n, d;
	char *path;

	if (!file)
		return NULL;
	name = LLVMDIFileGetFilename(file, &n);
	directory = LLVMDIFileGetDirectory(file, &d);
	if ((n && *name == '/') || !d)
		return strndup(name, n);
	if (asprintf(&path, "%.*s/%.*s", (int)d, directory, (int)n, name) < 0)
		return NULL;
	return path;
}

static LLVMValueRef operand(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
	LLVMValueRef operands[MAX_OPERANDS];
	LLVMValueRef value = LLVMMetadataAsValue(context, node);
	unsigned n = LLVMGetMDNodeNumOperands(value);

	if (n > MAX_OPERANDS || index >= n)
		return NULL;
	LLVMGetMDNodeOperands(value, operands);
	return operands[index];
}

LLVMMetadataRef position_subprogram(LLVMContextRef context, LLVMMetadataRef scope)
{
	while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
		LLVMValueRef up = operand(context, scope, OPERAND_SCOPE);

		scope = up ? LLVMValueAsMetadata(up) : NULL;
	}
	return scope;
}

static char *operand_string(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
	LLVMValueRef v = operand(context, node, index);
	unsigned length = 0;
	const char *text = v ? LLVMGetMDString(v, &length) : NULL;

	return text && length ? strndup(text, length) : NULL;
}

static char *linkage_name(LLVMContextRef context, LLVMMetadataRef sp)
{
	char *name = operand_string(context, sp, OPERAND_LINKAGE_NAME);

	return name ? name : operand_string(context, sp, OPERAND_NAME);
}

void position_of_function(LLVMValueRef f, struct position *at)
{
	LLVMMetadataRef sp = LLVMGetSubprogram(f);

	memset(at, 0, sizeof *at);
	if (!sp)
		return;
	at->line = LLVMDISubprogramGetLine(sp);
	at->file = file_path(sp);
}

void position_of_call(LLVMValueRef call, struct position *at)
{
	LLVMMetadataRef location = call ? LLVMInstructionGetDebugLoc(call) : NULL;
	LLVMContextRef context;
	LLVMMetadataRef scope, sp;

	memset(at, 0, sizeof *at);
	if (!location)
		return;
	at->line = LLVMDILocationGetLine(location);
	if (!LLVMDILocationGetInlinedAt(location))
		return;
	context = LLVMGetModuleContext(LLVMGetGlobalParent(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
	scope = LLVMDILocationGetScope(location);
	sp = position_subprogram(context, scope);
	at->file = file_path(scope);
	at->inlined = sp ? linkage_name(context, sp) : NULL;
}

void position_of_subprogram(LLVMContextRef context, LLVMMetadataRef sp, struct position *at)
{
	at->line = LLVMDISubprogramGetLine(sp);
	at->file = file_path(sp);
	at->inlined = linkage_name(context, sp);
}

void position_release(struct position *at)
{
	free(at->file);
	free(at->inlined);
}
