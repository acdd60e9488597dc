/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ways.c - control goes all ways that C has: loops, switches, computed goto, recursion, calls by
 * pointer with few and many targets, last calls, callbacks, setjmp, threads, and an end in the
 * depth, by exit() or (with an argument) by SIGKILL.
 */
#include "ledger.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static volatile long sink;

NOINLINE static int few(int x)
{
	MARK(0);
	switch (x) {
	case 1:
		MARK(1);
		return 7;
	case 100:
		MARK(2);
		return 5;
	case 1000:
		MARK(3);
		break;
	default:
		MARK(4);
	}
	return 1;
}

NOINLINE static int many(int x)
{
	switch (x) {
	case 0:
		MARK(5);
		sink += 1;
		break;
	case 1:
		MARK(6);
		sink += 3;
		/* fall through */
	case 2:
		MARK(7);
		sink *= 3;
		break;
	case 3:
		MARK(8);
		return few(x);
	case 4:
		MARK(9);
		sink ^= 5;
		break;
	case 5:
		MARK(10);
		sink -= 9;
		break;
	case 7:
		MARK(11);
		sink &= 0xffff;
		break;
	default:
		MARK(12);
	}
	return x;
}

#define CASE(n, change)                                                                            \
	case n:                                                                                    \
		MARK(43 + (n));                                                                    \
		sink change;                                                                       \
		break
NOINLINE static int wide(int x)
{
	switch (x) {
		CASE(0, += 1);
		CASE(1, *= 3);
		CASE(2, -= 7);
		CASE(3, ^= 9);
		CASE(4, |= 1);
		CASE(5, &= 0xfff);
		CASE(6, += 5);
		CASE(7, ^= 4);
		CASE(8, -= 2);
		CASE(9, *= 5);
		CASE(10, += 8);
		CASE(11, ^= 3);
		CASE(12, -= 6);
		CASE(13, += 4);
		CASE(14, *= 7);
	default:
		MARK(58);
	}
	return x;
}

NOINLINE static long interpret(const unsigned char *code)
{
	static void *const labels[] = { &&add, &&twice, &&loop, &&stop };
	long a = 1, left = 50;

	goto *labels[*code];
add:
	MARK(13);
	a += *code;
	goto *labels[*++code];
twice:
	MARK(14);
	a *= 2;
	goto *labels[*++code];
loop:
	MARK(15);
	if (left--)
		code -= 3;
	goto *labels[*++code];
stop:
	MARK(16);
	return a;
}

#define TARGET(n) NOINLINE static int target##n(int x) { MARK(17 + n); return x + n; }
TARGET(0) TARGET(1) TARGET(2) TARGET(3) TARGET(4) TARGET(5) TARGET(6)
static int (*volatile targets[])(int) = { target0, target1, target2, target3, target4, target5,
					  target6 };

NOINLINE static int last(int x)
{
	MARK(24);
	return targets[x % 7](x);
}

NOINLINE static int recurse(int n)
{
	MARK(25);
	if (n <= 1)
		return 1;
	MARK(26);
	return recurse(n - 1) + recurse(n - 2);
}

static jmp_buf back;

NOINLINE static void leave(int n)
{
	MARK(27);
	if (n % 3 == 0)
		longjmp(back, 1);
	MARK(28);
}

NOINLINE static void jump(int n)
{
	MARK(29);
	if (setjmp(back)) {
		MARK(30);
		return;
	}
	leave(n);
	MARK(31);
}

static int compare(const void *x, const void *y)
{
	int a = *(const int *)x, b = *(const int *)y;

	MARK(32);
	if (a < b) {
		MARK(33);
		return -1;
	}
	return a > b;
}

NOINLINE static void sort(void)
{
	int list[60];

	for (int i = 0; i < 60; i++) {
		MARK(34);
		list[i] = i * 37 % 60;
	}
	qsort(list, 60, sizeof *list, compare);
	sink += list[7];
}

NOINLINE static long nested(int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++) {
			MARK(35);
			if (k % 5 == i % 3) {
				MARK(36);
				continue;
			}
			if (k * i > 300) {
				MARK(37);
				break;
			}
			sum += k;
		}
	return sum;
}

static void *work(void *argument)
{
	long n = (long)argument;

	MARK(38);
	for (int i = 0; i < 200 + n; i++) {
		MARK(39);
		sink += last(i) + many(i % 9);
	}
	return 0;
}

NOINLINE static void end(int n, int argc)
{
	MARK(40);
	if (n == 0) {
		MARK(41);
		if (argc > 1)
			kill(getpid(), SIGKILL);
		exit(0);
	}
	end(n - 1, argc);
	MARK(42);
	sink++;
}

int main(int argc, char **argv)
{
	static const unsigned char code[] = { 0, 1, 2, 3 };
	pthread_t threads[4];

	(void)argv;
	ledger_open();
	for (long i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, work, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	for (int i = 0; i < 120; i++) {
		sink += few(i) + many(i % 11) + wide(i % 17) + last(i);
		jump(i);
	}
	sink += few(1000) + interpret(code) + recurse(12) + nested(40);
	sort();
	end(20, argc);
}
