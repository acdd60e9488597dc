/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * For each number on a line of its input: makes so many calls of leaf, and answers with a
 * line.  Begins with a line of its own; ends with its input.
 */
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

int main(void)
{
	char line[64];

	puts("ready");
	fflush(stdout);
	while (fgets(line, sizeof line, stdin)) {
		for (int n = atoi(line); n > 0; n--)
			leaf();
		puts("done");
		fflush(stdout);
	}
	return 0;
}
