// Sources that moved are found in the folders of -I and GPROF_PATH; -y writes each to a file of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: mkdir build moved && cp %s build/moves.c
// RUN: cd build && %clang -O0 -g moves.c -o ../program && mv moves.c ../moved && cd ..
// RUN: %mkgmon gmon --program program < %s
// arc main work 3
// RUN: %gprof gprof -A program gmon 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: could not locate `{{.*}}/build/moves.c'
// RUN: %gprof gprof -A -t 1 -I none:moved program gmon | FileCheck %s
// RUN: env GPROF_PATH=moved %gprof gprof -A -t 1 program gmon | FileCheck %s
// CHECK: *** File {{.*}}/build/moves.c:
// CHECK: {{^}}           3 -> int work(int n)
// CHECK: Top 1 Lines:
// CHECK: {{^}}       [[#@LINE+7]]          3
// CHECK:         1   Lines executed
// RUN: %gprof gprof -A -y -I moved program gmon | count 0
// RUN: FileCheck %s --check-prefix=APART < moves.c-ann
// APART: {{^}}           3 -> int work(int n)
// The number of the line of work() is above.

int work(int n) { return n + 1; }

int main(void)
{
	return work(-1);
}
