/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.c - coroutines that move between threads, stacks that are left by longjmp and reused
 * for something else, deep recursion.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <ucontext.h>

#include "counted.h"

#define THREADS	   3
#define COROUTINES 16
#define STACK	   (64 << 10)
#define DEEP	   3000

struct coroutine {
	pthread_mutex_t lock;	/* of the thread that runs it */
	ucontext_t own, caller;
	char *stack;
	volatile int steps;	/* that it has left; 0: it has ended */
};

static struct coroutine all[COROUTINES];

/* Its thread changes at each switch: nothing of a thread is kept across one. */
NOINLINE static void coroutine_step(void)
{
	work_some(30);
}

static void coroutine_run(int number)
{
	struct coroutine *c = &all[number];

	while (c->steps > 1) {
		c->steps--;
		coroutine_step();
		swapcontext(&c->own, &c->caller);
	}
	c->steps = 0;
}

static void coroutine_resume(int number)
{
	struct coroutine *c = &all[number];

	if (pthread_mutex_trylock(&c->lock))
		return;
	if (!c->steps) {
		if (c->stack)
			munmap(c->stack, STACK);
		c->stack =
			mmap(0, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		getcontext(&c->own);
		c->own.uc_stack.ss_sp = c->stack;
		c->own.uc_stack.ss_size = STACK;
		c->own.uc_link = &c->caller;
		makecontext(&c->own, (void (*)(void))coroutine_run, 1, number);
		c->steps = 2 + storm_random(20);
	}
	swapcontext(&c->caller, &c->own);
	pthread_mutex_unlock(&c->lock);
}

NOINLINE static void leave(jmp_buf back, int depth)
{
	ledger_call(3, counted_3(depth));
	if (!depth)
		longjmp(back, 1);
	leave(back, depth - 1);
	__asm__ volatile("");
}

static void *life(void *argument)
{
	jmp_buf back;

	ledger_thread();
	while (!storm_over()) {
		coroutine_resume(storm_random(COROUTINES));
		if (!storm_random(10) && !setjmp(back))
			leave(back, storm_random(300));
		if (!storm_random(20))
			work_deep(DEEP);
	}
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	(void)argc;
	ledger_open(argv);
	for (int i = 0; i < COROUTINES; i++)
		pthread_mutex_init(&all[i].lock, 0);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], 0, life, 0))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], 0);
	return 0;
}
