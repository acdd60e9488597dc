/* --by=line: the file with most time is divided, other files and code without lines are rows; zooming gives single lines with their text. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: mkdir src && cp %s src/line.c && %gclang -g -O1 src/line.c -o a.out && ./a.out
// RUN: %gprof histogram --no-head --by=line a.out > all && %python %S/Inputs/sum.py all --total
// RUN: %gprof histogram --no-head --by=line --range=line.c:1-100 --intervals=2 a.out > halves
// RUN: %gprof histogram --no-head --by=line --range=src/line.c:1-50 --width=1 a.out > lines
// RUN: test "$(%python %S/Inputs/sum.py halves 1-50 | cut -d" " -f1)" = "$(%python %S/Inputs/sum.py lines | cut -d" " -f1)"
// RUN: FileCheck %s < all && FileCheck --check-prefix=LINES %s < lines
// RUN: for r in none.c line.c:0 line.c:5-4 line.c:5-x; do not %gprof histogram --by=line --range=$r a.out 2>&1 || exit 1; done | FileCheck --check-prefix=ERRORS %s
// CHECK: Time by line of {{.*}}src/line.c:
// CHECK: {{^}}total
// LINES: {{[1-9][0-9]* .* \*+ +}}sum += i ^ sum >> 3; /* hot */
// LINES: zoom out: {{.*}} --range=line.c
// ERRORS: --range: no line of a file 'none.c' was sampled
// ERRORS: --range: 'line.c:0' has no lines: LOW must not be more than HIGH, or 0
// ERRORS: --range: 'line.c:5-4' has no lines
// ERRORS: --range: 'line.c:5-x' does not end in LINE or LOW-HIGH
#include <time.h>

static volatile unsigned long sink;

__attribute__((noinline)) static unsigned long spin(unsigned long sum)
{
	for (unsigned long i = 0; i < 100000; i++)
		sum += i ^ sum >> 3; /* hot */
	return sum;
}

int main(void)
{
	for (clock_t end = clock() + CLOCKS_PER_SEC / 10; clock() < end;)
		sink = spin(sink);
	return 0;
}
