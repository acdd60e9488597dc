/* A dlclose() that unloads nothing costs no numbers of stacks: each block of thousands of rounds has its stack. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out -lm -ldl && %allstacks ./a.out
// RUN: %gprof report --brief --tree --measure=allocs a.out | FileCheck %s
// RUN: %gprof export --format=folded --measure=allocs a.out | FileCheck --check-prefix=FOLDED %s
// CHECK-NOT: had no room
// CHECK: function
// FOLDED: main;first;leaf 3000
// FOLDED-NEXT: main;second;leaf 6000
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>

static void *volatile sink;
static volatile double number = 2;

__attribute__((noinline)) static void leaf(void)
{
	sink = malloc(10);
	free(sink);
}

__attribute__((noinline)) static void first(void)
{
	leaf();
}

__attribute__((noinline)) static void second(void)
{
	leaf();
	leaf();
}

int main(void)
{
	number = pow(number, number);
	for (int i = 0; i < 3000; i++) {
		void *handle = dlopen("libm.so.6", RTLD_NOW);

		first();
		second();
		dlclose(handle);
	}
	return 0;
}
