/* Where stacks take too much time, they become samples: sums of a function stay exact, and its stacks are within their intervals. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && env GPROF_OPTIONS="rate=0 memory=stacks" LD_PRELOAD=%rtdir/libgprof_heap.so ./a.out
// RUN: %gprof report --brief --tree --measure=allocs a.out > tree && FileCheck %s < tree
// RUN: %gprof export --format=folded --measure=allocs a.out > allocs && %gprof export --format=folded --measure=leaked a.out > leaked
// RUN: %python %S/Inputs/shared_out.py allocs 4000000 rare=400000 often=3600000 && %python %S/Inputs/shared_out.py leaked 6400000 rare=6400000
// CHECK: after {{[0-9]+}} blocks stacks took too much time: since then one small block in 64 has its stack, and +- is the interval of 95 %
// CHECK: 100.00 4000000 main
// CHECK-NEXT: {{.*}} +-{{[0-9]+}} {{.*}} often -> wrapper
#include <stdlib.h>

static void *volatile sink;

__attribute__((noinline)) static void *wrapper(size_t size)
{
	return malloc(size);
}

__attribute__((noinline)) static void often(void)
{
	sink = wrapper(48);
	free(sink);
}

__attribute__((noinline)) static void rare(void)
{
	sink = wrapper(16);
}

int main(void)
{
	for (int i = 0; i < 400000; i++) {
		rare();
		for (int k = 0; k < 9; k++)
			often();
	}
	return 0;
}
