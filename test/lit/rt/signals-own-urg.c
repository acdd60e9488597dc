/* A program that sets a handler of its own gets no signal of ours, and when it sets the default it is sampled again. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s
// RUN: gprof-llvm export a.out | python3 %S/Inputs/sampled.py before after

#include "Inputs/burn.h"

#include <signal.h>

static volatile sig_atomic_t came;

static void handler(int sig)
{
	(void)sig;
	came++;
}

static void burn(void)
{
	burn_for(CLOCKS_PER_SEC / 5);
}

/* CALLS: before 1 */
__attribute__((noinline)) void before(void)
{
	burn();
}

/* CALLS: meanwhile 1 */
__attribute__((noinline)) void meanwhile(void)
{
	burn();
}

/* CALLS: after 1 */
__attribute__((noinline)) void after(void)
{
	burn();
}

int main(void)
{
	before();
	signal(SIGURG, handler);
	meanwhile();
	if (came)
		return 1;
	raise(SIGURG);
	signal(SIGURG, SIG_DFL);
	after();
	return came != 1;
}
