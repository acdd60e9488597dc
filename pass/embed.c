/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * embed.c - see embed.h.
 */
#include "embed.h"
#include "gprof_pass.h"
#include "ir.h"
#include "target.h"
#include "unit.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>

/*
 * Local-exec where the code can only be in an executable: one instruction less,
 * and a linker that is asked to put it into a shared object refuses.
 */
static void set_tls_model(const struct module *m, LLVMValueRef tls)
{
	LLVMSetThreadLocalMode(tls,
			       m->tls_form ? LLVMInitialExecTLSModel : LLVMLocalExecTLSModel);
}

static void declare_tls(struct module *m)
{
	LLVMTypeRef fields[2] = { m->i64, m->i64 };
	LLVMTypeRef type = LLVMStructTypeInContext(m->context, fields, 2, 0);

	m->tls = LLVMAddGlobal(m->m, type, "__gprof_thread");
	LLVMSetVisibility(m->tls, LLVMHiddenVisibility);
	set_tls_model(m, m->tls);
}

/*
 * As assembly, where nothing follows that has to understand it: ThinLTO would not take
 * functions of the module to others.  It is for the small code model.
 */
static bool is_assembly(const struct module *m)
{
	return m->target->rt_asm && !m->thin && !m->far;
}

static bool defines_main(const struct module *m)
{
	LLVMValueRef f = LLVMGetNamedFunction(m->m, "main");

	return f && !LLVMIsDeclaration(f);
}

/*
 * With -femulated-tls the IR's thread-locals become calls of a function that allocates memory, in
 * handlers too.  Ours are the system's as ever, which only assembly can say then.
 */
static int emulated_fits(const struct module *m, char *error)
{
	const char *why = NULL;

	if (!m->target->unit_parts)
		why = "for this processor: compile without it";
	else if (defines_main(m) && !is_assembly(m))
		why = "in the module with main if that is for ThinLTO or another code model than "
		      "small: compile it without";
	if (!why)
		return 0;
	snprintf(error, GPROF_PASS_ERROR_SIZE, "-femulated-tls is not supported %s", why);
	return -1;
}

static bool is_rust(const struct module *m)
{
	static const char ident[] = "llvm.ident", name[] = "rustc ";
	LLVMValueRef node, text;
	const char *string;
	unsigned length;

	if (LLVMGetNamedMetadataNumOperands(m->m, ident) != 1)
		return false;
	LLVMGetNamedMetadataOperands(m->m, ident, &node);
	if (LLVMGetMDNodeNumOperands(node) != 1)
		return false;
	LLVMGetMDNodeOperands(node, &text);
	string = LLVMGetMDString(text, &length);
	return string && length >= sizeof name && !strncmp(string, name, sizeof name - 1);
}

/*
 * The loader of musl keeps no room for thread-locals at a fixed distance in objects opened by
 * dlopen: it refuses to open them, and the program fails.  Other uses of -fPIC are sound; rustc has
 * hardly any else for musl, where it makes no shared objects by default.
 */
static int musl_fits(const struct module *m, char *error)
{
	if (!strstr(LLVMGetTarget(m->m), "-musl") || !m->tls_form || m->options->bias_tls ||
	    defines_main(m) || is_rust(m))
		return 0;
	snprintf(error, GPROF_PASS_ERROR_SIZE,
		 "musl cannot dlopen a shared object with this code: compile it without the "
		 "plugin, or with GPROF_PASS=bias=tls if programs are only linked with it");
	return -1;
}

int embed_declare(struct module *m, char *error)
{
	if (musl_fits(m, error) < 0 || (m->emulated && emulated_fits(m, error) < 0))
		return -1;
	if (!m->emulated)
		declare_tls(m);
	if (m->options->mode_call) {
		m->fentry = unit_declare_function(m, "__fentry__");
		return 0;
	}
	m->enter = unit_declare_function(m, "__gprof_enter");
	if (m->target->enter_gs)
		m->enter_gs = unit_declare_function(m, m->target->enter_gs);
	m->indirect = unit_declare_function(m, "__gprof_indirect");
	if (m->target->indirect_gs)
		m->indirect_gs = unit_declare_function(m, m->target->indirect_gs);
	return 0;
}

/*
 * The runtime refers weakly to symbols that it can do without.  If the module needs the
 * same symbol, the reference must stay strong: a static linker would not look for it.
 */
static void adopt_reference(LLVMValueRef reference, LLVMValueRef own)
{
	if (own && LLVMGetLinkage(reference) == LLVMExternalWeakLinkage &&
	    LLVMGetLinkage(own) != LLVMExternalWeakLinkage)
		LLVMSetLinkage(reference, LLVMExternalLinkage);
}

