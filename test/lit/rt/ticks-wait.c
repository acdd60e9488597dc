/* With clock=wall ticks go on while the program waits. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && GPROF_OPTIONS="snapshot-every=10 clock=wall" ./a.out
// RUN: %readprofile a.out.*.gprof > profile && test $(grep -c '^snapshot tick' profile) -gt 2
// RUN: %gprof histogram --no-head --by=time --measure=wall a.out > chart && %python %source/test/lit/histogram/Inputs/sum.py chart --total
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 10; i++)
		usleep(50000);
	return 0;
}
