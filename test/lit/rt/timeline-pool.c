/* A pool has no timeline, and is merged as before. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && for i in 1 2 3; do GPROF_FILE=%%e.%%1m.gprof ./a.out || exit 1; done
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// RUN: %expect a.out %s
// CHECK-NOT: timeline:
// CHECK: lost: nothing
#include <time.h>

static volatile unsigned long sink;

/* CALLS: leaf 3 */
__attribute__((noinline)) static void leaf(void)
{
	for (clock_t end = clock() + CLOCKS_PER_SEC / 10; clock() < end;)
		for (int i = 0; i < 20000; i++)
			sink += (unsigned)i;
}

int main(void)
{
	leaf();
	return 0;
}
