/* A child that cannot have a file counts nowhere, least of all in its parent's. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out 2>&1 | FileCheck %s
// RUN: test $(ls | grep -c gprof) = 1
// RUN: %expect a.out %s
// RUN: ./a.out 2> err
// CHECK: cannot create

/* The second run cannot write the line either, and is not harmed by trying. */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC: main -> leaf 10 */
int main(void)
{
	const struct rlimit none = { 0, 0 };
	pid_t child;
	int status;

	for (int i = 0; i < 10; i++)
		leaf();
	if (setrlimit(RLIMIT_FSIZE, &none))
		return 1;
	child = fork();
	if (!child) {
		for (int i = 0; i < 1000; i++)
			leaf();
		_exit(0);
	}
	return waitpid(child, &status, 0) != child || status;
}
