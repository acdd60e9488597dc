/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pool-deep.c - a process forks children 12 calls deep, which go back through these calls and
 * end: by exit(), by _exit(), or (with an argument) by SIGKILL.  The ledger is that of all.
 */
#include "ledger.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#define NOINLINE __attribute__((noinline))

static volatile long sink;
static int number; /* of the child; 0: the first process */
static int killed;

#define TARGET(n) NOINLINE static int target##n(int x) { MARK(n); return x + n; }
TARGET(0) TARGET(1) TARGET(2) TARGET(3) TARGET(4) TARGET(5) TARGET(6)
static int (*volatile targets[])(int) = { target0, target1, target2, target3, target4, target5,
					  target6 };

/* The first target is another one in each child, and children have many or few. */
NOINLINE static void work(int n)
{
	MARK(7);
	for (int i = 0; i < n; i++) {
		MARK(8);
		sink += targets[(number + i % (number + 1)) % 7](i);
		if (i % 3 == number % 3) {
			MARK(9);
			continue;
		}
		switch (i % 4) {
		case 0:
			MARK(10);
			sink++;
			break;
		case 1:
			MARK(11);
			sink *= 3;
			break;
		default:
			MARK(12);
		}
	}
	MARK(13);
}

NOINLINE static void fork_off(void)
{
	MARK(14);
	for (int i = 1; i <= 6; i++) {
		MARK(15);
		if (fork() == 0) {
			number = i;
			MARK(16);
			return;
		}
		wait(NULL);
	}
	MARK(17);
}

NOINLINE static long go(int n)
{
	long sum = n;

	MARK(18);
	if (n == 0)
		fork_off();
	else
		sum += go(n - 1);
	MARK(19);
	if ((n + number) % 4 == 0) {
		MARK(20);
		work(n);
	}
	if (n == 6 && number == 5) {
		MARK(21);
		if (killed)
			raise(SIGKILL);
		_exit(0);
	}
	MARK(22);
	return sum;
}

int main(int argc, char **argv)
{
	(void)argv;
	killed = argc > 1;
	ledger_open();
	work(20);
	sink += go(12);
	MARK(23);
	return 0;
}
