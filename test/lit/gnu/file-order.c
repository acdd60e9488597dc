// -R prints an order of object files, those without functions last.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main middle 10
// arc middle leaf 100
// arc main other 5
// RUN: printf 'one.o:0 T main\none.o:10 T middle\ntwo.o:0 T leaf\nthree.o:0 T other\nNo symbols in five.o\nfour.o:0 T gone\n' > map
// RUN: %gprof gprof -R map program gmon > out
// RUN: printf 'one.o\ntwo.o\nthree.o\nfour.o\n' | diff - out
// RUN: printf 'one.o T main\n' > bad
// RUN: not %gprof gprof -R bad program gmon 2>&1 | FileCheck %s
// CHECK: {{^}}gprof: unable to parse mapping file bad.{{$}}
void leaf(void)
{
}

void middle(void)
{
	leaf();
}

void other(void)
{
}

int main(void)
{
	middle();
	other();
	return 0;
}
