/* Code without table that has saved its caller's frame pointer, and not set its own, does not hide its caller. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O1 %s -o m && ./m
// RUN: %readprofile --stacks m.*.gprof > stacks && FileCheck %s < stacks
// CHECK: - {{.*}}main;use;?;?
// RUN: not grep -E 'use;\?$' stacks
#include <string.h>
#include <sys/mman.h>

typedef void inner(unsigned long);
typedef void outer(unsigned long, inner *);

/* push rbp; 1: dec rdi; jne 1b; mov rbp, rsp; pop rbp; ret */
static const unsigned char loop[] = { 0x55, 0x48, 0xff, 0xcf, 0x75, 0xfb,
				      0x48, 0x89, 0xe5, 0x5d, 0xc3 };

/* push rbp; mov rbp, rsp; call rsi; pop rbp; ret */
static const unsigned char call[] = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xd6, 0x5d, 0xc3 };
static volatile int sink;

__attribute__((noinline)) void use(outer *f, inner *g)
{
	f(400000000, g);
	sink++;
}

int main(void)
{
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memcpy(p, loop, sizeof(loop));
	memcpy(p + 64, call, sizeof(call));
	use((outer *)(p + 64), (inner *)p);
	return 0;
}
