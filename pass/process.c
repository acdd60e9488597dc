/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * process.c - see process.h.
 *
 * The functions are known by their names; the headers of the C library give some of them a second
 * one.  What is inserted is an ordinary call of __gprof_unit_process(event, flags); next to
 * a system call its cost is nothing.  After a call that must be a tail call, or that may unwind,
 * there is no such call.
 */
#include "process.h"
#include "ir.h"

#include <gprof-llvm/abi.h>
#include <string.h>

#define NONE (~0u)
#define CLONE_FLAGS 2 /* the argument of clone that holds its flags */
#define SET_SECCOMP 22 /* Linux: PR_SET_SECCOMP */
#define STRICT 1       /* SECCOMP_MODE_STRICT */
#define SET_STRICT 0   /* SECCOMP_SET_MODE_STRICT */

/* The runtime's functions to call before and after a call of this function. */
struct rule {
	const char *name;
	unsigned before, after; /* enum gprof_process_event, or NONE */
};

static const struct rule rules[] = {
	{ "fork", NONE, GPROF_PROCESS_RETURNED },
	{ "_Fork", NONE, GPROF_PROCESS_RETURNED },
	{ "vfork", NONE, GPROF_PROCESS_RETURNED },
	{ "syscall", GPROF_PROCESS_DROP, GPROF_PROCESS_RETURNED },
	{ "clone", GPROF_PROCESS_CLONE, GPROF_PROCESS_RETURNED },
	{ "__clone", GPROF_PROCESS_CLONE, GPROF_PROCESS_RETURNED },
	{ "execve", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execv", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execvp", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execvpe", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execl", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execle", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execlp", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "fexecve", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "execveat", GPROF_PROCESS_EXEC, GPROF_PROCESS_STAYED },
	{ "posix_spawn", GPROF_PROCESS_SPAWN, GPROF_PROCESS_SPAWNED },
	{ "posix_spawnp", GPROF_PROCESS_SPAWN, GPROF_PROCESS_SPAWNED },
	{ "sigprocmask", NONE, GPROF_PROCESS_MASK },
	{ "pthread_sigmask", NONE, GPROF_PROCESS_MASK },
	{ "sigblock", NONE, GPROF_PROCESS_MASK },
	{ "sigsetmask", NONE, GPROF_PROCESS_MASK },
	{ "sigaction", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "signal", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "__sysv_signal", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION }, /* signal in strict C */
	{ "sysv_signal", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "bsd_signal", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "ssignal", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "sigset", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "sigignore", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "siginterrupt", GPROF_PROCESS_ACTING, GPROF_PROCESS_ACTION },
	{ "signalfd", NONE, GPROF_PROCESS_READ },
	{ "sigaltstack", GPROF_PROCESS_STACKING, GPROF_PROCESS_STACK },
	{ "sigwait", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "sigwaitinfo", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "sigtimedwait", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "sigpending", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "sigsuspend", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "sigpause", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "__xpg_sigpause", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED }, /* sigpause of X/Open */
	{ "pselect", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "ppoll", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "__ppoll_chk", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED }, /* with _FORTIFY_SOURCE */
	{ "epoll_pwait", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "epoll_pwait2", GPROF_PROCESS_WAIT, GPROF_PROCESS_WAITED },
	{ "setuid", GPROF_PROCESS_DROP, NONE },
	{ "seteuid", GPROF_PROCESS_DROP, NONE },
	{ "setreuid", GPROF_PROCESS_DROP, NONE },
	{ "setresuid", GPROF_PROCESS_DROP, NONE },
	{ "setgid", GPROF_PROCESS_DROP, NONE },
	{ "setegid", GPROF_PROCESS_DROP, NONE },
	{ "setregid", GPROF_PROCESS_DROP, NONE },
	{ "setresgid", GPROF_PROCESS_DROP, NONE },
	{ "setgroups", GPROF_PROCESS_DROP, NONE },
	{ "initgroups", GPROF_PROCESS_DROP, NONE },
	{ "setfsuid", GPROF_PROCESS_DROP, NONE },
	{ "setfsgid", GPROF_PROCESS_DROP, NONE },
	{ "chroot", GPROF_PROCESS_DROP, NONE },
	{ "pivot_root", GPROF_PROCESS_DROP, NONE },
	{ "unshare", GPROF_PROCESS_DROP, NONE },
	{ "setns", GPROF_PROCESS_DROP, NONE },
	{ "prctl", GPROF_PROCESS_DROP, NONE },
	{ "capset", GPROF_PROCESS_DROP, NONE },
	{ "cap_set_proc", GPROF_PROCESS_DROP, NONE },
	{ "seccomp", GPROF_PROCESS_DROP, NONE },
	{ "seccomp_load", GPROF_PROCESS_DROP, NONE },
	{ "landlock_restrict_self", GPROF_PROCESS_DROP, NONE },
	{ "dlclose", GPROF_PROCESS_UNLOAD, GPROF_PROCESS_UNLOADED },
	{ "_exit", GPROF_PROCESS_LEAVE, NONE },
	{ "_Exit", GPROF_PROCESS_LEAVE, NONE },
	{ "quick_exit", GPROF_PROCESS_END, NONE },
	{ "abort", GPROF_PROCESS_END, NONE },
	{ "__assert_fail", GPROF_PROCESS_END, NONE },
	{ "_ZSt9terminatev", GPROF_PROCESS_END, NONE },
};

