/* Code that may only be executed, or whose protection key the program has, is sampled like any other. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -O2 %s -o plain.out && %gclang -O2 %s -o a.out
// RUN: for how in execute key; do \
// RUN:   ./plain.out $how || continue; \
// RUN:   for options in tick-sampling=auto tick-sampling=always clock=wall; do \
// RUN:     rm -f *.gprof; GPROF_OPTIONS=$options ./a.out $how || exit 1; \
// RUN:     %expect a.out %s || exit 1; \
// RUN:     %readprofile --stacks a.out.*.gprof | grep -q 'main;run;?$' || exit 1; \
// RUN:   done; \
// RUN: done

#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ARC: main -> run 1 */

typedef long counter(long n);

/* mov %rdi, %rax; 1: dec %rax; jne 1b; ret */
static const unsigned char code[] = { 0x48, 0x89, 0xf8, 0x48, 0xff, 0xc8, 0x75, 0xfb, 0xc3 };

/* Denies all but to execute: as a JIT compiler protects its code. */
static int protect(void *p, const char *how)
{
	if (!strcmp(how, "execute"))
		return mprotect(p, 4096, PROT_EXEC);
	return syscall(SYS_pkey_mprotect, p, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		       syscall(SYS_pkey_alloc, 0, 3 /* no access, no writing */));
}

__attribute__((noinline)) static void run(counter *f)
{
	struct timespec now;

	do {
		f(10000000);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	} while (!now.tv_sec && now.tv_nsec < 300000000);
	__asm__ volatile("" : : : "memory");
}

int main(int argc, char **argv)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (argc < 2 || p == MAP_FAILED)
		return 1;
	memcpy(p, code, sizeof(code));
	if (mprotect(p, 4096, PROT_READ | PROT_EXEC) || protect(p, argv[1]))
		return 77;
	run((counter *)p);
	return 0;
}
