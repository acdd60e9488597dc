/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * phases-deep.c - phases begin and end at all depths of calls.  The ledger is that of the phase
 * that the argument names (inner, outer), or of what comes before the dump of that name.  With a
 * second argument that many other threads run all the time.  Then the ledger at the edges is not
 * known: "ledger" is of a time within the phase, "ledger.long" of one around it.
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <gprof-llvm/gprof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static const char *wanted;
static long base[MARKS], sum[MARKS], around[MARKS], longer[MARKS];
static volatile long sink;
static volatile int end, begun;

static int odd(int n)
{
	MARK(0);
	return n & 1;
}

static int half(int n)
{
	MARK(1);
	return n / 2;
}

static int third(int n)
{
	MARK(2);
	return n % 3;
}

static int (*volatile targets[])(int) = { odd, half, third };

/* The ledger of a phase is what is added to the ledger while it lasts. */
NOINLINE static void begin(const char *name)
{
	if (!strcmp(name, wanted))
		memcpy(around, ledger, sizeof around);
	gprof_phase_begin(name);
	if (!strcmp(name, wanted))
		memcpy(base, ledger, sizeof base);
}

NOINLINE static void finish(const char *name)
{
	for (int i = 0; i < MARKS && !strcmp(name, wanted); i++)
		sum[i] += ledger[i] - base[i];
	gprof_phase_end(name);
	for (int i = 0; i < MARKS && !strcmp(name, wanted); i++)
		longer[i] += ledger[i] - around[i];
}

NOINLINE static void dump(const char *name)
{
	if (!strcmp(name, wanted))
		memcpy(sum, ledger, sizeof sum);
	gprof_dump(name);
	if (!strcmp(name, wanted))
		memcpy(longer, ledger, sizeof longer);
}

NOINLINE static long work(int n)
{
	long all = 0;

	MARK(3);
	for (int i = 0; i < n; i++) {
		MARK(4);
		switch ((i + n) % 5) {
		case 0:
			MARK(5);
			all += targets[i % 3](i);
			break;
		case 1:
			MARK(6);
			all ^= 3;
			/* fall through */
		case 2:
			MARK(7);
			all *= 5;
			break;
		case 3:
			MARK(8);
			continue;
		default:
			MARK(9);
		}
		if (all > 1000) {
			MARK(10);
			all = odd(i);
		}
	}
	MARK(11);
	return all;
}

/* Begins phases on the way down, and ends them elsewhere on the way up. */
NOINLINE static long go(int n, int round)
{
	long all = work(n);

	MARK(12);
	if (n == 14 - round)
		begin("outer");
	for (int i = 0; i < 2; i++) {
		MARK(13);
		if (n == 7 && i == 1)
			begin("inner");
		if (n && i == n % 2)
			all += go(n - 1, round);
		if (n == 4 && i == 0)
			dump(round == 2 ? "middle" : "other");
		MARK(14);
		all += targets[(n + round) % 3](n);
	}
	if (n == 9 + round)
		finish("inner");
	if (n == 11)
		finish("outer");
	MARK(15);
	return all + work(n + round);
}

static void *other(void *argument)
{
	MARK(16);
	__atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
	while (!end) {
		MARK(17);
		sink += work((int)(long)argument);
	}
	return argument;
}

int main(int argc, char **argv)
{
	int threads = argc > 2 ? atoi(argv[2]) : 0;
	pthread_t thread[16];
	FILE *file;

	wanted = argv[1];
	ledger_open();
	for (long i = 0; i < threads; i++)
		pthread_create(&thread[i], NULL, other, (void *)(i + 3));
	while (begun < threads)
		usleep(1000);
	for (int round = 0; round < 5; round++) {
		MARK(18);
		sink += go(20, round);
	}
	end = 1;
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	memcpy(ledger, sum, sizeof sum);
	if (threads) {
		file = fopen("ledger.long", "w");
		fwrite(longer, sizeof longer, 1, file);
		fclose(file);
	}
	return 0;
}