/* A program may have a function clone() of its own; the arguments of the C library's vary. */
static bool is_meant(const struct rule *rule, LLVMValueRef callee)
{
	return rule->before != GPROF_PROCESS_CLONE ||
	       LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee));
}

static const struct rule *rule_of(const struct site *s)
{
	if (!s->call || !s->callee || !LLVMIsAFunction(s->callee) ||
	    !LLVMIsDeclaration(s->callee))
		return NULL;
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (!strcmp(ir_name(s->callee), rules[i].name))
			return is_meant(&rules[i], s->callee) ? &rules[i] : NULL;
	return NULL;
}

static void tell(const struct module *m, LLVMBuilderRef b, unsigned event, LLVMValueRef flags)
{
	LLVMTypeRef types[2] = { m->i32, m->i32 };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), types, 2, 0);
	LLVMValueRef f = LLVMGetNamedFunction(m->m, "__gprof_unit_process");
	LLVMValueRef arguments[2] = { LLVMConstInt(m->i32, event, 0), flags };
	LLVMValueRef call;

	if (!f)
		f = LLVMAddFunction(m->m, "__gprof_unit_process", type);
	LLVMSetVisibility(f, LLVMHiddenVisibility);
	call = LLVMBuildCall2(b, type, f, arguments, 2, "");
	ir_add_call_attribute(m, call, "nounwind");
}

static LLVMValueRef number(const struct module *m, unsigned n)
{
	return LLVMConstInt(m->i32, n, 0);
}

/* The first argument of syscall or prctl, with the bit of that function. */
static LLVMValueRef what_comes(const struct module *m, LLVMBuilderRef b, LLVMValueRef call,
			       unsigned bit)
{
	LLVMValueRef first = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;

	if (!first || LLVMGetTypeKind(LLVMTypeOf(first)) != LLVMIntegerTypeKind)
		return number(m, 0);
	first = LLVMBuildIntCast2(b, first, m->i32, 0, "");
	return LLVMBuildOr(b, first, number(m, bit), "");
}

/* The argument if it is an int. */
static LLVMValueRef int_argument(const struct module *m, LLVMValueRef call, unsigned i)
{
	LLVMValueRef argument;

	if (LLVMGetNumArgOperands(call) <= i)
		return NULL;
	argument = LLVMGetOperand(call, i);
	return LLVMTypeOf(argument) == m->i32 ? argument : NULL;
}

