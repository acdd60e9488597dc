/* A child forked while other threads count has none of their counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: test $(ls | grep -c gprof) = 101
// RUN: %expect a.out %s

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink, stop;

__attribute__((noinline)) void other(void)
{
	sink++;
}

__attribute__((noinline)) void in_child(void)
{
	sink--;
}

static void *run(void *argument)
{
	while (!stop)
		other();
	return argument;
}

/* ARC: main -> in_child 10000 */
int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL))
		return 1;
	for (int i = 0; i < 100; i++) {
		pid_t child = fork();

		if (!child) {
			for (int k = 0; k < 100; k++)
				in_child();
			kill(getpid(), SIGKILL);
		}
		if (waitpid(child, NULL, 0) != child)
			return 1;
	}
	stop = 1;
	return pthread_join(thread, NULL);
}
