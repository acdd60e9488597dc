/* Once stacks are sampled, stacks that differ in the place of one call by a multiple of 32 bytes stay apart. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: env GPROF_OPTIONS="rate=0 memory=stacks" LD_PRELOAD=%rtdir/libgprof_heap.so ./a.out
// RUN: %gprof export --format=csv --measure=allocs a.out | FileCheck %s
// CHECK-COUNT-8: "at_{{[0-7]}}","at_{{[0-7]}}","a.out",100000,{{[0-9]+}},100000,
#include <stdlib.h>

#define AT(n)                                                               \
	__attribute__((noinline, aligned(32))) static void at_##n(size_t size) \
	{                                                                   \
		void *volatile block = malloc(size);                        \
                                                                            \
		free(block);                                                \
	}

AT(0) AT(1) AT(2) AT(3) AT(4) AT(5) AT(6) AT(7)

static void (*const volatile at[])(size_t) = {
	at_0, at_1, at_2, at_3, at_4, at_5, at_6, at_7,
};

/* Of each size that has a class of its own among samples. */
int main(void)
{
	for (unsigned i = 0; i < 800000; i++)
		at[i % 8](16ul << i / 8 % 8);
	return 0;
}
