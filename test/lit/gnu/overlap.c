// Symspecs that overlap add up; with GNU gprof the inner one hides the rest of the outer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -g -O0 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist first first+64 16 100 0=1
// arc main first 1
// arc main second 2
// arc main third 3
// RUN: %gprof gprof -b -poverlap.c -psecond program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT-DAG: second{{$}}
// RIGHT-DAG: first{{$}}
// RIGHT-DAG: third{{$}}
// RUN: %gprof gprof -b -poverlap.c -psecond --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU-NOT: third
// GNU-DAG: second{{$}}
// GNU-DAG: first{{$}}
// GNU-NOT: third
void first(void)
{
}

void second(void)
{
}

void third(void)
{
}

int main(void)
{
	first();
	second();
	third();
	return 0;
}
