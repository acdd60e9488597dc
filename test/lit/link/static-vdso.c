/* A static program's profile has the kernel's object: time in clock_gettime() is of [vdso]. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for mode in -static -static-pie; do \
// RUN:   %gclang -O2 $mode %s -o a.out && rm -f a.*.gprof && ./a.out && %expect a.out %s || exit 1; \
// RUN:   strings -a a.out.*.gprof > words.txt && FileCheck %s < words.txt || exit 1; \
// RUN:   rm -f a.out.*.gprof; \
// RUN: done
// CHECK: a.out
// CHECK: {{^}}[vdso]{{$}}

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
