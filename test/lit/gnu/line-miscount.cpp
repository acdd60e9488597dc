// --line works with inlined functions that the linker knows no name of; GNU gprof gives up.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asked for such a function, BFD says the name of the code around it the first time, and
// its own from then on.  GNU gprof counts lines in one pass and lists them in another.
//
// RUN: %clangxx -O1 -g %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist work work+32 8 100 0=2
// arc main work 3
// RUN: %gprof gprof -b -p -l program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}100.00 {{.*}}  work (line-miscount.cpp:[[#@LINE+15]] @ {{[0-9a-f]+}}){{$}}
// RUN: not %gprof gprof -b -p -l --gnu-exact program gmon 2>&1 | FileCheck %s --check-prefix=GNU
// GNU: somebody miscounted: ltab.len={{[0-9]+}} instead of {{[0-9]+$}}
static volatile int sink;

extern "C" {

inline __attribute__((always_inline)) void helper(int n)
{
	sink = n * 3;
	sink = n * 5;
}

__attribute__((noinline)) int work(int n)
{
	sink = n;
	helper(n);
	return sink;
}
}

int main()
{
	return work(sink);
}
