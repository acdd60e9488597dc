/* The library steps aside in a program that has an allocator of its own, and says so: AddressSanitizer, or malloc in the executable. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: sanitizers
// RUN: %gclang -O2 -fsanitize=address %s -o checked
// RUN: env ASAN_OPTIONS=detect_leaks=0 GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD=%rtdir/libgprof_heap.so ./checked 2>&1 | FileCheck %s
// RUN: not %gprof report --measure=alloc checked 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %gclang -O2 -fno-builtin -DOWN %s %S/Inputs/bump.c -o own
// RUN: %heap ./own 2>&1 | FileCheck --check-prefix=OWN %s
// CHECK: gprof-llvm: allocations are not counted: the program has the allocator of AddressSanitizer
// CHECK-NEXT: ok
// NONE: no profile of 'checked' has memory
// OWN: gprof-llvm: allocations are not counted: the program has an allocator of its own
// OWN-NEXT: ok
#include <stdlib.h>
#include <unistd.h>

static void *volatile sink;

int main(void)
{
	sink = malloc(100);
	sink = realloc(sink, 200);
	free(sink);
	return write(1, "ok\n", 3) != 3;
}
