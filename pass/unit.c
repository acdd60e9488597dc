/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit.c - see unit.h.
 *
 * What the module has declared before may be of another type (gprof.h declares the
 * structs of abi.h): then it is replaced.
 *
 * Assembly refers to the unit by names, out of an optimiser's sight: all of it is in
 * llvm.compiler.used, so that link-time optimisation neither drops nor renames it.
 */
#include "unit.h"
#include "ir.h"
#include "select.h"
#include "target.h"

#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <llvm-c/Comdat.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <string.h>

/*
 * Without an attribute that forbids it, sanitizers turn a function's atomics into calls (thread),
 * or add a second version of it (dataflow).
 */
static void set_unsanitized(const struct module *m, LLVMValueRef f)
{
	ir_add_attribute(m, f, "disable_sanitizer_instrumentation");
}

LLVMValueRef unit_declare_function(const struct module *m, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, 0);
	LLVMValueRef f = LLVMGetNamedFunction(m->m, name);

	if (!f)
		f = LLVMAddFunction(m->m, name, type);
	LLVMSetVisibility(f, LLVMHiddenVisibility);
	set_unsanitized(m, f);
	return f;
}

static bool is_definition(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	return !LLVMIsDeclaration(global) && linkage != LLVMAppendingLinkage &&
	       linkage != LLVMPrivateLinkage && linkage != LLVMInternalLinkage;
}

void unit_adopt_definition(LLVMModuleRef module, LLVMValueRef global)
{
	LLVMComdatRef comdat;

	if (!is_definition(global))
		return;
	comdat = LLVMGetOrInsertComdat(module, ir_name(global));
	LLVMSetComdatSelectionKind(comdat, LLVMAnyComdatSelectionKind);
	LLVMSetComdat(global, comdat);
	LLVMSetLinkage(global, LLVMGetVisibility(global) == LLVMHiddenVisibility ?
				       LLVMLinkOnceODRLinkage : LLVMWeakODRLinkage);
}

/*
 * Assembly is for no processor in particular: of the one that the program is
 * compiled for, the compiler has the tables already.
 */
static void drop_target(LLVMValueRef f)
{
	static const char *const names[] = { "target-cpu", "target-features", "tune-cpu" };

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, names[i],
						 (unsigned)strlen(names[i]));
}

/* ThreadSanitizer's atomics hang in a signal handler. */
void unit_adopt_function(const struct module *m, LLVMValueRef f)
{
	if (ir_has_attribute(f, "naked"))
		drop_target(f);
	ir_add_string_attribute(m, f, SELECT_DONE, "");
	LLVMSetSection(f, GPROF_SEC_TEXT);
	set_unsanitized(m, f);
}

/* ------------------------------------------------------------------ the unit */

/* With the unwind table of every instruction: LLVM 14 knows no other. */
#define UWTABLE (LLVM_VERSION_MAJOR >= 15 ? 2u : 0u)

#define VARIABLES 4
#define PARTS 8
#define NAME_ROOM 64 /* of a function of libc */

static LLVMValueRef find_or_add(const struct module *m, LLVMTypeRef type, const char *name)
{
	LLVMValueRef old = LLVMGetNamedGlobal(m->m, name), new;

	if (old && LLVMGlobalGetValueType(old) == type)
		return old;
	new = LLVMAddGlobal(m->m, type, "");
	if (old) {
		LLVMReplaceAllUsesWith(old, LLVMConstBitCast(new, LLVMTypeOf(old)));
		LLVMDeleteGlobal(old);
	}
	LLVMSetValueName2(new, name, strlen(name));
	return new;
}

static void define_data(const struct module *m, LLVMValueRef global, LLVMValueRef value,
			bool constant)
{
	LLVMSetInitializer(global, value);
	LLVMSetGlobalConstant(global, constant);
	LLVMSetAlignment(global, 8);
	LLVMSetVisibility(global, LLVMHiddenVisibility);
	unit_adopt_definition(m->m, global);
}

static LLVMValueRef add_data(const struct module *m, const char *name, LLVMValueRef value,
			     bool constant)
{
	LLVMValueRef global = find_or_add(m, LLVMTypeOf(value), name);

	define_data(m, global, value, constant);
	return global;
}

/* The definition linked with the program under that name; a program without a runtime has none. */
static LLVMValueRef runtime(const struct module *m)
{
	LLVMValueRef global = LLVMGetNamedGlobal(m->m, "__gprof_runtime");

	if (!global) {
		global = LLVMAddGlobal(m->m, m->i8, "__gprof_runtime");
		LLVMSetLinkage(global, LLVMExternalWeakLinkage);
	}
	return ir_as_ptr(m, global);
}

