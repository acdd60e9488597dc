/* Code without table or frame does not hide its caller, whose frame pointer it has. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls %s -o m && ./m
// RUN: %readprofile --stacks m.*.gprof > stacks && FileCheck %s < stacks
// CHECK-DAG: - {{.*}}main;a;b;?
// CHECK-DAG: - {{.*}}main;c;c;c;b;?
// RUN: not grep -E 'a;\?|c;\?' stacks
#include <string.h>
#include <sys/mman.h>

typedef void made(unsigned long);

/* push rbx; 1: dec rdi; jne 1b; pop rbx; ret */
static const unsigned char code[] = { 0x53, 0x48, 0xff, 0xcf, 0x75, 0xfb, 0x5b, 0xc3 };
static volatile int sink;

__attribute__((noinline)) void b(made *f)
{
	f(200000000);
	sink++;
}

__attribute__((noinline)) void a(made *f)
{
	b(f);
	sink++;
}

__attribute__((noinline)) void c(made *f, int depth)
{
	if (depth)
		c(f, depth - 1);
	else
		b(f);
	sink++;
}

int main(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memcpy(p, code, sizeof(code));
	a((made *)p);
	c((made *)p, 2);
	return 0;
}
