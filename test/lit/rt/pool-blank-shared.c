/* A process does not leave its file while a child of clone may count in its memory: the next process would have these counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && export GPROF_FILE=%%e.%%1m.gprof
// RUN: ./a.out && ./a.out shared && test ! -e .a.out.1.gprof.blank && test "$(echo *gprof*)" = a.out.1.gprof
// RUN: ./a.out && test -e .a.out.1.gprof.blank
/* One that its parent waits for is gone. */
// RUN: rm .a.out.1.gprof.blank && ./a.out waited && test -e .a.out.1.gprof.blank

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static volatile int sink;
static char stack[1 << 16] __attribute__((aligned(16)));

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static int born(void *unused)
{
	(void)unused;
	leaf();
	return 0;
}

int main(int argc, char **argv)
{
	int flags = CLONE_VM | SIGCHLD, child;

	if (argc < 2)
		return 0;
	if (!strcmp(argv[1], "waited"))
		flags |= CLONE_VFORK;
	child = clone(born, stack + sizeof(stack), flags, NULL);
	return child < 0 || waitpid(child, NULL, 0) != child;
}
