/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

void busy(double seconds);

static __attribute__((noinline)) void needs(double seconds)
{
	busy(seconds);
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	needs(atof(argv[argc - 1]));
	return 0;
}
