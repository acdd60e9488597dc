/* A forked child counts into a file of its own, from zero. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Without samples: with one in main, a report shows each call of main, those with 0 too. */
// RUN: %gclang -O2 %s -o a.out && GPROF_OPTIONS=rate=0 ./a.out > pid
// RUN: test $(ls | grep -c gprof) = 2
// RUN: %expect --set child a.out %s a.out.$(cat pid).gprof
// RUN: %expect --set all a.out %s

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void before(void)
{
	sink++;
}

__attribute__((noinline)) void after(void)
{
	sink--;
}

/* NOARC[child]: main -> before */
/* ARC[child]: main -> after 7 */
/* ARC[all]: main -> before 100 */
/* ARC[all]: main -> after 7 */
int main(void)
{
	pid_t child;

	for (int i = 0; i < 100; i++)
		before();
	child = fork();
	if (!child) {
		for (int i = 0; i < 7; i++)
			after();
		_exit(0);
	}
	printf("%d\n", (int)child);
	return waitpid(child, NULL, 0) != child;
}
