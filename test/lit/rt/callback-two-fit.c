/* A callback that two functions of one library may have called has no named parent. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s */

#include <stdlib.h>

static volatile int sink;

/* CALLS: compare 10 */
/* SPONTANEOUS: compare 10 */
/* NOARC: qsort -> compare */
/* NOARC: bsearch -> compare */
static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* ARC: main -> qsort 5 */
/* ARC: main -> bsearch 5 */
int main(void)
{
	for (int i = 0; i < 5; i++) {
		int pair[2] = { 2, 1 }, key = 2;

		qsort(pair, 2, sizeof pair[0], compare);
		sink += bsearch(&key, pair + 1, 1, sizeof pair[0], compare) != NULL;
	}
	return 0;
}
