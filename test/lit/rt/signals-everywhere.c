/* A handler that calls functions, 10,000 times a second, in the middle of anything: its counts and the others' are exact. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for flags in -O0 -O2 "-O0 -fPIC" "-O2 -fPIC"; do \
// RUN:   rm -f *.gprof; %gclang $flags -pthread %s -o a.out && ./a.out > told || exit 1; \
// RUN:   %expect -D H=$(cut -d' ' -f1 told) -D W=$(cut -d' ' -f2 told) -D T=$(cut -d' ' -f3 told) a.out %s || exit 1; \
// RUN: done

#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#define SIGNALS 4000

/* The program's own counts; signals nest in no thread, but come in several. */
static volatile int handled;
static long worked, threads;

NOINLINE void in_handler(int x)
{
	__asm__ volatile("" : : "r"(x));
}

NOINLINE static void first(void)
{
	__asm__ volatile("");
}

NOINLINE static void second(void)
{
	__asm__ volatile("nop");
}

static void (*volatile targets[])(void) = { first, second };

/* CALLS: handler H */
/* ARC: handler -> in_handler 2*H */
/* ARC: handler -> first H */
/* ARC: handler -> second H */
static void handler(int sig)
{
	__atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
	in_handler(sig);
	in_handler(sig);
	for (int i = 0; i < 2; i++)
		targets[i]();
}

NOINLINE void leaf(int x)
{
	__asm__ volatile("" : : "r"(x));
}

/* ARC: work -> leaf 100*W */
/* ARC: work -> first 50*W */
/* ARC: work -> second 50*W */
NOINLINE void work(void)
{
	for (int i = 0; i < 100; i++) {
		leaf(i);
		targets[i & 1]();
	}
}

/* The first entry of a new thread is interrupted as well. */
/* CALLS: thread T */
/* ARC: thread -> work T */
static void *thread(void *argument)
{
	work();
	return argument;
}

static timer_t start(long ns)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
	struct itimerspec when = { { 0, ns }, { 0, ns } };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	timer_t timer;

	sigaction(SIGALRM, &action, 0);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		exit(1);
	timer_settime(timer, 0, &when, 0);
	return timer;
}

/* ARC: main -> work W-T */
int main(void)
{
	timer_t timer = start(100000);
	pthread_t id;

	while (handled < SIGNALS) {
		for (int i = 0; i < 200; i++, worked++)
			work();
		if (pthread_create(&id, 0, thread, 0))
			return 1;
		pthread_join(id, 0);
		threads++;
		worked++;
	}
	timer_delete(timer);
	signal(SIGALRM, SIG_IGN);
	printf("%d %ld %ld\n", handled, worked, threads);
	return 0;
}
