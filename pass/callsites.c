/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsites.c - see callsites.h.
 *
 * The processor executes the code as it is at OptimizerLast, except for two changes that the
 * code generator makes later: it turns some intrinsics, and frem, into calls
 * (memcpy, libm), and it expands some calls of known functions inline (memcmp, sqrt).
 * Both are counted and flagged GPROF_SITE_MAY_INLINE.
 */
#include "callsites.h"
#include "array.h"
#include "ir.h"
#include "times.h"

#include <gprof-llvm/format.h>
#include <stdlib.h>
#include <string.h>

static struct site *site_add(struct function *f, uint8_t kind, uint8_t flags)
{
	struct site *s = array_room(f->sites, f->nsites, &f->room, sizeof *s);

	if (!s)
		return NULL;
	f->sites = s;
	s += f->nsites++;
	memset(s, 0, sizeof *s);
	s->kind = kind;
	s->flags = flags;
	s->counter = GPROF_NO_COUNTER;
	return s;
}

/* Library calls that x86-64 and AArch64 code generators may expand inline. */
static bool is_expandable(const char *name)
{
	static const char *const names[] = {
		"memcmp", "bcmp", "memcpy", "memmove", "memset", "mempcpy", "memchr", "strlen",
		"strnlen", "strcmp", "strcpy", "stpcpy", "sqrt", "floor", "ceil", "trunc", "rint",
		"nearbyint", "round", "fabs", "copysign", "fmin", "fmax", "abs", "labs", "llabs",
	};
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);

		if (strncmp(name, names[i], n))
			continue;
		/* sqrtf, sqrtl */
		if (length == n || (length == n + 1 && strchr("fl", name[n])))
			return true;
	}
	return false;
}

/*
 * A real tail call leaves the function for good: it is followed at once by the
 * return of its own value, and marked.
 */
static bool is_tail(LLVMValueRef call)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);

	return LLVMIsACallInst(call) && LLVMIsTailCall(call) && next && LLVMIsAReturnInst(next) &&
	       (LLVMGetNumOperands(next) == 0 || LLVMGetOperand(next, 0) == call);
}

/* Lengths up to this are stores, never a call, at every optimisation level. */
#define INLINE_LENGTH 64

static bool is_short(LLVMValueRef call)
{
	LLVMValueRef length = LLVMGetOperand(call, 2);

	return LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) <= INLINE_LENGTH;
}

struct libcall {
	const char *intrinsic; /* up to the type suffix, with its dot */
	const char *name;      /* the function for double */
	const char *name_f;    /* for float */
	const char *name_l;    /* for long double */
};

#define LIBM(f) { "llvm." #f ".", #f, #f "f", #f "l" }
/* Only long double calls a function: the others have an instruction. */
#define LIBM_L(intrinsic, f) { "llvm." #intrinsic ".", NULL, NULL, #f "l" }
static const struct libcall libcalls[] = {
	LIBM(sqrt),   LIBM(pow),       LIBM(sin),    LIBM(cos),	     LIBM(tan),	   LIBM(asin),
	LIBM(acos),   LIBM(atan),      LIBM(atan2),  LIBM(sinh),     LIBM(cosh),   LIBM(tanh),
	LIBM(sincos), LIBM(sincospi),  LIBM(exp),    LIBM(exp2),     LIBM(exp10),  LIBM(log),
	LIBM(log10),  LIBM(log2),      LIBM(fma),    LIBM(floor),    LIBM(ceil),   LIBM(trunc),
	LIBM(rint),   LIBM(nearbyint), LIBM(round),  LIBM(roundeven), LIBM(lround), LIBM(llround),
	LIBM(lrint),  LIBM(llrint),    LIBM(modf),   LIBM(frexp),    LIBM(ldexp),
	LIBM_L(minnum, fmin), LIBM_L(maxnum, fmax),
};

/* The function of 'l' for the floating-point type 'type', as intrinsics write it, or NULL. */
static const char *libcall_for(const struct libcall *l, const char *type)
{
	/* lround has the type of its result first */
	if (!strncmp(type, "i32.", 4) || !strncmp(type, "i64.", 4))
		type += 4;
	if (!strncmp(type, "f64", 3))
		return l->name;
	if (!strncmp(type, "f32", 3))
		return l->name_f;
	return !strncmp(type, "f80", 3) ? l->name_l : NULL;
}

/* The libcall an intrinsic may become, or NULL. */
static const char *intrinsic_libcall(LLVMValueRef call, const char *intrinsic)
{
	if (!strncmp(intrinsic, "llvm.memcpy.p", 13))
		return is_short(call) ? NULL : "memcpy";
	if (!strncmp(intrinsic, "llvm.memmove.p", 14))
		return is_short(call) ? NULL : "memmove";
	if (!strncmp(intrinsic, "llvm.memset.p", 13))
		return is_short(call) ? NULL : "memset";
	for (size_t i = 0; i < sizeof libcalls / sizeof *libcalls; i++) {
		const struct libcall *l = &libcalls[i];
		size_t n = strlen(l->intrinsic);

		if (!strncmp(intrinsic, l->intrinsic, n))
			return libcall_for(l, intrinsic + n);
	}
	return NULL;
}

