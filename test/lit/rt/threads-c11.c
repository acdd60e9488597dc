/* Threads of C11's threads.h count exactly. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s

#include <threads.h>

static _Thread_local volatile int sink;

__attribute__((noinline)) void leaf(int x)
{
	sink = x;
}

/* ARC: run -> leaf 80000 */
/* ARC: run -> thrd_exit 4 */
static int run(void *argument)
{
	for (int i = 0; i < 10000; i++)
		leaf(i);
	if (argument)
		thrd_exit(3);
	return 3;
}

int main(void)
{
	thrd_t threads[8];
	int result;

	for (int i = 0; i < 8; i++)
		if (thrd_create(&threads[i], run, i & 1 ? &threads : 0) != thrd_success)
			return 1;
	for (int i = 0; i < 8; i++)
		if (thrd_join(threads[i], &result) != thrd_success || result != 3)
			return 1;
	return 0;
}
