/* A program that gives stdout another stream, and frees it, ends as it does alone. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out 2>&1 | grep -x 'end 65'
// RUN: %gprof report --io a.out | grep -w main
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *volatile blocks[50];

int main(void)
{
	stdout = fopen("/dev/null", "w");
	printf("hello\n");
	fclose(stdout);
	for (int i = 0; i < 50; i++)
		memset(blocks[i] = malloc(472), 'A', 472);
	fprintf(stderr, "end %d\n", blocks[0][3]);
	return 0;
}
