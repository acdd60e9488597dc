// --bsd -u: the time of a name with a dot is that of the function before it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist visible visible+8 2 100 0=5
// hist inner.part inner.part+8 2 100 0=20
// RUN: %gprof gprof --bsd -b -l program gmon | FileCheck --check-prefix=ALL %s
// RUN: %gprof gprof --bsd -b -l -u program gmon | FileCheck %s
// ALL: 0.20 {{.*}}inner.part
// ALL: 0.05 {{.*}}visible
// CHECK-NOT: unknown
// CHECK: 0.25 {{.*}}visible
void visible(void)
{
}

void inner(void) __asm__("inner.part");

void inner(void)
{
}

int main(void)
{
	visible();
	inner();
	return 0;
}
