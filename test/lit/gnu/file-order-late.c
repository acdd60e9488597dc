// -R: an object file is in the order whichever line of the map comes first; all its calls count, and none of another's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first lines of the map are no functions: GNU gprof then knows none of these files.
// RUN: %clang -O0 %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main first 10
// arc first shared 10
// arc main last 5000
// arc last shared 70
// RUN: printf 'main.o:0 D data\nmain.o:0 T main\none.o:0 r text\none.o:0 T first\none.o:9 t shared\ntwo.o:0 b state\ntwo.o:0 T last\n' > map
// RUN: %gprof gprof -R map program gmon > out
// RUN: printf 'main.o\ntwo.o\none.o\n' | diff - out
// RUN: %gprof gprof --gnu-exact -R map program gmon > exact
// RUN: printf 'main.o\none.o\ntwo.o\n' | diff - exact
// RUN: nm -A program > all
// RUN: %gprof gprof -R all program gmon > out
// RUN: echo program | diff - out
// With other styles a file is a function: its time and calls in one row.
// RUN: %gprof gprof -b -q -R map program gmon | FileCheck %s
// CHECK: 70/80 one.o
static void shared(void)
{
}

void first(void)
{
	shared();
}

void last(void)
{
	shared();
}

int main(void)
{
	first();
	last();
	return 0;
}
