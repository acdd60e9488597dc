/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * base.c - the GS base, the way back from signal handlers, other stacks and threads.
 *
 * The instruction wrgsbase is used where the kernel allows it: it also works
 * in sandboxes that forbid the system call.  Under valgrind, which does not
 * know it, AT_HWCAP2 does not promise it.
 */
#include "base/processor.h"
#include "base/sys.h"
#include "base/text.h"

#include <elf.h>
#include <linux/sched.h>
#include <sys/syscall.h>

#define ARCH_SET_GS 0x1001
#define ARCH_GET_GS 0x1004
#define HWCAP2_FSGSBASE 2ul

/* With rax: in bytes, because assemblers differ in how they write a suffix of these. */
#define RDGSBASE ".byte 0xf3, 0x48, 0x0f, 0xae, 0xc8"
#define WRGSBASE ".byte 0xf3, 0x48, 0x0f, 0xae, 0xd8"

static bool have_wrgsbase;

void gprt_base_init(void)
{
	have_wrgsbase = !!(gprt_auxv(AT_HWCAP2) & HWCAP2_FSGSBASE);
}

int gprt_base_get(uintptr_t *base)
{
	if (have_wrgsbase) {
		__asm__ volatile(RDGSBASE : "=a"(*base));
		return 0;
	}
	return (int)gprt_syscall3(SYS_arch_prctl, ARCH_GET_GS, (long)base, 0);
}

int gprt_base_set(uintptr_t base)
{
	if (have_wrgsbase) {
		__asm__ volatile(WRGSBASE : : "a"(base));
		return 0;
	}
	return (int)gprt_syscall3(SYS_arch_prctl, ARCH_SET_GS, (long)base, 0);
}

__attribute__((naked)) void gprt_restorer(void)
{
	__asm__("movq $15, %rax\n\tsyscall");
}

__attribute__((naked)) void gprt_on_stack(__attribute__((unused)) void *top,
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

long gprt_thread_make(void *top, void (*f)(void), uint32_t *lives)
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
