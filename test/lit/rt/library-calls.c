/* Calls into libraries that are not instrumented are counted exactly. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out > /dev/null && %expect a.out %s

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ARC: main -> getppid 0 */
/* ARC: main -> getpid 123 */
/* ARC: main -> setenv 7 */
/* ARC: main -> printf 9 */
int main(int argc, char **argv)
{
	volatile int sink = 0;

	if (argc > 1)
		sink += getppid() + !argv;
	for (int i = 0; i < 123; i++)
		sink += getpid();
	for (int i = 0; i < 7; i++)
		sink += setenv("x", "y", 1);
	for (int i = 0; i < 9; i++)
		printf("%d\n", sink);
	return 0;
}
