// A line shows the blocks of all functions in it; GNU gprof forgets all but the first one's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 -g %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main one 4
// arc main two 6
// blocks one+1=3 two+1=8
// RUN: %gprof gprof -l -A program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}       10,3,8 -> int one
// RUN: %gprof gprof -l -A --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU: {{^}}         10,3 -> int one
int one(int n) { return n + 1; } int two(int n) { return n + 2; }

int main(void)
{
	return one(1) - two(0);
}
