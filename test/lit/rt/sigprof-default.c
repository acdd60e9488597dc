/* A SIGPROF that is not the profiler's ends the program, as it would without. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out; test $? = 155

#include <signal.h>

int main(void)
{
	raise(SIGPROF);
	return 0;
}
