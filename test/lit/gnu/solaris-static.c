// --solaris -l: static functions and their time are left out of the graph; -a has them count for the one before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist before before+8 2 100 0=5
// hist hidden hidden+8 2 100 0=20
// arc main before 3
// arc main hidden 4
// RUN: %gprof gprof --solaris -b -l program gmon | FileCheck %s
// CHECK: 0.05 0.00 3/3 main [2]
// CHECK-NEXT: {{^}}[1] 100.0 0.05 0.00 3 before [1]
// CHECK: 0.00 0.00 4/4 hidden (3)
// RUN: %gprof gprof --solaris -b -a program gmon | FileCheck --check-prefix=ALL %s
// ALL-NOT: hidden
// ALL: {{^}}[1] 100.0 0.20 0.05 0+4 main [1]
// ALL-NOT: hidden
__attribute__((noinline)) void before(void)
{
}

static void hidden(void)
{
}

int main(void)
{
	before();
	hidden();
	return 0;
}
