/* With the exported profile and the option that optimize prints, clang names a __builtin_expect that the run contradicts, and no other. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gprof cc --collect --plugin=%plugin -- %clang -O2 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof optimize a.out > said && grep -x '  -Wmisexpect' said
// RUN: %clang -O2 $(sed -n 's/^  \(-g1.*\)/\1/p; s/^  \(-Wmis.*\)/\1/p' said) %s -o used 2> warned || true
// RUN: FileCheck %s < warned
// CHECK:      .c:[[#@LINE+9]]:{{[0-9]+}}: warning: {{[Pp]}}otential performance regression
// CHECK-SAME: 2.50% (100 / 4000)
// CHECK:      {{^}}1 warning generated

static volatile int sink;

__attribute__((noinline)) int step(int x)
{
	/* This one is wrong: */
	if (__builtin_expect(x < 3900, 0))
		sink *= 3;
	if (__builtin_expect(x == 7, 0))
		sink += 2;
	return x + sink;
}

int main(void)
{
	for (int i = 0; i < 4000; i++)
		step(i);
	return 0;
}