static void adopt(const struct module *m, LLVMModuleRef bitcode)
{
	LLVMValueRef v;

	for (v = LLVMGetFirstFunction(bitcode); v; v = LLVMGetNextFunction(v)) {
		if (!LLVMIsDeclaration(v))
			unit_adopt_function(m, v);
		unit_adopt_definition(bitcode, v);
		adopt_reference(v, LLVMGetNamedFunction(m->m, ir_name(v)));
	}
	for (v = LLVMGetFirstGlobal(bitcode); v; v = LLVMGetNextGlobal(v)) {
		unit_adopt_definition(bitcode, v);
		adopt_reference(v, LLVMGetNamedGlobal(m->m, ir_name(v)));
	}
	LLVMSetTarget(bitcode, LLVMGetTarget(m->m));
}

static int link_bitcode(const struct module *m, const struct bitcode *code, char *error)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		code->start, (size_t)(code->stop - code->start), "gprof-llvm runtime", 0);
	LLVMModuleRef bitcode;
	/* Function bodies are read only as far as they are needed. */
	LLVMBool bad = LLVMGetBitcodeModuleInContext2(m->context, buffer, &bitcode);

	if (!bad) {
		adopt(m, bitcode);
		bad = LLVMLinkModules2(m->m, bitcode);
	}
	if (!bad)
		return 0;
	snprintf(error, GPROF_PASS_ERROR_SIZE, "cannot link the runtime into the module");
	return -1;
}

/* Who compiled the module is in the one text of the first node. */
static bool is_of_flang(const struct module *m)
{
	LLVMValueRef node, text;
	unsigned n;
	const char *name;

	if (!LLVMGetNamedMetadataNumOperands(m->m, "llvm.ident"))
		return false;
	LLVMGetNamedMetadataOperands(m->m, "llvm.ident", &node);
	if (LLVMGetMDNodeNumOperands(node) != 1)
		return false;
	LLVMGetMDNodeOperands(node, &text);
	name = LLVMGetMDString(text, &n);
	return name && memmem(name, n, "flang version", 13);
}

/* A word that the start or the end of the program calls. */
static void add_pointer(const struct module *m, const char *section, LLVMValueRef function,
			LLVMValueRef key)
{
	LLVMValueRef word = LLVMAddGlobal(m->m, LLVMTypeOf(function), "");

	LLVMSetInitializer(word, function);
	LLVMSetLinkage(word, LLVMInternalLinkage);
	LLVMSetSection(word, section);
	LLVMSetAlignment(word, 8);
	if (LLVMGetComdat(key))
		LLVMSetComdat(word, LLVMGetComdat(key));
	ir_append_used(m, "llvm.compiler.used", &word, 1);
}

/*
 * flang has the lists written as GCC before 4.7 did, to .ctors and .dtors, which lld and mold
 * leave alone.  What both lists call begins and ends once.
 */
static void add_structors(const struct module *m)
{
	LLVMValueRef init = unit_declare_function(m, "__gprof_unit_init");
	LLVMValueRef fini = unit_declare_function(m, "__gprof_unit_fini");

	ir_append_structor(m, "llvm.global_ctors", init, init);
	ir_append_structor(m, "llvm.global_dtors", fini, init);
	if (is_of_flang(m)) {
		add_pointer(m, ".init_array.1", init, init);
		add_pointer(m, ".fini_array.1", fini, init);
	}
}

/*
 * A program may link another __fentry__ in place of the classic monitor, so the symbol is weak
 * in an executable.  In a shared object it is hidden, so that objects with different monitors
 * do not mix.
 */
static int link_fentry(const struct module *m, char *error)
{
	LLVMValueRef f = unit_declare_function(m, "__fentry__");

	if (!m->tls_form)
		LLVMSetVisibility(f, LLVMDefaultVisibility);
	ir_append_used(m, "llvm.compiler.used", &f, 1);
	if (link_bitcode(m, &m->target->unit_call, error) < 0)
		return -1;
	f = LLVMGetNamedFunction(m->m, "__fentry__");
	if (!m->tls_form) {
		LLVMSetVisibility(f, LLVMDefaultVisibility);
		LLVMSetLinkage(f, LLVMWeakAnyLinkage);
	}
	return 0;
}

static int link_runtime(const struct module *m, char *error)
{
	if (!is_assembly(m))
		return link_bitcode(m, &m->target->rt, error);
	unit_define_runtime(m, m->target->rt_asm);
	return 0;
}

int embed_link(const struct module *m, char *error)
{
	LLVMValueRef tls;

	add_structors(m);
	if (m->options->mode_call && link_fentry(m, error) < 0)
		return -1;
	if (!m->target->unit_parts && link_bitcode(m, &m->target->unit, error) < 0)
		return -1;
	unit_define(m, m->target->unit_parts);
	if (defines_main(m) && link_runtime(m, error) < 0)
		return -1;
	tls = LLVMGetNamedGlobal(m->m, "__gprof_thread");
	if (tls)
		set_tls_model(m, tls);
	return 0;
}
