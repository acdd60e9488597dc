/* A signal handler that makes arcs of its own at any moment loses none of mode=call. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: GPROF_PASS=mode=call %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && ./a.out > counts
// RUN: %expect -D L=$(sed -n 1p counts) -D H=$(sed -n 2p counts) a.out %s

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define NOINLINE __attribute__((noinline))
#define F(n) NOINLINE static void f##n(void) { sink++; }
#define EIGHT(n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7)
#define NAMES(n) f##n##0, f##n##1, f##n##2, f##n##3, f##n##4, f##n##5, f##n##6, f##n##7

static volatile int sink;
static volatile unsigned long handled;

EIGHT(0) EIGHT(1) EIGHT(2) EIGHT(3) EIGHT(4) EIGHT(5) EIGHT(6) EIGHT(7)

static void (*volatile table[])(void) = { NAMES(0), NAMES(1), NAMES(2), NAMES(3),
					  NAMES(4), NAMES(5), NAMES(6), NAMES(7) };

NOINLINE void leaf(void)
{
	sink++;
}

/* A new arc for each of the first 64 signals; then as the program's own. */
/* ARC: handler -> leaf H */
/* CALLS: handler H */
NOINLINE static void handler(int signal)
{
	(void)signal;
	table[handled++ % 64]();
	leaf();
}

/* ARC: work -> leaf L */
NOINLINE void work(void)
{
	struct itimerval often = { { 0, 100 }, { 0, 100 } }, never = { { 0, 0 }, { 0, 0 } };
	unsigned long n = 0;

	setitimer(ITIMER_REAL, &often, NULL);
	while (handled < 500) {
		leaf();
		n++;
	}
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%lu\n%lu\n", n, handled);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };

	sigaction(SIGALRM, &action, NULL);
	work();
	return 0;
}
