// So do its lines and annotated source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not of DWARF 4: libdw 0.188 cannot do without one of its allocations (gnu/where.c).
// RUN: %clang -gdwarf-5 %s -o program
// RUN: %mkgmon gmon.out --program program < %s
// hist main main+32 8 100 1=5
// arc main leaf 10
// RUN: %python %source/test/tools/starve.py %build/test/unit/gprof-llvm-starved gprof -b -l -A program gmon.out
static void leaf(void)
{
}

int main(void)
{
	leaf();
	return 0;
}
