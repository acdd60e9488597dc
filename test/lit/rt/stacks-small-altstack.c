/* The sample handler takes less than 1 KB of an alternate stack, beside the kernel's frame. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s
// CHECK: - {{.*}};main;deep;deep;deep;{{.*}}burn

#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink += i;
}

__attribute__((noinline)) void deep(int n)
{
	if (n)
		deep(n - 1);
	else
		burn(100000000);
	sink++;
}

/* It ends where nothing is mapped. */
int main(void)
{
	size_t kernel = getauxval(AT_MINSIGSTKSZ);
	size_t size = (kernel ? kernel : 2048) + 1024;
	char *p = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t stack = { .ss_sp = p + 32768, .ss_size = size };

	munmap(p, 32768);
	if (sigaltstack(&stack, NULL))
		return 1;
	deep(20);
	return 0;
}
