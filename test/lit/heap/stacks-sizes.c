/* Where blocks of one wrapper differ much in size, the interval of the bytes of a stack is as wide as that makes it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && env GPROF_OPTIONS="rate=0 memory=stacks" LD_PRELOAD=%rtdir/libgprof_heap.so ./a.out
// RUN: %gprof report --brief --tree --measure=alloc a.out > tree && FileCheck %s < tree
// RUN: %gprof report --brief --tree --measure=alloc --focus=mixed a.out | FileCheck --check-prefix=FOCUS %s
// RUN: %python -c "import re; size, interval = map(float, re.search(r'([\d.]+) MiB \+-([\d.]+) MiB .* mixed -> wrap', open('tree').read()).groups()); assert 1.5 < interval < 8 and abs(size - 68.62) < 3 * interval, (size, interval)"
// CHECK: 100.00 114 MiB main
// FOCUS: {{^ *}}{{[56]}}{{.*}} main
// FOCUS: {{^ *}}{{[34]}}{{.*}} left out
#include <stdlib.h>

static void *volatile sink;

__attribute__((noinline)) static void *wrap(size_t size)
{
	return malloc(size);
}

__attribute__((noinline)) static void same(void)
{
	sink = wrap(16);
	free(sink);
}

__attribute__((noinline)) static void mixed(int i)
{
	sink = wrap(i % 1000 ? 16 : 8000);
	free(sink);
}

int main(void)
{
	for (int i = 0; i < 3000000; i++) {
		same();
		mixed(i);
	}
	return 0;
}
