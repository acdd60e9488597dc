/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * forks-deep.c - a process forks 20 calls deep, and what comes back to where it was called is its
 * child; this forks again on its way out.  The ledger is that of one of the processes, which the
 * first argument names: 0 the first one, 1 its child, 2 the child's.  That one prints its pid.  With a
 * second argument the first fork is one that runs no handlers.
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define NOINLINE __attribute__((noinline))

static volatile long sink;
static int wanted, generation, raw;

/* In a child: its ledger begins here, or is in no file. */
NOINLINE static void begin(void)
{
	if (++generation == wanted)
		ledger_open();
	else
		ledger = (long *)mmap(0, MARKS * sizeof *ledger, PROT_READ | PROT_WRITE,
				      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

NOINLINE static void fork_off(void)
{
	pid_t child;

	MARK(0);
	child = raw && !generation ? (pid_t)syscall(SYS_fork) : fork();
	if (child == 0) {
		begin();
		MARK(1);
		return;
	}
	if (wanted > generation) {
		int status;

		waitpid(child, &status, 0);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	MARK(2);
}

static int odd(int n)
{
	MARK(3);
	return n & 1;
}

static int even(int n)
{
	MARK(4);
	return n + 1;
}

static int third(int n)
{
	MARK(5);
	return n % 3;
}

static int (*volatile targets[])(int) = { odd, even, third };

NOINLINE static long go(int n)
{
	long sum = 0;

	MARK(6);
	if (n == 0) {
		MARK(7);
		fork_off();
		return 1;
	}
	for (int i = 0; i < 3; i++) {
		MARK(8);
		if (i == n % 3)
			sum += go(n - 1);
		if (n > 10 && i == 1 && n % 3 < 2)
			break;
		MARK(9);
		sum += targets[(n + i) % 3](n);
	}
	switch (n % 7) {
	case 0:
		MARK(10);
		sum += odd(n);
		break;
	case 1:
		MARK(11);
		sum ^= 9;
		/* fall through */
	case 2:
		MARK(12);
		sum *= 3;
		break;
	case 3:
		MARK(13);
		return third(n);
	case 4:
		MARK(14);
		sum -= 4;
		break;
	default:
		MARK(15);
	}
	if (n == 12)
		fork_off();
	MARK(16);
	return sum;
}

NOINLINE static int compare(const void *x, const void *y)
{
	int a = *(const int *)x, b = *(const int *)y;

	MARK(17);
	if (a == 5 && generation == 0 && wanted) {
		MARK(18);
		sink += go(20);
	}
	return a < b ? -1 : a > b;
}

static void *work(void *argument)
{
	MARK(19);
	for (int i = 0; i < 100; i++) {
		MARK(20);
		sink += targets[i % 3](i);
	}
	return argument;
}

int main(int argc, char **argv)
{
	int list[16];
	pthread_t thread;

	wanted = argc > 1 ? atoi(argv[1]) : 0;
	raw = argc > 2;
	generation = -1;
	begin();
	for (int i = 0; i < 16; i++)
		list[i] = i * 5 % 16;
	qsort(list, 16, sizeof *list, compare);
	if (!wanted)
		sink += go(20);
	MARK(21);
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	if (generation == wanted)
		printf("%d\n", (int)getpid());
	MARK(22);
	return generation != wanted;
}
