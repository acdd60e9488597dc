// A program whose stack grows while it is sampled runs under valgrind as it does alone: a
// signal comes where the stack is not there yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: valgrind
// RUN: %gclang -O0 %s -o deep && export GPROF_OPTIONS=rate=10000
// RUN: valgrind -q --tool=none ./deep && %expect deep %s && rm deep.*.gprof
// RUN: valgrind -q --tool=callgrind ./deep && %expect deep %s && rm deep.*.gprof
// RUN: %gclang -O0 -static %s -o deep
// RUN: valgrind -q --tool=none ./deep && %expect deep %s
#include <string.h>

/* CALLS: deep 201 */
/* ARC: main -> deep 1 */
static unsigned __attribute__((noinline)) deep(int n, unsigned s)
{
	char room[20000]; /* untouched while it computes */

	for (int i = 0; i < 20000; i++)
		s = s * 31 + (unsigned)i;
	memset(room, (int)s, sizeof(room));
	if (n)
		s += deep(n - 1, s);
	return s + (unsigned)room[5];
}

int main(void)
{
	return deep(200, 1) == 0;
}
