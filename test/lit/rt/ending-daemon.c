/* A daemon has every count in its file: two forks, all descriptors closed, another directory. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: mkfifo ready && (./a.out < /dev/null &) && cat ready
// RUN: %expect --set all --set threads a.out %s && test $(ls | grep -c gprof) = 3
// RUN: rm a.out.*.gprof

/* The same in a root directory of its own, where that may be had. */
// RUN: mkdir jail && (./a.out jail &) && cat ready
// RUN: %expect --set all --set jail a.out %s && test $(ls | grep -c gprof) = 3

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile int sink;

/* ARC[all]: main -> before 10 */
__attribute__((noinline)) void before(void)
{
	sink++;
}

__attribute__((noinline)) void after(void)
{
	sink--;
}

/* ARC[threads]: serve -> after 2*1000 */
/* ARC[jail]: serve -> after 1000 */
__attribute__((noinline)) static void *serve(void *argument)
{
	for (int i = 0; i < 1000; i++)
		after();
	return argument;
}

__attribute__((noinline)) static void fork_off(void)
{
	pid_t child = fork();

	if (child)
		_exit(child < 0);
}

/* ARC[all]: main -> fork_off 2 */
int main(int argc, char **argv)
{
	pthread_t thread;
	int ready = open("ready", O_WRONLY | O_CLOEXEC);
	int far;

	for (int i = 0; i < 10; i++)
		before();
	fork_off();
	if (setsid() < 0)
		return 1;
	fork_off();
	far = fcntl(ready, F_DUPFD_CLOEXEC, 2000);
	for (int fd = 0; fd < 2000; fd++)
		close(fd);
	if (argc > 1 && chroot(argv[1]) && geteuid() == 0)
		return 1;
	if (chdir("/"))
		return 1;
	umask(0);
	if (argc == 1 && pthread_create(&thread, NULL, serve, NULL))
		return 1;
	serve(NULL);
	if (argc == 1)
		pthread_join(thread, NULL);
	/* The end that the reader of the fifo waits for, after the last count. */
	close(far);
	kill(getpid(), SIGKILL);
	return 1;
}
