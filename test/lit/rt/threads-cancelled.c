/* Threads cancelled in the middle of counted code, asynchronously too, lose no count. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: ./a.out > told
// RUN: %expect -D DONE=$(cut -d' ' -f1 told) -D CLEANED=$(cut -d' ' -f2 told) a.out %s

#include <pthread.h>
#include <stdio.h>

#define ROUNDS 100

/* Each thread's own counts, in memory that outlives it. */
static volatile long done[ROUNDS];
static volatile int cleaned;

/* NEAR: spin -> leaf DONE-100 */
__attribute__((noinline)) static void leaf(volatile long *own)
{
	++*own;
}

__attribute__((noinline)) static void cleanup(void *argument)
{
	(void)argument;
	cleaned++;
}

/* ARC: run -> spin 100 */
__attribute__((noinline)) static void spin(volatile long *own)
{
	for (;;) {
		leaf(own);
		if (!(*own & 0xfff))
			pthread_testcancel();
	}
}

/* CALLS: cleanup CLEANED */
static void *run(void *argument)
{
	int old;

	pthread_cleanup_push(cleanup, 0);
	if ((volatile long *)argument - done < ROUNDS / 2)
		pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
	spin(argument);
	pthread_cleanup_pop(0);
	return 0;
}

int main(void)
{
	pthread_t thread;
	long sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		if (pthread_create(&thread, 0, run, (void *)&done[i]))
			return 1;
		while (done[i] < 1000)
			;
		pthread_cancel(thread);
		pthread_join(thread, 0);
		sum += done[i];
	}
	printf("%ld %d\n", sum, cleaned);
	return 0;
}
