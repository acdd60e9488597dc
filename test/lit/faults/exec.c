/* A program that is replaced by exec has its page faults up to that moment. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && env GPROF_OPTIONS="rate=0 faults=61" ./a.out
// RUN: %gprof report --faults a.out | FileCheck %s
// CHECK: Minor page faults by function:
// CHECK: {{ 39[0-9][0-9] .*}} touch
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 4000

__attribute__((noinline)) static void touch(volatile char *p)
{
	for (long i = 0; i < PAGES; i++)
		p[i * PAGE] = 1;
}

int main(void)
{
	char *p = mmap(0, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(p, PAGES * PAGE, MADV_NOHUGEPAGE);
	touch(p);
	execl("/bin/true", "true", (char *)0);
	return 1;
}