/* Returns true if the argument is that number. */
static LLVMValueRef is_argument(const struct module *m, LLVMBuilderRef b, LLVMValueRef call,
				unsigned i, unsigned n)
{
	LLVMValueRef argument = i < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, i) : NULL;

	if (!argument || LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMIntegerTypeKind)
		return LLVMConstInt(LLVMInt1TypeInContext(m->context), 0, 0);
	return LLVMBuildICmp(b, LLVMIntEQ, argument, LLVMConstInt(LLVMTypeOf(argument), n, 0), "");
}

/* Returns true if the arguments from that one on are prctl's for the strict mode of seccomp. */
static LLVMValueRef asks_strict(const struct module *m, LLVMBuilderRef b, LLVMValueRef call,
				unsigned first)
{
	return LLVMBuildAnd(b, is_argument(m, b, call, first, SET_SECCOMP),
			    is_argument(m, b, call, first + 1, STRICT), "");
}

static LLVMValueRef with_strict(const struct module *m, LLVMBuilderRef b, LLVMValueRef flags,
				LLVMValueRef is)
{
	return LLVMBuildOr(b, flags, LLVMBuildSelect(b, is, number(m, GPROF_DROP_STRICT),
						     number(m, 0), ""), "");
}

/* The runtime knows the number of the call, whose arguments may be meant for prctl or seccomp. */
static LLVMValueRef what_syscall(const struct module *m, LLVMBuilderRef b, LLVMValueRef call)
{
	return with_strict(m, b, what_comes(m, b, call, GPROF_DROP_SYSCALL),
			   LLVMBuildOr(b, is_argument(m, b, call, 1, SET_STRICT),
				       asks_strict(m, b, call, 1), ""));
}

static LLVMValueRef what_prctl(const struct module *m, LLVMBuilderRef b, LLVMValueRef call)
{
	return with_strict(m, b, what_comes(m, b, call, GPROF_DROP_PRCTL),
			   asks_strict(m, b, call, 0));
}

static LLVMValueRef flags_of(const struct module *m, LLVMBuilderRef b, const struct rule *rule,
			     LLVMValueRef call)
{
	LLVMValueRef flags = NULL;

	if (!strcmp(rule->name, "syscall"))
		return what_syscall(m, b, call);
	if (!strcmp(rule->name, "prctl"))
		return what_prctl(m, b, call);
	if (!strncmp(rule->name, "seccomp", strlen("seccomp")))
		return number(m, GPROF_DROP_FILTER);
	if (rule->before == GPROF_PROCESS_CLONE)
		flags = int_argument(m, call, CLONE_FLAGS);
	else if (rule->before == GPROF_PROCESS_ACTING)
		flags = int_argument(m, call, 0);
	return flags ? flags : number(m, 0);
}

/* llvm-c before LLVM 18 has no query for this. */
static bool must_be_tail(LLVMValueRef call)
{
	char *text = LLVMPrintValueToString(call);
	bool must = text && strstr(text, "musttail call");

	LLVMDisposeMessage(text);
	return must;
}

static void surround(const struct module *m, LLVMBuilderRef b, const struct rule *rule,
		     LLVMValueRef call)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);

	if (rule->before != NONE) {
		LLVMPositionBuilderBefore(b, call);
		tell(m, b, rule->before, flags_of(m, b, rule, call));
	}
	if (rule->after != NONE && LLVMIsACallInst(call) && next && !must_be_tail(call)) {
		LLVMPositionBuilderBefore(b, next);
		tell(m, b, rule->after, number(m, 0));
	}
}

void process_calls(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	for (uint32_t i = 0; i < f->nsites; i++) {
		const struct rule *rule = rule_of(&f->sites[i]);

		if (rule)
			surround(m, b, rule, f->sites[i].call);
	}
}
