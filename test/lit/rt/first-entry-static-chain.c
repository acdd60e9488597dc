/* A nested function that is the first its thread enters gets its static chain, in r10, unchanged; so does one called by pointer. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// Clang has no nested functions in C: the mark of the chain is put into the IR.
// RUN: for how in -O0 -O1 -O2 -fPIC "-O2 -fPIC" "-O2 -static"; do \
// RUN:   %clang $how -pthread -S -emit-llvm %s -o plain.ll || exit 1; \
// RUN:   sed -E 's/(@nested|@other|%%[a-z0-9.]+)(\((i64\*|ptr))/\1\2 nest/' plain.ll > nest.ll; \
// RUN:   test $(grep -c 'nest ' nest.ll) -ge 3 || exit 1; \
// RUN:   for mode in call counters; do \
// RUN:     rm -f *.gprof; \
// RUN:     GPROF_PASS=mode=$mode %gclang $how -pthread nest.ll -o a.out || exit 1; \
// RUN:     ./a.out || exit 1; \
// RUN:   done; \
// RUN:   %expect a.out %s || exit 1; \
// RUN: done

#include <pthread.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
#define PLAIN NOINLINE __attribute__((no_profile_instrument_function))

NOINLINE long nested(long *frame, long x)
{
	return *frame + x;
}

NOINLINE long other(long *frame, long x)
{
	return *frame - x;
}

static long (*volatile by_pointer)(long *frame, long x);

/* Each target is new to the call site at first, and has its own way into its counts. */
/* CALLS: nested 10 */
/* CALLS: other 5 */
NOINLINE long call(long *frame, long x)
{
	long (*target)(long *, long) = by_pointer;

	return target(frame, x);
}

/* Not monitored, so that what it calls is the first entry of its thread. */
PLAIN static void *run(void *argument)
{
	long frame = 1000;

	return (void *)(uintptr_t)(argument ? nested(&frame, 7) == 1007 : 0);
}

int main(void)
{
	long frame = 5000, wrong = 0;
	pthread_t thread;
	void *good;

	for (int i = 0; i < 5; i++) {
		if (pthread_create(&thread, 0, run, &frame) || pthread_join(thread, &good) || !good)
			return 1;
		by_pointer = nested;
		wrong += call(&frame, i) != 5000 + i;
		by_pointer = other;
		wrong += call(&frame, i) != 5000 - i;
	}
	return wrong ? 2 : 0;
}
