/* After kill -9 the profile has the events up to the last samples of CPU time. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: (env GPROF_OPTIONS="rate=1000 events=page-faults:7" ./a.out || true)
// RUN: echo page-faults touch 4000 21 > truth && echo page-faults total 4100 120 >> truth
// RUN: %gprof export --format=json a.out > json && %events truth json | FileCheck %s
// CHECK: 2 events, 0 failures
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
