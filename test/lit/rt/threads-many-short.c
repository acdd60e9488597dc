/* 10,000 short threads, 8 at a time, beside 64 that live, count exactly, in memory bounded by those alive. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: %readprofile a.out.*.gprof > text
// RUN: test $(awk '/^thread /{n += $6} END{print n}' text) = 10065
// RUN: test $(grep -c '^thread ' text) -le 200
// RUN: test $(($(stat -c %%b a.out.*.gprof) * 512)) -le 4000000

#include <pthread.h>

#define LIVE 64
#define AT_ONCE 8
#define WAVES 1250

static pthread_barrier_t begun, ended;
static _Thread_local volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC: brief -> leaf 30000 */
__attribute__((noinline)) static void *brief(void *argument)
{
	for (int i = 0; i < 3; i++)
		leaf();
	return argument;
}

/* CALLS: lasting 64 */
/* ARC: lasting -> leaf 128 */
__attribute__((noinline)) static void *lasting(void *argument)
{
	leaf();
	pthread_barrier_wait(&begun);
	pthread_barrier_wait(&ended);
	leaf();
	return argument;
}

static int start(pthread_t *threads, int n, void *(*run)(void *))
{
	pthread_attr_t small;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 * 1024);
	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], &small, run, 0))
			return 1;
	return 0;
}

int main(void)
{
	pthread_t live[LIVE], brief_ones[AT_ONCE];

	pthread_barrier_init(&begun, 0, LIVE + 1);
	pthread_barrier_init(&ended, 0, LIVE + 1);
	if (start(live, LIVE, lasting))
		return 1;
	pthread_barrier_wait(&begun);
	for (int wave = 0; wave < WAVES; wave++) {
		if (start(brief_ones, AT_ONCE, brief))
			return 1;
		for (int i = 0; i < AT_ONCE; i++)
			pthread_join(brief_ones[i], 0);
	}
	pthread_barrier_wait(&ended);
	for (int i = 0; i < LIVE; i++)
		pthread_join(live[i], 0);
	return 0;
}
