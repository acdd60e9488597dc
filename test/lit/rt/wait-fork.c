/* clock=wall: a forked child looks at its own waiting. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=clock=wall GPROF_FILE=%%p.gprof ./a.out > child
// RUN: %readprofile --stacks $(cat child).gprof | FileCheck %s
// CHECK: wait _start;{{.*}}main;waits;

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void waits(void)
{
	usleep(200000);
	sink++;
}

int main(void)
{
	pid_t child = fork();
	int status;

	if (!child) {
		waits();
		return 0;
	}
	printf("%d\n", (int)child);
	return waitpid(child, &status, 0) != child || status;
}
