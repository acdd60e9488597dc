/* The tool finds the build-id of a program that mold linked, in which one segment holds notes aligned to 4 and to 8. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: mold
// RUN: for mode in -pie -no-pie -static; do \
// RUN:   %gclang -O2 %s -fuse-ld=mold $mode -o a.out && rm -f a.*.gprof && ./a.out && \
// RUN:   %expect a.out %s || exit 1; \
// RUN: done

static volatile int sink;

/* ARC: main -> leaf 7 */
__attribute__((noinline)) static void leaf(void)
{
	sink++;
}

int main(void)
{
	for (int i = 0; i < 7; i++)
		leaf();
	return 0;
}
