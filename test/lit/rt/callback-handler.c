/* A signal handler has no caller but <spontaneous>, though signal() was handed its address. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s

#include <signal.h>

static volatile int sink;

/* CALLS: handler 2 */
/* ARC: main -> signal 1 */
/* NOARC: signal -> handler */
/* SPONTANEOUS: handler 2 */
__attribute__((noinline)) static void handler(int signal)
{
	sink += signal;
}

int main(void)
{
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	raise(SIGUSR1);
	return 0;
}
