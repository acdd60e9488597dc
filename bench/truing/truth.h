/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * truth.h - how a program knows where its CPU time goes, by its own clock.
 *
 * A program lists its contexts: the functions around a kind of work, outermost first.  It
 * reads its thread's CPU clock after each piece of work and says which context the
 * time since the last reading is of.  So nothing lies between two pieces, and the sum over
 * the contexts is all time from truth_begin() to truth_end().
 *
 *	truth_begin()   in each thread, first
 *	clocked(c)      after each piece, by the function that the context names as reader
 *	truth_end()     in each thread, last
 *
 * A reading takes a microsecond, a piece fifty and more.  What the readings took
 * is a context of their own: clock_gettime, called by the reader.  Each is measured where it is, by
 * the clock of elapsed time, which takes no system call: after a piece of work it takes two or
 * three times as long as in a loop of readings.
 *
 * truth_end() prints a line for each context: ns of CPU time, pieces, stack.  A stack that ends
 * in "*" says that the function before it has that time, with all that it called; "*f" that
 * f is some of it.
 * All functions here are inlined: they must not be in the graph.
 */
#ifndef TRUTH_H
#define TRUTH_H

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define INLINED static inline __attribute__((always_inline))
#define OUT_OF_LINE __attribute__((noinline))
#define CONTEXTS 32
#define READINGS 100 /* of which the shortest tells what a look at the elapsed time takes */
#define INTERRUPTED 10000 /* ns that a reading takes, or more: another thread ran */

struct context {
	const char *stack;  /* functions, outermost first, with ';' between them */
	const char *reader; /* stack of the function that reads the clock */
};

/* Of this thread. */
struct truth {
	int64_t last; /* the clock at the last reading, ns */
	int64_t look; /* what a look at the elapsed time takes, ns */
	int64_t cost, readings; /* ns that so many readings took */
	int64_t ns[CONTEXTS], pieces[CONTEXTS];
};

static _Thread_local struct truth truth;

INLINED int64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000 + now.tv_nsec;
}

#ifdef TRUTH_OF_WAITING
static _Thread_local int schedstat = -1;

/* How long the thread has waited for a processor, ns: on a busy machine most of the time. */
INLINED int64_t queued_ns(void)
{
	long long ran, queued;
	char text[64];
	ssize_t n;

	if (schedstat < 0)
		schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	n = pread(schedstat, text, sizeof(text) - 1, 0);
	text[n > 0 ? n : 0] = 0;
	return sscanf(text, "%lld %lld", &ran, &queued) == 2 ? queued : 0;
}

/* How long the thread has been blocked. */
INLINED int64_t truth_ns(void)
{
	int64_t queued = queued_ns();

	return clock_ns(CLOCK_MONOTONIC) - clock_ns(CLOCK_THREAD_CPUTIME_ID) - queued;
}
#else
INLINED int64_t truth_ns(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}
#endif

/* The looks are of the thread's first piece. */
INLINED void truth_begin(void)
{
	int64_t before, now = clock_ns(CLOCK_MONOTONIC);

	truth.last = truth_ns();
	truth.look = INT64_MAX;
	for (int i = 0; i < READINGS; i++) {
		before = now;
		now = clock_ns(CLOCK_MONOTONIC);
		if (now - before < truth.look)
			truth.look = now - before;
	}
}

INLINED void clocked(int context)
{
	int64_t before = clock_ns(CLOCK_MONOTONIC), now = truth_ns();
	int64_t took = clock_ns(CLOCK_MONOTONIC) - before + truth.look;

	if (took < INTERRUPTED) {
		truth.cost += took;
		truth.readings++;
	}
	truth.ns[context] += now - truth.last;
	truth.pieces[context]++;
	truth.last = now;
}

/* CPU time of a reading on average, ns. */
INLINED int64_t truth_reading(void)
{
#ifdef TRUTH_OF_WAITING
	return 0;
#else
	return truth.readings ? truth.cost / truth.readings : 0;
#endif
}

INLINED void truth_end(const struct context *contexts, int n)
{
	for (int i = 0; i < n; i++) {
		long long pieces = truth.pieces[i], reading = pieces * truth_reading();

		if (!pieces)
			continue;
		printf("%lld %lld %s\n", (long long)truth.ns[i] - reading, pieces,
		       contexts[i].stack);
		printf("%lld %lld %s;clock_gettime\n", reading, pieces, contexts[i].reader);
	}
}

/* ------------------------------------------------------------------ */

/* Work: a microsecond or so for a thousand of them, without a call, the same each time. */
INLINED void burn(long times)
{
	unsigned x = 1;

	for (long i = 0; i < times; i++) {
		x = x * 1664525u + 1013904223u;
		__asm__ volatile("" : "+r"(x));
	}
}

/* A number below n, the same ones in each run. */
INLINED unsigned chance(unsigned n)
{
	static _Thread_local uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 32) % n;
}

/* How much of the full run (1) the command line asks for. */
INLINED long scaled(long times, char **argv)
{
	return argv[1] ? (long)((double)times * atof(argv[1])) : times;
}

#endif
