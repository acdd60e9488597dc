/* A forked child has the stacks of the blocks that it allocates itself, also where it was forked below other calls. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && %allstacks ./a.out
// RUN: %gprof export --format=folded --measure=allocs a.out | FileCheck %s
// CHECK: {{^}}main;forks;child;leaf 300{{$}}
// CHECK-NEXT: {{^}}main;parent;leaf 400{{$}}
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile sink;

__attribute__((noinline)) static void leaf(void)
{
	sink = malloc(10);
	free(sink);
}

__attribute__((noinline)) static void child(void)
{
	for (int i = 0; i < 300; i++)
		leaf();
}

__attribute__((noinline)) static void parent(void)
{
	for (int i = 0; i < 200; i++)
		leaf();
}

__attribute__((noinline)) static void forks(void)
{
	if (fork() == 0) {
		child();
		_exit(0);
	}
}

int main(void)
{
	parent();
	forks();
	wait(NULL);
	parent();
	return 0;
}
