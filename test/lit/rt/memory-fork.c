/* A child that cannot have a file at once writes it at its end; its parent's has none of it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out 2>&1 | FileCheck %s
// RUN: test $(ls | grep -c gprof) = 2
// RUN: %expect --set all a.out %s
// RUN: GPROF_FILE=none/x%%p ./a.out 2> err && test $(ls | grep -c gprof) = 2
// CHECK: cannot create '{{.*}}': file size limit exceeded: counting in memory

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

/* ARC[all]: main -> leaf 1000+7 */
__attribute__((noinline)) void leaf(void)
{
	sink++;
}

int main(void)
{
	struct rlimit old, none;
	pid_t child;
	int status;

	for (int i = 0; i < 7; i++)
		leaf();
	if (getrlimit(RLIMIT_FSIZE, &old))
		return 1;
	none = old;
	none.rlim_cur = 0;
	if (setrlimit(RLIMIT_FSIZE, &none))
		return 1;
	child = fork();
	if (!child) {
		for (int i = 0; i < 1000; i++)
			leaf();
		exit(setrlimit(RLIMIT_FSIZE, &old));
	}
	return waitpid(child, &status, 0) != child || status;
}
