/* A program that knows its heap: blocks, bytes, the peak by function, what is left, blocks freed at once. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %heap ./a.out
// RUN: %sums *.gprof | FileCheck --check-prefix=SUMS %s
// RUN: %gprof report --measure=alloc a.out | FileCheck %s
// RUN: %gprof report --brief --measure=peak a.out | FileCheck --check-prefix=PEAK %s
// SUMS: blocks 11501 bytes 11148000 frees 11251 freed 10898000 temporary 11001 young 11001 left 250000 peak 2500000 top 2500000 threads 1 foreign 0
// CHECK: a.out: 10.6 MiB allocated in 11501 blocks; 2.38 MiB when the heap was largest; 244 KiB in 250 blocks not freed
// CHECK: In short:
// CHECK: 'grow' allocates 72 % of all bytes, 1000.0 blocks a call, and 100 % of them are freed before 64 KiB more are
// CHECK: when the heap was largest, with 2.38 MiB, 'big' had 80 % of it
// CHECK: 'cache' has 244 KiB in 250 blocks that were not freed
// CHECK: % bytes blocks calls per call peak left blocks t % y % function
// CHECK-NEXT: 71.83 7.64 MiB 1000 1 1000.0 0 B 0 B 0 100 100 grow
// CHECK-NEXT: 17.94 1.91 MiB 1 1 1.0 1.91 MiB 0 B 0 100 100 big
// CHECK-NEXT: 5.74 625 KiB 10000 10000 1.0 0 B 0 B 0 100 100 temporary
// CHECK-NEXT: 4.49 488 KiB 500 500 1.0 488 KiB 244 KiB 250 0 0 cache
// CHECK: They are counted, not sampled.
// PEAK: 80.00 1.91 MiB 1 1 1.0 1.91 MiB 0 B 0 100 100 big
// PEAK-NEXT: 20.00 488 KiB 500
// PEAK-NOT: counted
#include <stdlib.h>

static void *kept[500];
static void *volatile sink;

__attribute__((noinline)) static void *cache(void)
{
	return sink = malloc(1000);
}

__attribute__((noinline)) static void big(void)
{
	sink = malloc(2000000);
	free(sink);
}

__attribute__((noinline)) static void temporary(void)
{
	sink = malloc(64);
	free(sink);
}

__attribute__((noinline)) static void grow(void)
{
	char *p = NULL;

	for (int i = 1; i <= 1000; i++)
		sink = p = realloc(p, i * 16);
	free(p);
}

int main(void)
{
	for (int i = 0; i < 500; i++) {
		kept[i] = cache();
		for (int k = 0; k < 20; k++)
			temporary();
	}
	big();
	grow();
	for (int i = 0; i < 250; i++)
		free(kept[i]);
	return 0;
}
