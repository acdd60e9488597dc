/* A function that main calls three times and a signal once has one spontaneous call. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s

#include <signal.h>

static volatile int sink;

/* CALLS: shared 4 */
/* ARC: main -> shared 3 */
/* SPONTANEOUS: shared 1 */
__attribute__((noinline)) static void shared(int signal)
{
	sink += signal;
}

int main(void)
{
	signal(SIGUSR1, shared);
	for (int i = 0; i < 3; i++)
		shared(i);
	raise(SIGUSR1);
	return 0;
}
