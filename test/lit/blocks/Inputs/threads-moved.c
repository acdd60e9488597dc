/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads-moved.c - two threads go on with each other's coroutines: functions are entered in one
 * thread and left in the other.  The ledger is that of the thread that the argument names, 1 or
 * 2; it is also the number of its slot.
 */
#define ledger (*ledger_here())
static long **ledger_here(void);
#include "ledger.h"

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))
#define COROUTINES 4

static __thread long *mine;
static __thread ucontext_t *caller;
static ucontext_t coroutines[COROUTINES];
static int wanted;
static volatile int begun; /* threads: slots are in the order in which they begin */
static volatile long sink;
static pthread_barrier_t barrier;

/* Never inlined: the thread may be another one after each switch. */
NOINLINE static long **ledger_here(void)
{
	__asm__ volatile("");
	return &mine;
}

NOINLINE static ucontext_t *caller_here(void)
{
	__asm__ volatile("");
	return caller;
}

NOINLINE static void give_back(int i)
{
	MARK(0);
	swapcontext(&coroutines[i], caller_here());
	MARK(1);
}

NOINLINE static long walk(int i, int depth)
{
	long sum = 0;

	MARK(2);
	for (int k = 0; k < depth; k++) {
		MARK(3);
		if (k == depth / 2)
			sum += walk(i, depth - 1);
		if (k % 3 == 0) {
			MARK(4);
			give_back(i);
		}
		MARK(5);
	}
	MARK(6);
	return sum + 1;
}

static void coroutine(int i)
{
	MARK(7);
	for (;;) {
		MARK(8);
		sink += walk(i, 6 + i);
	}
}

NOINLINE static void resume(int i)
{
	ucontext_t here;

	MARK(9);
	caller = &here;
	swapcontext(&here, &coroutines[i]);
	MARK(10);
}

static void *work(void *argument)
{
	long number = (long)argument;

	if (number == wanted)
		ledger_open();
	else
		mine = (long *)calloc(MARKS, sizeof *mine);
	begun = number;
	pthread_barrier_wait(&barrier);
	for (int turn = 0; turn < 40; turn++) {
		for (int i = 0; i < COROUTINES; i++)
			if ((turn + i) % 2 == number - 1) {
				MARK(11);
				resume(i);
			}
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	wanted = argc > 1 ? atoi(argv[1]) : 1;
	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < COROUTINES; i++) {
		getcontext(&coroutines[i]);
		coroutines[i].uc_stack.ss_sp = malloc(1 << 18);
		coroutines[i].uc_stack.ss_size = 1 << 18;
		makecontext(&coroutines[i], (void (*)(void))coroutine, 1, i);
	}
	for (long i = 0; i < 2; i++) {
		pthread_create(&threads[i], NULL, work, (void *)(i + 1));
		while (begun <= i)
			usleep(1000);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