/* The function that frem calls: no processor has an instruction for it. */
static const char *frem_libcall(LLVMValueRef inst)
{
	switch (LLVMGetTypeKind(LLVMTypeOf(inst))) {
	case LLVMFloatTypeKind:
		return "fmodf";
	case LLVMDoubleTypeKind:
		return "fmod";
	case LLVMX86_FP80TypeKind:
		return "fmodl";
	default:
		return NULL;
	}
}

/* 'call' is an intrinsic's, or a frem; 'name' is the function, NULL for none. */
static int collect_libcall(struct function *f, LLVMValueRef call, const char *name)
{
	struct site *s;

	if (!name)
		return 0;
	s = site_add(f, GPROF_SITE_DIRECT, GPROF_SITE_INTRINSIC | GPROF_SITE_MAY_INLINE);
	if (!s)
		return -1;
	s->call = call;
	s->name = name;
	s->counter = f->ncounters++;
	return 0;
}

/* Functions handed to code outside: that code may call them back. */
static int collect_callbacks(struct function *f, LLVMValueRef call, uint32_t via)
{
	unsigned n = (unsigned)LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef argument = ir_strip_casts(LLVMGetOperand(call, i));
		struct site *s;

		if (!LLVMIsAFunction(argument))
			continue;
		s = site_add(f, GPROF_SITE_CALLBACK, 0);
		if (!s)
			return -1;
		s->callee = argument;
		s->counter = via;
	}
	return 0;
}

static bool is_interposable(LLVMValueRef alias)
{
	LLVMLinkage linkage = LLVMGetLinkage(alias);

	return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage;
}

static LLVMValueRef look_through_alias(LLVMValueRef callee)
{
	while (LLVMIsAGlobalAlias(callee) && !is_interposable(callee)) {
		LLVMValueRef aliasee = ir_strip_casts(LLVMAliasGetAliasee(callee));

		if (!LLVMIsAFunction(aliasee) && !LLVMIsAGlobalAlias(aliasee))
			break;
		callee = aliasee;
	}
	return callee;
}

static int collect_direct(struct function *f, LLVMValueRef call, LLVMValueRef callee)
{
	uint32_t index = f->nsites;
	uint8_t flags = is_tail(call) ? GPROF_SITE_TAIL : 0;
	bool external = LLVMIsAFunction(callee) && LLVMIsDeclaration(callee);
	struct site *s;

	if (external && is_expandable(ir_name(callee)))
		flags |= GPROF_SITE_MAY_INLINE;
	s = site_add(f, GPROF_SITE_DIRECT, flags);
	if (!s)
		return -1;
	s->call = call;
	s->callee = callee;
	s->counter = f->ncounters++;
	return external ? collect_callbacks(f, call, index) : 0;
}

static int collect_indirect(struct function *f, LLVMValueRef call)
{
	struct site *s = site_add(f, GPROF_SITE_INDIRECT, is_tail(call) ? GPROF_SITE_TAIL : 0);

	if (!s)
		return -1;
	s->call = call;
	s->counter = f->ncounters;
	f->ncounters += GPROF_CELL_WORDS;
	return 0;
}

static int collect_asm(struct function *f, LLVMValueRef call, LLVMValueRef callee)
{
	char *text = LLVMPrintValueToString(callee);
	bool calls = text && (strstr(text, "call ") || strstr(text, "callq "));

	LLVMDisposeMessage(text);
	if (!calls)
		return 0;
	struct site *s = site_add(f, GPROF_SITE_ASM, 0);

	if (!s)
		return -1;
	s->call = call;
	return 0;
}

static int collect_call(struct function *f, LLVMValueRef call)
{
	LLVMValueRef callee = look_through_alias(ir_strip_casts(LLVMGetCalledValue(call)));

	if (times_is_hook(callee))
		return 0;
	if (LLVMIsAInlineAsm(callee))
		return collect_asm(f, call, callee);
	if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee))
		return collect_libcall(f, call, intrinsic_libcall(call, ir_name(callee)));
	if (LLVMIsAFunction(callee) || LLVMIsAGlobalAlias(callee) || LLVMIsAGlobalIFunc(callee))
		return collect_direct(f, call, callee);
	return collect_indirect(f, call);
}

static int collect_instruction(struct function *f, LLVMValueRef inst)
{
	if (ir_is_call(inst))
		return collect_call(f, inst);
	if (LLVMGetInstructionOpcode(inst) == LLVMFRem)
		return collect_libcall(f, inst, frem_libcall(inst));
	return 0;
}

/* The call sites of functions that are not monitored stay static arcs, without counters. */
static void drop_counters(struct function *f)
{
	for (uint32_t i = 0; i < f->nsites; i++) {
		struct site *s = &f->sites[i];

		if (s->kind == GPROF_SITE_DIRECT || s->kind == GPROF_SITE_INDIRECT)
			s->counter = GPROF_NO_COUNTER;
	}
	f->ncounters = 0;
}

int callsites_collect(const struct module *m, struct function *f)
{
	LLVMBasicBlockRef b;
	LLVMValueRef i;

	f->ncounters = 1; /* the entry count */
	for (b = LLVMGetFirstBasicBlock(f->f); b; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (collect_instruction(f, i) < 0)
				return -1;
	if (!f->monitored || m->options->mode_call)
		drop_counters(f);
	return 0;
}

void callsites_release(struct function *f)
{
	free(f->sites);
	f->sites = NULL;
}
