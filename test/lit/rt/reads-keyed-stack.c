/* Code on a stack that has a protection key of its own is sampled like any other, and its access stays its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -O2 %s -o plain.out && %gclang -O2 %s -o a.out
// RUN: ./plain.out || exit 0; for options in tick-sampling=never tick-sampling=always; do \
// RUN:   rm -f *.gprof; GPROF_OPTIONS=$options ./a.out || exit 1; \
// RUN:   %expect a.out %s || exit 1; \
// RUN:   %readprofile --stacks a.out.*.gprof | grep -q 'run;work' || exit 1; \
// RUN: done

#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define SIZE (1 << 20)

/* ARC: run -> work 1 */

static unsigned access_now(void)
{
	unsigned a, d;

	__asm__ volatile(".byte 0x0f, 0x01, 0xee" : "=a"(a), "=d"(d) : "c"(0));
	return a;
}

__attribute__((noinline)) static int work(void)
{
	unsigned before = access_now();
	struct timespec now;

	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (before == access_now() && !now.tv_sec && now.tv_nsec < 300000000);
	return before == access_now();
}

static ucontext_t before, coroutine;
static int result;

static void run(void)
{
	result = work();
}

int main(void)
{
	const int all = PROT_READ | PROT_WRITE;
	long key = syscall(SYS_pkey_alloc, 0, 0), other = syscall(SYS_pkey_alloc, 0, 1);
	void *p = mmap(NULL, SIZE, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (key < 0 || other < 0 || syscall(SYS_pkey_mprotect, p, SIZE, all, key))
		return 77;
	getcontext(&coroutine);
	coroutine.uc_stack.ss_sp = p;
	coroutine.uc_stack.ss_size = SIZE;
	coroutine.uc_link = &before;
	makecontext(&coroutine, run, 0);
	swapcontext(&before, &coroutine);
	return result ? 0 : 2;
}
