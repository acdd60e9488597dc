/* A child forked in a constructor or a signal handler has a file of its own, and no other counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out
// RUN: test $(ls | grep -c gprof) = 4
// RUN: %expect --set all a.out %s

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void parent_only(void)
{
	sink++;
}

__attribute__((noinline)) void child_only(void)
{
	sink--;
}

/* ARC[all]: make_child -> child_only 3*100 */
/* ARC[all]: make_child -> parent_only 3*50 */
__attribute__((noinline)) void make_child(void)
{
	pid_t child;
	int status;

	for (int i = 0; i < 50; i++)
		parent_only();
	child = fork();
	if (!child) {
		for (int i = 0; i < 100; i++)
			child_only();
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child || status)
		abort();
}

/* ARC[all]: construct -> make_child 1 */
__attribute__((constructor(101))) static void construct(void)
{
	make_child();
}

/* ARC[all]: handle -> make_child 1 */
static void handle(int sig)
{
	(void)sig;
	make_child();
}

/* ARC[all]: main -> make_child 1 */
int main(void)
{
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	make_child();
	return 0;
}
