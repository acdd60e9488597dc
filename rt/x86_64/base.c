/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * base.c - the GS base, and the way back from signal handlers.
 *
 * The instruction wrgsbase is used where the kernel allows it: it also works
 * in sandboxes that forbid the system call.  Under valgrind, which does not
 * know it, AT_HWCAP2 does not promise it.
 */
#include "../internal.h"

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
	return (int)gp_syscall(SYS_arch_prctl, ARCH_GET_GS, (long)base, 0, 0, 0, 0);
}

int gp_base_set(uintptr_t base)
{
	if (gp.have_wrgsbase) {
		__asm__ volatile("wrgsbase %0" : : "r"(base));
		return 0;
	}
	return (int)gp_syscall(SYS_arch_prctl, ARCH_SET_GS, (long)base, 0, 0, 0, 0);
}

__attribute__((naked)) void gp_restorer(void)
{
	__asm__("movq $15, %rax\n\tsyscall");
}
