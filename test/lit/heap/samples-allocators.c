/* With memory=samples and jemalloc or tcmalloc the estimates are near the truth, and a forked child has its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %s -o a.out
// RUN: for a in "" %allocators; do rm -f run.*; env GPROF_FILE=run.%%p GPROF_OPTIONS="rate=0 memory=samples" LD_PRELOAD="%rtdir/libgprof_heap.so:$a" ./a.out > truth && %gprof export --format=json a.out run.* -o m.json && %python %S/Inputs/near.py truth m.json || exit 1; done
// RUN: %gprof annotate --brief --measure=alloc a.out run.* | FileCheck %s
// CHECK: allocated bytes: {{[0-9.]+}} {{KiB|MiB}} in {{[0-9]+}} samples
// CHECK: parent
// CHECK: malloc>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define EACH 50000

static void *parents[EACH], *childs[EACH];

__attribute__((noinline)) static void *parent(size_t size)
{
	return malloc(size);
}

__attribute__((noinline)) static void *child(size_t size)
{
	return malloc(size);
}

/* Blocks of the parent go uncounted. */
static void run_child(void)
{
	for (int i = 0; i < EACH; i++) {
		free(parents[i]);
		childs[i] = child(200);
	}
	for (int i = 0; i < EACH / 2; i++)
		free(childs[i]);
	_exit(0);
}

int main(void)
{
	int status;
	pid_t pid;

	for (int i = 0; i < EACH; i++)
		parents[i] = parent(300);
	pid = fork();
	if (!pid)
		run_child();
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;
	printf("parent %d %d %d %d\n", EACH * 300, EACH, EACH * 300, EACH * 300);
	/* The heap of the child is the largest when it begins: then none of this was there. */
	printf("child %d %d %d\n", EACH * 200, EACH, EACH / 2 * 200);
	return 0;
}
