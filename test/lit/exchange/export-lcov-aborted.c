/* Processes that end by abort(), a failed assertion, quick_exit() or terminate take no line from a run, nor their own up to there. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: cp %s aborted.c
// RUN: for o in 0 1 2; do for end in '__builtin_trap()' '_Exit(3)' 'assert(v < 4)' 'quick_exit(3)' 'abort()'; do rm -f *.gprof && env GPROF_PASS=count=blocks %gclang -g -O$o "-DEND=$end" aborted.c -o a.out && env GPROF_OPTIONS=rate=0 ./a.out 2> /dev/null && %gprof export --format=lcov -o a.info a.out 2> notes && %python %S/Inputs/commented.py aborted.c a.info || exit 1; done; done
// RUN: %gprof merge -o all.gprof a.out.*.gprof && %gprof export --format=lcov -o all.info all.gprof && %python %S/Inputs/commented.py aborted.c all.info
// RUN: %gprof annotate main a.out | FileCheck %s
// CHECK: 4{{ +}}checked(9)

#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int x;

__attribute__((noinline)) static void before(void)
{
	x = 1;                    /* 1 */
}

__attribute__((noinline)) static void after(void)
{
	x = 2;                    /* 1 */
}

__attribute__((noinline)) static void checked(int v)
{
	x++;                      /* 10 */
	if (v > 3) {
		x++;              /* 4 */
		END;              /* 4 */
	}
	x = v;                    /* 6 */
}

int main(void)
{
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none); /* 1 */
	before();                 /* 1 */
	checked(1);               /* 1 */
	checked(2);               /* 1 */
	for (int i = 0; i < 4; i++) {
		if (fork() == 0) {
			checked(3); /* 4 */
			checked(9); /* 4 */
		}
		wait(NULL);       /* 4 */
	}
	after();                  /* 1 */
	return 0;                 /* 1 */
}
