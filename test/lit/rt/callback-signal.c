/* A signal handler is entered spontaneously; what it calls are its own arcs. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s */

#include <signal.h>

static volatile int sink;

/* CALLS: shared 4 */
/* ARC: main -> shared 3 */
/* ARC: handler -> shared 1 */
__attribute__((noinline)) void shared(void)
{
	sink++;
}

/* CALLS: handler 1 */
/* SPONTANEOUS: handler 1 */
__attribute__((noinline)) void handler(int signal)
{
	(void)signal;
	shared();
	sink++;
}

int main(void)
{
	signal(SIGUSR1, handler);
	for (int i = 0; i < 3; i++)
		shared();
	raise(SIGUSR1);
	return 0;
}
