/* A callback that two functions of one library may have called has no named parent. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s

#include <search.h>
#include <stdlib.h>

static volatile int sink;

/* CALLS: compare 10 */
/* SPONTANEOUS: compare 10 */
/* NOARC: qsort -> compare */
/* NOARC: lfind -> compare */
static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* ARC: main -> qsort 5 */
/* ARC: main -> lfind 5 */
int main(void)
{
	for (int i = 0; i < 5; i++) {
		int pair[2] = { 2, 1 };
		size_t n = 1;

		qsort(pair, 2, sizeof pair[0], compare);
		sink += lfind(pair, pair + 1, &n, sizeof pair[0], compare) != NULL;
	}
	return 0;
}
