/* At a high fixed rate most of the price is the interrupts', which fewer stacks would not lower: samples have their stacks. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out
// RUN: env GPROF_FILE=profile GPROF_OPTIONS=rate=4000 ./a.out
// RUN: %readprofile --stacks profile > stacks
// RUN: awk '{ n += $3 } $4 ~ /no-stack/ { bare += $3 } END { exit bare > n * 0.9 }' stacks

#include <time.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void leaf(void)
{
	for (unsigned i = 0; i < 10000; i++)
		sum += i;
}

int main(void)
{
	while (clock() < CLOCKS_PER_SEC * 3 / 2)
		leaf();
	return 0;
}
