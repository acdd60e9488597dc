// A call of a function with clones is an arc to the clone that ran.
// RUN: for how in -O0 -O2 '-O2 -static'; do \
// RUN:   rm -f *.gprof; \
// RUN:   %gclang $how %s -o a.out && ./a.out && \
// RUN:   %gprof report --classic -b --graph --no-head a.out | FileCheck %s || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: {{^.[0-9]+.}} {{.*}} 1000 cloned.{{(avx2|default)}}
__attribute__((target_clones("avx2", "default"))) int cloned(int x)
{
	int s = 0;

	for (int i = 0; i < x; i++)
		s += i * x;
	return s;
}

static __attribute__((noinline)) int caller(int x)
{
	return cloned(x) + cloned(x + 1);
}

int main(void)
{
	volatile int sum = 0;

	for (int i = 0; i < 500; i++)
		sum += caller(i);
	return 0;
}
