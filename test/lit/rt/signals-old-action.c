/* The action of SIGURG that a program finds is the default; who kept the sampling handler may call it like any other. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -fPIC -shared -DLIBRARY %s -o libother.so
// RUN: %gclang -O2 %s -L. -lother -Wl,-rpath,. -o a.out && ./a.out && %expect a.out %s
// RUN: gprof-llvm export a.out | python3 %S/Inputs/sampled.py after

#include "Inputs/burn.h"

#include <signal.h>

void (*take(void (*handler)(int)))(int);

#ifdef LIBRARY

/* Code that is not instrumented. */
void (*take(void (*handler)(int)))(int)
{
	return signal(SIGURG, handler);
}

#else

static volatile int came;
static void (*old)(int);

static void handler(int sig)
{
	came++;
	if (old != SIG_DFL && old != SIG_IGN)
		old(sig);
}

/* CALLS: after 1 */
__attribute__((noinline)) void after(void)
{
	burn_for(CLOCKS_PER_SEC / 10);
}

int main(void)
{
	struct sigaction found;
	int seen;

	if (sigaction(SIGURG, NULL, &found) || found.sa_handler != SIG_DFL)
		return 1;
	old = signal(SIGURG, handler);
	if (old != SIG_DFL)
		return 2;
	raise(SIGURG);
	seen = came;
	if (signal(SIGURG, SIG_DFL) != handler)
		return 3;
	old = take(handler);
	raise(SIGURG);
	take(old);
	if (seen != 1 || came < 2)
		return 4;
	if (signal(SIGURG, SIG_IGN) != SIG_DFL || signal(SIGURG, SIG_IGN) != SIG_IGN)
		return 5;
	after();
	return 0;
}

#endif
