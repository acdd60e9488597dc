/* With libc's allocator the library looks up no name that libc lacks: the loader would allocate for the error, and each free() take longer. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && env LD_DEBUG=symbols LD_PRELOAD=%rtdir/libgprof_heap.so GPROF_OPTIONS="rate=0 memory=callers" ./a.out 2> lookups
// RUN: grep -c 'symbol=malloc_usable_size;' lookups
// RUN: not grep 'undefined symbol' lookups
// RUN: %gprof report --brief --measure=alloc a.out | FileCheck %s
// CHECK: a.out: 100 B allocated in 1 block
#include <stdlib.h>

void *volatile block;

int main(void)
{
	block = malloc(100);
	free(block);
	return 0;
}
