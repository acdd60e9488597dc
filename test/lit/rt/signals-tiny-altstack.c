/* An alternate stack that is too small for a signal does not end a program that no signal comes to there. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: GPROF_OPTIONS=rate=10000 ./a.out
// RUN: GPROF_OPTIONS="rate=10000 tick-sampling=always" ./a.out
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>

#define SMALL 2048

static volatile unsigned long sink;

static void burn(clock_t ticks)
{
	clock_t end = clock() + ticks;

	while (clock() < end)
		sink++;
}

/* What is below the stack cannot be written. */
/* CALLS: thread 1 */
__attribute__((noinline)) static void *thread(void *argument)
{
	char *p = mmap(NULL, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t stack = { .ss_sp = p + 32768, .ss_size = SMALL };

	mprotect(p + 32768, 32768, PROT_READ | PROT_WRITE);
	burn(CLOCKS_PER_SEC / 20);
	sigaltstack(&stack, NULL); /* a kernel may refuse one so small */
	burn(CLOCKS_PER_SEC / 5);
	stack.ss_flags = SS_DISABLE;
	sigaltstack(&stack, NULL);
	return argument;
}

int main(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, thread, NULL) || pthread_join(id, NULL))
		return 1;
	return 0;
}
