/* AArch64: a stack that ends in code without an unwind table says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %aclang -O2 %s -o a.out && GPROF_OPTIONS=rate=250 %qemu ./a.out
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: truncated stacks: where and why
// CHECK-NEXT: % lost in {{.*}}/a.out: no unwind tables

#include <time.h>

/* Its frame pointer leads nowhere. */
__asm__(".text\n"
	".type lost, %function\n"
	"lost: stp x29, x30, [sp, #-16]!\n"
	"mov x29, #3\n"
	"blr x0\n"
	"ldp x29, x30, [sp], #16\n"
	"ret\n"
	".size lost, . - lost\n");
void lost(void (*f)(void));

static volatile unsigned sink;

static __attribute__((noinline)) void burn(void)
{
	while (clock() < CLOCKS_PER_SEC / 2)
		for (int i = 0; i < 10000; i++)
			sink++;
}

int main(void)
{
	lost(burn);
	return 0;
}
