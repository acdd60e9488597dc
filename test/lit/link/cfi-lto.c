/* With -fsanitize=cfi-icall a function is one row: its record is of its code, not of the jump to it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: lld
// RUN: for pie in -pie -no-pie; do \
// RUN:   %gclang -O1 -flto -fsanitize=cfi-icall -fvisibility=hidden -fuse-ld=lld %s $pie -o a.out && \
// RUN:   rm -f a.*.gprof && ./a.out && %expect a.out %s || exit 1; \
// RUN:   %gprof annotate leaf a.out > leaf.txt && FileCheck %s < leaf.txt || exit 1; \
// RUN: done
// CHECK: leaf
// CHECK-NOT: leaf.cfi

static volatile int sink;

/* ARC: main -> leaf 9 */
__attribute__((noinline)) static int leaf(int n)
{
	sink++;
	return n;
}

static int (*volatile function)(int) = leaf;

int main(void)
{
	for (int i = 0; i < 7; i++)
		function(i);
	leaf(1);
	leaf(2);
	return 0;
}