/* Fills 'used' with the unit's variables, how many it returns. */
static unsigned add_variables(const struct module *m, LLVMValueRef used[VARIABLES])
{
	LLVMTypeRef unit = LLVMArrayType(m->i64, sizeof(struct gprof_unit) / 8);
	LLVMValueRef name = LLVMConstStringInContext(m->context, GPROF_NOTE_NAME,
						     sizeof(GPROF_NOTE_NAME) - 1, 0);
	unsigned n = 0;

	if (m->tls) {
		define_data(m, m->tls, LLVMConstNull(LLVMGlobalGetValueType(m->tls)), false);
		used[n++] = m->tls;
	}
	used[n++] = add_data(m, "__gprof_unit", LLVMConstNull(unit), false);
	used[n++] = add_data(m, "__gprof_unit_name", name, true);
	used[n++] = add_data(m, "__gprof_unit_runtime", runtime(m), true);
	return n;
}

static void add_attributes(const struct module *m, LLVMValueRef f)
{
	static const char *const names[] = { "naked", "noinline", "nounwind", "optsize",
					     "uwtable" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
		unsigned value = strcmp(names[i], "uwtable") ? 0 : UWTABLE;

		LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
					LLVMCreateEnumAttribute(m->context, kind, value));
	}
	unit_adopt_function(m, f);
}

static void rename_local(LLVMValueRef own, const char *name)
{
	char other[NAME_ROOM + 8];
	int length = snprintf(other, sizeof other, "%s.local", name);

	LLVMSetValueName2(own, other, (size_t)length);
}

/*
 * A function or variable that no other module sees may have the name of one of libc's
 * which the assembly refers to: it gets another name.
 */
static void yield_names(const struct module *m, const char *code)
{
	static const char directive[] = "\t.weakref\t";
	char name[NAME_ROOM];

	while ((code = strstr(code, directive))) {
		LLVMValueRef own;

		code += sizeof directive - 1;
		if (sscanf(code, "%*[^,], %63[A-Za-z0-9_]", name) != 1)
			continue;
		own = LLVMGetNamedFunction(m->m, name);
		if (!own)
			own = LLVMGetNamedGlobal(m->m, name);
		if (own && ir_is_local(own))
			rename_local(own, name);
	}
}

static LLVMValueRef define(const struct module *m, const struct unit_part *part)
{
	LLVMValueRef f = unit_declare_function(m, part->name);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(m->context);

	yield_names(m, part->code);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->context, f, ""));
	target_asm(m, b, part->code, "", NULL, 0);
	LLVMBuildUnreachable(b);
	LLVMDisposeBuilder(b);
	add_attributes(m, f);
	unit_adopt_definition(m->m, f);
	return f;
}

static bool is_used(const struct module *m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m->m, name);

	return f && LLVMGetFirstUse(f);
}

static bool is_needed(const struct module *m, const struct unit_part *part)
{
	if (is_used(m, part->name))
		return true;
	for (unsigned i = 0; part->others[i]; i++)
		if (is_used(m, part->others[i]))
			return true;
	return false;
}

/* A hidden symbol that is declared is one that linkers want, used or not. */
static void drop_unused(const struct module *m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m->m, name);

	if (f && LLVMIsDeclaration(f) && !LLVMGetFirstUse(f))
		LLVMDeleteFunction(f);
}

static void drop_declarations(const struct module *m, const struct unit_part *part)
{
	drop_unused(m, part->name);
	for (unsigned i = 0; part->others[i]; i++)
		drop_unused(m, part->others[i]);
}

/* The thread-local as LLVM would write it, but the system's: see embed.c. */
static const struct unit_part native_tls = {
	"__gprof_thread_native", { 0 },
	".pushsection .tbss.__gprof_thread,\"awTG\",@nobits,__gprof_thread,comdat\n\t"
	".hidden __gprof_thread\n\t"
	".weak __gprof_thread\n\t"
	".type __gprof_thread,@object\n\t"
	".p2align 3\n"
	"__gprof_thread:\n\t"
	".zero 16\n\t"
	".size __gprof_thread, 16\n\t"
	".popsection"
};
_Static_assert(sizeof(struct gprof_tls) == 16, "native_tls");

void unit_define(const struct module *m, const struct unit_part *parts)
{
	LLVMValueRef used[VARIABLES + PARTS];
	unsigned n = add_variables(m, used);

	if (!m->tls)
		used[n++] = define(m, &native_tls);
	for (const struct unit_part *p = parts; p && p->name; p++)
		if ((p == parts || is_needed(m, p)) && n < VARIABLES + PARTS)
			used[n++] = define(m, p);
	ir_append_used(m, "llvm.compiler.used", used, n);
	for (const struct unit_part *p = parts; p && p->name; p++)
		drop_declarations(m, p);
}

void unit_define_runtime(const struct module *m, const char *code)
{
	struct unit_part part = { "__gprof_runtime_code", { 0 }, code };
	LLVMValueRef f = define(m, &part);

	ir_append_used(m, "llvm.compiler.used", &f, 1);
}
