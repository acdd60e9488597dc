// -R: a file whose lines are not together in the map is one file; --gnu-exact has it once for each first line, as GNU gprof does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main middle 10
// arc middle leaf 100
// RUN: printf 'one.o:0 T main\ntwo.o:0 T leaf\none.o:10 T middle\n' > map
// RUN: %gprof gprof -R map program gmon > out
// RUN: printf 'one.o\ntwo.o\n' | diff - out
// RUN: %gprof gprof --gnu-exact -R map program gmon > exact
// RUN: printf 'one.o\none.o\ntwo.o\n' | diff - exact
void leaf(void)
{
}

void middle(void)
{
	leaf();
}

int main(void)
{
	middle();
	return 0;
}
