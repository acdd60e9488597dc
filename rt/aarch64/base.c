/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * base.c - no counting base; the way back from signal handlers, other stacks,
 * threads.
 *
 * All code counts by way of __gprof_thread.bias, so there is nothing to set.
 */
#include "base/processor.h"

#include <linux/sched.h>

void gprt_base_init(void)
{
}

int gprt_base_get(uintptr_t *base)
{
	*base = 0;
	return 0;
}

int gprt_base_set(uintptr_t base)
{
	(void)base;
	return 0;
}

__attribute__((naked)) void gprt_restorer(void)
{
	__asm__("mov x8, #139\n\tsvc #0");
}

__attribute__((naked)) void gprt_on_stack(__attribute__((unused)) void *top,
					  __attribute__((unused)) void (*f)(void *, const void *),
					  __attribute__((unused)) void *a,
					  __attribute__((unused)) const void *b)
{
	__asm__("stp x29, x30, [sp, #-16]!\n\t"
		".cfi_def_cfa_offset 16\n\t"
		".cfi_offset x29, -16\n\t"
		".cfi_offset x30, -8\n\t"
		"mov x29, sp\n\t"
		".cfi_def_cfa_register x29\n\t"
		"mov sp, x0\n\t"
		"mov x16, x1\n\t"
		"mov x0, x2\n\t"
		"mov x1, x3\n\t"
		"blr x16\n\t"
		"mov sp, x29\n\t"
		".cfi_def_cfa sp, 16\n\t"
		"ldp x29, x30, [sp], #16\n\t"
		".cfi_def_cfa_offset 0\n\t"
		".cfi_restore x29\n\t"
		".cfi_restore x30\n\t"
		"ret");
}

long gprt_thread_make(void *top, void (*f)(void), uint32_t *lives)
{
	const long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			   CLONE_SYSVSEM | (lives ? CLONE_CHILD_CLEARTID : 0);
	register long x0 __asm__("x0") = flags;
	register void *x1 __asm__("x1") = top;
	register long x2 __asm__("x2") = 0;
	register long x3 __asm__("x3") = 0;
	register uint32_t *x4 __asm__("x4") = lives;
	register long x8 __asm__("x8") = SYS_clone;
	register void (*x9)(void) __asm__("x9") = f;

	__asm__ volatile("svc #0\n\t"
			 "cbnz x0, 1f\n\t"
			 "mov x29, xzr\n\t"
			 "mov x30, xzr\n\t"
			 "blr x9\n\t"
			 "brk #1\n"
			 "1:"
			 : "+r"(x0)
			 : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x8), "r"(x9)
			 : "memory", "cc");
	return x0;
}
