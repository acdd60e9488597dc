/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * base.c - the GS base, the way to and back from signal handlers, other stacks and threads.
 *
 * The instruction wrgsbase is used where the kernel allows it: it also works
 * in sandboxes that forbid the system call.  Under valgrind, which does not
 * know it, AT_HWCAP2 does not promise it.
 */
#include "internal.h"

#include <cpuid.h>
#include <linux/sched.h>
#include <sys/syscall.h>

#define ARCH_SET_GS 0x1001
#define ARCH_GET_GS 0x1004
#define HWCAP2_FSGSBASE 2ul

void gp_base_init(void)
{
	gp.have_wrgsbase = !!(gp_auxv(AT_HWCAP2) & HWCAP2_FSGSBASE);
}

int gp_base_get(uintptr_t *base)
{
	if (gp.have_wrgsbase) {
		__asm__ volatile("rdgsbase %0" : "=r"(*base));
		return 0;
	}
	return (int)gp_syscall3(SYS_arch_prctl, ARCH_GET_GS, (long)base, 0);
}

int gp_base_set(uintptr_t base)
{
	if (gp.have_wrgsbase) {
		__asm__ volatile("wrgsbase %0" : : "r"(base));
		return 0;
	}
	return (int)gp_syscall3(SYS_arch_prctl, ARCH_SET_GS, (long)base, 0);
}

/*
 * Protection keys.  The kernel calls handlers with access to key 0 only, whatever the
 * interrupted code has access to: its stack, which the handler runs on, its thread-local
 * variables and its alternate stack may have another key.  So all is made accessible before
 * anything is touched; what was interrupted gets its own back by sigreturn.  A program may
 * call the handler itself, having found it by sigaction: then the access stays as it is.
 */
__attribute__((naked)) static void enter_keyed(void)
{
	__asm__("movq %%rdx, %%r8\n\t"
		"xorl %%ecx, %%ecx\n\t"
		".byte 0x0f, 0x01, 0xee\n\t" /* rdpkru */
		"movl %%eax, %%r9d\n\t"
		"xorl %%eax, %%eax\n\t"
		"xorl %%edx, %%edx\n\t"
		".byte 0x0f, 0x01, 0xef\n\t" /* wrpkru */
		"leaq %c0(%%rip), %%rax\n\t"
		"cmpq %%rax, (%%rsp)\n\t"
		"je 1f\n\t"
		"movl %%r9d, %%eax\n\t"
		".byte 0x0f, 0x01, 0xef\n"
		"1:\tmovq %%r8, %%rdx\n\t"
		"jmp %c1"
		:
		: "i"(gp_restorer), "i"(gp_handle));
}

/* Whether the kernel lets programs use protection keys: OSPKE. */
static bool has_keys(void)
{
	uint32_t a, b, c, d;

	__cpuid(0, a, b, c, d);
	if (a < 7)
		return false;
	__cpuid_count(7, 0, a, b, c, d);
	return c >> 4 & 1;
}

uintptr_t gp_handler_entry(void)
{
	return has_keys() ? (uintptr_t)enter_keyed : (uintptr_t)gp_handle;
}

__attribute__((naked)) void gp_restorer(void)
{
	__asm__("movq $15, %rax\n\tsyscall");
}

__attribute__((naked)) void gp_on_stack(__attribute__((unused)) void *top,
					__attribute__((unused)) void (*f)(void *, const void *),
					__attribute__((unused)) void *a,
					__attribute__((unused)) const void *b)
{
	__asm__("pushq %rbp\n\t"
		".cfi_adjust_cfa_offset 8\n\t"
		".cfi_offset %rbp, -16\n\t"
		"movq %rsp, %rbp\n\t"
		".cfi_def_cfa_register %rbp\n\t"
		"movq %rdi, %rsp\n\t"
		"movq %rdx, %rdi\n\t"
		"movq %rsi, %rax\n\t"
		"movq %rcx, %rsi\n\t"
		"notrack callq *%rax\n\t"
		"movq %rbp, %rsp\n\t"
		"popq %rbp\n\t"
		".cfi_restore %rbp\n\t"
		".cfi_def_cfa %rsp, 8\n\t"
		"retq");
}

long gp_thread_make(void *top, void (*f)(void), uint32_t *lives)
{
	const long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			   CLONE_SYSVSEM | (lives ? CLONE_CHILD_CLEARTID : 0);
	register uint32_t *r10 __asm__("r10") = lives;
	register long r8 __asm__("r8") = 0;
	register void (*r9)(void) __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall\n\t"
			 "testq %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "xorl %%ebp, %%ebp\n\t"
			 "notrack callq *%%r9\n\t"
			 "hlt\n"
			 "1:"
			 : "=a"(result)
			 : "a"(SYS_clone), "D"(flags), "S"(top), "d"(0), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}
