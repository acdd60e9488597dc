/* After kill -9 the profile has the page faults up to the last samples of CPU time. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && (env GPROF_OPTIONS="rate=1000 faults=7" ./a.out || true)
// RUN: %gprof report --faults a.out | FileCheck %s
// CHECK: {{^[0-9]+}} minor page faults; one of 7 in user code has a sample
// CHECK: of 1 of 1 processes the totals are as of the last sample of each thread
// CHECK: Minor page faults by function:
// CHECK: {{[34][0-9][0-9][0-9] .*}} touch
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 4000

__attribute__((noinline)) static void touch(volatile char *p)
{
	for (long i = 0; i < PAGES; i++)
		p[i * PAGE] = 1;
}

/* Samples come by CPU time in user code. */
__attribute__((noinline)) static void work(void)
{
	for (volatile long i = 0; i < 100000000; i++)
		;
}

int main(void)
{
	char *p = mmap(0, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(p, PAGES * PAGE, MADV_NOHUGEPAGE);
	touch(p);
	work();
	kill(getpid(), SIGKILL);
}
