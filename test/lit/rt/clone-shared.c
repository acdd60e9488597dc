/* A thread of clone that shares its parent's thread-local area makes counts inexact, and the profile says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out shared && %readprofile a.out.*.gprof | FileCheck --check-prefix=SHARED %s
// RUN: %gprof report --classic a.out > report && grep -q 'threads shared a block: counts may lack calls' report
// RUN: rm *.gprof; ./a.out waited && %readprofile a.out.*.gprof | FileCheck --check-prefix=EXACT %s
// RUN: %expect a.out %s
// SHARED: flags 1
// SHARED: lost 0 0 1
// EXACT: flags 0
// EXACT: lost 0 0 0

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static volatile int sink;
static char stack[1 << 16] __attribute__((aligned(16)));

/* ARC: born -> leaf 100 */
__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static int born(void *argument)
{
	(void)argument;
	for (int i = 0; i < 100; i++)
		leaf();
	return 0;
}

/* With CLONE_VFORK its parent does not run beside it. */
int main(int argc, char **argv)
{
	int waited = argc > 1 && !strcmp(argv[1], "waited");
	int child = clone(born, stack + sizeof(stack),
			  CLONE_VM | SIGCHLD | (waited ? CLONE_VFORK : 0), NULL);
	int status;

	return child < 0 || waitpid(child, &status, 0) != child || status;
}
