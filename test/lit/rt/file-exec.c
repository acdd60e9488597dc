/* A program that executes itself keeps both profiles: the second gets the name with .2. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out
// RUN: ls *.2.gprof && test $(ls | grep -c gprof) = 2
// RUN: %expect --set both a.out %s *.gprof

#include <unistd.h>

static volatile int sink;

/* ARC[both]: main -> leaf 30 */
__attribute__((noinline)) void leaf(void)
{
	sink++;
}

int main(int argc, char **argv)
{
	for (int i = 0; i < 10 * argc; i++)
		leaf();
	if (argc == 1)
		execl(argv[0], argv[0], "again", (char *)0);
	return argc != 2;
}
