/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Ways to be called: recursion, a callback of libc, a signal handler, a pointer, a
 * tail call, another thread.  Each burns CPU time in burn().
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#ifndef WORK
#define WORK 60000000ul
#endif

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink += i;
}

__attribute__((noinline)) void deep(int n)
{
	if (n)
		deep(n - 1);
	else
		burn(WORK);
	sink++;
}

__attribute__((noinline)) int compare(const void *a, const void *b)
{
	burn(WORK / 10);
	sink++;
	return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) void sorts(void)
{
	int v[6] = { 5, 2, 4, 1, 3, 0 };

	qsort(v, 6, sizeof(*v), compare);
	sink++;
}

__attribute__((noinline)) void handler(int sig)
{
	(void)sig;
	burn(WORK);
	sink++;
}

__attribute__((noinline)) void raises(void)
{
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	sink++;
}

__attribute__((noinline)) void tail(unsigned long n)
{
	burn(n); /* with optimisation a jump: tail() is not on the stack */
}

__attribute__((noinline)) void jumps(void)
{
	tail(WORK);
	sink++;
}

static void (*volatile pointer)(unsigned long) = burn;

__attribute__((noinline)) void points(void)
{
	pointer(WORK);
	sink++;
}

void *thread(void *argument)
{
	burn(WORK);
	return argument;
}

int main(void)
{
	pthread_t t;

	deep(5);
	sorts();
	raises();
	jumps();
	points();
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
