/* Children of _Fork, clone and a raw system call, which run no handlers, have files of their own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out > children
// RUN: test $(ls | grep -c gprof) = 31
// RUN: %expect --set parent a.out %s a.out.$(sed -n 1p children).gprof
// RUN: %expect --set child a.out %s a.out.$(sed -n 2p children).gprof
// RUN: %expect --set all a.out %s
// RUN: rm *.gprof && %gclang -O2 -fPIC -pthread %s -o a.out && ./a.out > children
// RUN: %expect --set parent a.out %s a.out.$(sed -n 1p children).gprof
// RUN: %expect --set all a.out %s

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
#define ROUNDS 10

pid_t _Fork(void);

static volatile int sink, stop;
static char stack[1 << 16] __attribute__((aligned(16)));

NOINLINE void leaf(void)
{
	sink++;
}

NOINLINE void other(void)
{
	sink--;
}

/* ARC[parent]: main -> work 1 */
/* ARC[parent]: work -> leaf 1000 */
/* ARC[child]: work -> leaf 1000 */
/* ARC[all]: work -> leaf 31*1000 */
NOINLINE void work(void)
{
	for (int i = 0; i < 1000; i++)
		leaf();
}

NOINLINE static int born(void *argument)
{
	(void)argument;
	work();
	kill(getpid(), SIGKILL);
	return 0;
}

static pid_t make(int how)
{
	pid_t child;

	if (how == 0)
		child = _Fork();
	else if (how == 1)
		child = (pid_t)syscall(SYS_fork);
	else
		return clone(born, stack + sizeof(stack), SIGCHLD, NULL);
	if (!child)
		born(NULL);
	return child;
}

/* NOARC[child]: run -> other */
static void *run(void *argument)
{
	while (!stop)
		other();
	return argument;
}

int main(void)
{
	pthread_t thread;
	pid_t child = 0;

	work();
	if (pthread_create(&thread, NULL, run, NULL))
		return 1;
	printf("%d\n", (int)getpid());
	for (int i = 0; i < 3 * ROUNDS; i++) {
		child = make(i % 3);
		if (child < 0 || waitpid(child, NULL, 0) != child)
			return 1;
	}
	printf("%d\n", (int)child);
	stop = 1;
	return pthread_join(thread, NULL);
}
