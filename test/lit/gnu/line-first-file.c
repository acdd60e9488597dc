// The first function of a unit is of the file that it is in; GNU gprof takes it for the unit's own file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In DWARF 5 a line table begins with file 1; BFD begins with file 0.
//
// RUN: %clang -O0 -gdwarf-5 %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main first 3
// RUN: %gprof gprof -b -C program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}{{.*}}/other.h:7: (first:0x{{[0-9a-f]+}}) 3 executions
// RUN: %gprof gprof -b -C --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU: {{^}}{{.*}}/line-first-file.c:7: (first:0x{{[0-9a-f]+}}) 3 executions
#line 7 "other.h"
int first(int n) { return n + 1; }
#line 16 "line-first-file.c"
int main(void)
{
	return first(0);
}
