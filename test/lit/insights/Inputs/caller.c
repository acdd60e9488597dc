/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

void one(double seconds);
void other(double seconds);

static __attribute__((noinline)) void needs(double seconds)
{
	one(seconds / 2);
	other(seconds / 2);
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	needs(atof(argv[argc - 1]));
	return 0;
}
