/* Two thousand short threads: mode=call counts all of them, in the memory of those that live. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: GPROF_PASS=mode=call %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: test $(($(stat -c %%b a.out.*.gprof) * 512)) -lt 1000000

#include <pthread.h>

#define NOINLINE __attribute__((noinline))
#define AT_ONCE 10

static _Thread_local volatile int sink;

NOINLINE void leaf(void)
{
	sink++;
}

/* ARC: run -> leaf 2000*3 */
/* CALLS: run 2000 */
NOINLINE static void *run(void *argument)
{
	for (int i = 0; i < 3; i++)
		leaf();
	return argument;
}

int main(void)
{
	pthread_t threads[AT_ONCE];

	for (int i = 0; i < 2000 / AT_ONCE; i++) {
		for (int j = 0; j < AT_ONCE; j++)
			if (pthread_create(&threads[j], NULL, run, NULL))
				return 1;
		for (int j = 0; j < AT_ONCE; j++)
			pthread_join(threads[j], NULL);
	}
	return 0;
}
