/* A line has the count of its most frequent instruction; where llvm-cov or gcov say another one, a definition of theirs is the reason.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * REQUIRES: x86_64, llvm-cov, gcov
 * RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
 * RUN: %gprof export --format=lcov a.out | FileCheck --check-prefix=OURS %s
 * RUN: %clang -w -O0 -fprofile-instr-generate -fcoverage-mapping %s -o cov
 * RUN: env LLVM_PROFILE_FILE=cov.raw ./cov && llvm-profdata merge -o cov.data cov.raw
 * RUN: llvm-cov export -format=lcov -instr-profile=cov.data cov | FileCheck --check-prefix=COV %s
 * RUN: gcc --coverage -O0 %s -o gcov.out && ./gcov.out
 * RUN: gcov -t *.gcda | FileCheck --check-prefix=GCOV %s
 * RUN: rm *.gcda *.gcno && %clang -w --coverage -O0 %s -o llvm.out && ./llvm.out
 * RUN: llvm-cov gcov -t *.gcda | FileCheck --check-prefix=LLVM %s
 */
#include <setjmp.h>

static volatile int sink;
static jmp_buf top;

/* The head of an endless loop has no code but the jump back, and is executed as often as rounds begin.
   OURS: DA:[[#@LINE+6]],8
   COV: DA:[[#@LINE+5]],8
   GCOV: -: [[#@LINE+4]]:
   */
static void head(void)
{
	while (1) {
		if (sink >= 0)
			return;
	}
}

/* The code of a macro is the line's that uses it; llvm-cov's expansion has lines of its own.
   OURS: DA:[[#@LINE+7]],48
   COV: DA:[[#@LINE+6]],8
   GCOV: {{^ *}}48: [[#@LINE+5]]:
   */
#define SPIN(n) for (int s_ = 0; s_ < (n); s_++) sink++
static void macro(void)
{
	SPIN(5);
}

/* A line of two regions: the empty statement is executed, if one could get there.
   OURS: DA:[[#@LINE+7]],0
   COV: DA:[[#@LINE+6]],8
   GCOV: {{^ *}}#####: [[#@LINE+5]]:
   */
static int piece(int n)
{
	if (n < 0)
		{ return 1; };
	return 0;
}

static int add(int a, int b)
{
	return a + b;
}

/* gcov adds up how often the line is come to: with LLVM's, the call follows its arguments.
   OURS: DA:[[#@LINE+6]],8
   COV: DA:[[#@LINE+5]],8
   LLVM: {{^ *}}16: [[#@LINE+4]]:
   */
static int sum(int n)
{
	return add(n,
		   n > 2 ? sink : -n);
}

static void leave(void)
{
	longjmp(top, 1);
}

/* llvm-cov takes it that calls return.
   OURS: DA:[[#@LINE+7]],0
   COV: DA:[[#@LINE+6]],8
   GCOV: {{^ *}}#####: [[#@LINE+5]]:
   */
static void left(void)
{
	leave();
	sink++;
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		head();
		macro();
		piece(i);
		sum(i);
		/* setjmp() returns twice, into the middle of the line.
		   OURS: DA:[[#@LINE+4]],16
		   COV: DA:[[#@LINE+3]],8
		   GCOV: {{^ *}}8: [[#@LINE+2]]:
		   */
		if (!setjmp(top))
			left();
	}
	return 0;
}
