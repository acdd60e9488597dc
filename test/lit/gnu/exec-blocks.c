// All basic blocks of a line are counted; GNU gprof counts the first ten.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 -g %s -o program
// RUN: %mkgmon gmon --program program < %s
// blocks work=5 work+1=5 work+2=5 work+3=5 work+4=5 work+5=5 work+6=5 work+7=5
// blocks work+8=5 work+9=5 work+10=5 work+11=5 work+2=2
// RUN: %gprof gprof -l -C program gmon > right
// RUN: FileCheck %s --check-prefix=RIGHT < right
// RUN: FileCheck %s --check-prefix=SUM < right
// RIGHT-COUNT-11: exec-blocks.c:[[#@LINE+6]]: (work:0x{{[0-9a-f]+}}) 5 executions
// SUM: exec-blocks.c:[[#@LINE+5]]: (work:0x{{[0-9a-f]+}}) 7 executions
// RUN: %gprof gprof -l -C --gnu-exact program gmon > exact
// RUN: FileCheck %s --check-prefix=GNU < exact
// GNU-COUNT-9: exec-blocks.c:[[#@LINE+2]]: (work:0x{{[0-9a-f]+}}) 5 executions
// GNU-NOT: executions
int work(volatile int *n) { *n = *n * 3 + 1; *n = *n * 5; return *n; }

int main(void)
{
	int n = 0;

	return work(&n);
}
