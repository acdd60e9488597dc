/* A build-id of any length tells a program's profile: 1, 2, 20 and 64 bytes (GNU ld takes any). */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for id in 12 1234 abababababababababababababababababababab; do \
// RUN:   %gclang -O2 %s -Wl,--build-id=0x$id -o a.out && rm -f a.*.gprof && ./a.out && \
// RUN:   %expect a.out %s || exit 1; \
// RUN: done
// RUN: id=abababababababababababababababab && %gclang -O2 %s -Wl,--build-id=0x$id$id$id$id -o a.out
// RUN: rm -f a.*.gprof && ./a.out && %expect a.out %s
//
// Another build's profile is still refused, also where only the first byte differs.
// RUN: %gclang -O2 %s -Wl,--build-id=0x13 -o b.out && env GPROF_FILE=b.gprof ./b.out
// RUN: %gclang -O2 %s -Wl,--build-id=0x12 -o b.out
// RUN: not %gprof report b.out b.gprof 2>&1 | FileCheck %s
// CHECK: another build

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
