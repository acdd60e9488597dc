/* A function that qsort calls hangs under qsort: one callback edge fits. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s

#include <stdlib.h>

static volatile int sink;

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* ARC: qsort -> compare 25 */
/* SPONTANEOUS: compare 0 */
/* CALLS: compare 25 */
/* ARC: main -> qsort 25 */
int main(void)
{
	for (int i = 0; i < 25; i++) {
		int pair[2] = { 2, i };

		qsort(pair, 2, sizeof pair[0], compare);
		sink += pair[0];
	}
	return 0;
}
