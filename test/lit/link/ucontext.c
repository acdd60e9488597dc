/* Coroutines by makecontext and swapcontext, on stacks of their own, leave exact arcs at every level. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: lld
// RUN: for flags in -O0 -O1 -O2 -O3 "-O2 -fPIC" "-O2 -flto=thin -fuse-ld=lld" "-O2 -flto -fuse-ld=lld"; do \
// RUN:   rm -f *.gprof; %gclang $flags -pthread %s -o a.out && GPROF_OPTIONS=rate=10000 ./a.out || exit 1; \
// RUN:   %expect a.out %s || { echo "$flags"; exit 1; }; \
// RUN: done

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))
#define COROUTINES 8
#define TURNS 1000
#define STACK 16384

struct coroutine {
	ucontext_t own, *caller;
	char stack[STACK];
};

static _Thread_local volatile int sink;

NOINLINE void leaf(int x)
{
	sink = x;
}

NOINLINE static void yield(struct coroutine *c)
{
	leaf(0);
	swapcontext(&c->own, c->caller);
}

/* ARC: body -> leaf 24000 */
/* ARC: body -> yield 24000 */
/* CALLS: body 24 */
/* ARC: yield -> leaf 24000 */
/* ARC: yield -> swapcontext 24000 */
static void body(unsigned high, unsigned low)
{
	struct coroutine *c = (struct coroutine *)((unsigned long)high << 32 | low);

	for (int i = 0; i < TURNS; i++) {
		leaf(i);
		yield(c);
	}
}

/* ARC: run -> swapcontext 24024 */
/* ARC: run -> makecontext 24 */
static void *run(void *argument)
{
	struct coroutine *all = calloc(COROUTINES, sizeof(*all));
	ucontext_t here;

	for (int i = 0; i < COROUTINES; i++) {
		unsigned long p = (unsigned long)&all[i];

		getcontext(&all[i].own);
		all[i].own.uc_stack.ss_sp = all[i].stack;
		all[i].own.uc_stack.ss_size = STACK;
		all[i].own.uc_link = &here;
		all[i].caller = &here;
		makecontext(&all[i].own, (void (*)(void))body, 2, (unsigned)(p >> 32),
			    (unsigned)p);
	}
	for (int turn = 0; turn <= TURNS; turn++)
		for (int i = 0; i < COROUTINES; i++)
			swapcontext(&here, &all[i].own);
	free(all);
	return argument;
}

/* ARC: main -> run 1 */
int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], 0, run, 0))
			return 1;
	run(0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
