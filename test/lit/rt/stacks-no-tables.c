/* Code without unwind tables is walked by its frame pointers, made at run time or not. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -O1 -DPART -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-asynchronous-unwind-tables -c %s -o part.o
// RUN: %gclang -O2 %s part.o -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s
// CHECK-DAG: - {{.*}}main;outer;inner;burn
// CHECK-DAG: - {{.*}}main;made;?;burn

#ifdef PART

__attribute__((noinline)) void inner(void (*f)(unsigned long), unsigned long n)
{
	f(n);
	__asm__ volatile("");
}

void outer(void (*f)(unsigned long), unsigned long n)
{
	inner(f, n);
	__asm__ volatile("");
}

#else

#include <string.h>
#include <sys/mman.h>

void outer(void (*f)(unsigned long), unsigned long n);

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink += i;
}

/* push rbp; mov rbp, rsp; mov rax, rdi; mov rdi, rsi; call rax; pop rbp; ret */
static const unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8, 0x48,
				      0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3 };

__attribute__((noinline)) void made(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memcpy(p, code, sizeof(code));
	((void (*)(void (*)(unsigned long), unsigned long))p)(burn, 60000000);
	sink++;
}

int main(void)
{
	outer(burn, 60000000);
	made();
	return 0;
}

#endif
