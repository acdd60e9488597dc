/* A program that sets every signal back to its default, or ignores all, is not ended by a sample. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && GPROF_OPTIONS=rate=10000 ./a.out
// RUN: %expect a.out %s

#include "Inputs/burn.h"

#include <signal.h>

__attribute__((noinline)) static void burn(void)
{
	burn_for(CLOCKS_PER_SEC / 20);
}

/* ARC: set -> burn 3 */
__attribute__((noinline)) static void set(void (*action)(int))
{
	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, action);
	burn();
}

/* ARC: main -> set 3 */
int main(void)
{
	set(SIG_DFL);
	set(SIG_IGN);
	set(SIG_DFL);
	return 0;
}
