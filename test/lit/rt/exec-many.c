/* A program that executes itself 200 times under 10000 samples a second loses no count and lives. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && GPROF_FILE=p GPROF_OPTIONS=rate=10000 ./a.out 200
// RUN: test $(ls | grep -c '^p') = 201
// RUN: %expect --option=--all --set all a.out %s p*

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int sink;

/* ARC[all]: main -> leaf 201*100000 */
__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC[all]: main -> execl 200 */
int main(int argc, char **argv)
{
	char left[16];
	int n = argc > 1 ? atoi(argv[1]) : 0;

	for (int i = 0; i < 100000; i++)
		leaf();
	if (!n)
		return 0;
	snprintf(left, sizeof(left), "%d", n - 1);
	execl(argv[0], argv[0], left, (char *)0);
	return 1;
}
