/* A forked child counts the blocks that it allocates itself; what it frees of its parent's is nobody's loss. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && %heap ./a.out fork > pid
// RUN: %sums a.out.$(cat pid).gprof | FileCheck --check-prefix=CHILD %s
// RUN: %gprof report --brief --measure=leaked a.out | FileCheck %s
// RUN: rm *.gprof && %heap ./a.out raw > pid
// RUN: %sums a.out.$(cat pid).gprof | FileCheck --check-prefix=CHILD %s
// RUN: %gprof report --brief --measure=leaked a.out | FileCheck %s
// CHILD: blocks 20 bytes 200 frees 5 freed 50 temporary 5 young 5 left 150 peak {{150|160}} top {{150|160}} threads 1 foreign 0
// CHECK: of 2 processes
// CHECK: 9.77 KiB {{ *}}100 {{.*}} before
// CHECK: 200 B {{ *}}20 {{.*}} after
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *blocks[100];

__attribute__((noinline)) static void *before(void)
{
	return malloc(100);
}

__attribute__((noinline)) static void *after(void)
{
	return malloc(10);
}

static void child(void)
{
	for (int i = 0; i < 20; i++) {
		void *block = after();

		if (i % 4 == 0)
			free(block);
	}
	for (int i = 0; i < 50; i++)
		free(blocks[i]);
	_exit(0);
}

int main(int argc, char **argv)
{
	static char buffer[64];
	pid_t pid;

	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	for (int i = 0; i < 100; i++)
		blocks[i] = before();
	pid = argc > 1 && !strcmp(argv[1], "raw") ? (pid_t)syscall(SYS_fork) : fork();
	if (!pid)
		child();
	waitpid(pid, NULL, 0);
	printf("%d\n", (int)pid);
	return 0;
}
