/* A forked child whose new thread writes before the thread that forked has the calls of both. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && %io ./a.out
// RUN: %calls *.gprof | grep -c '^write null calls 300 bytes 600 ' | grep -x 5
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t both;
static int fd;

static void put(int n, size_t bytes)
{
	for (int i = 0; i < n; i++)
		if (write(fd, "123", bytes) != (ssize_t)bytes)
			_exit(1);
}

static void *first(void *unused)
{
	put(100, 2);
	pthread_barrier_wait(&both);
	return unused;
}

static void child(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, first, NULL))
		_exit(1);
	pthread_barrier_wait(&both);
	put(200, 2);
	pthread_join(thread, NULL);
	_exit(0);
}

int main(void)
{
	int status;

	fd = open("/dev/null", O_WRONLY);
	pthread_barrier_init(&both, NULL, 2);
	put(50, 1);
	for (int i = 0; i < 5; i++) {
		if (!fork())
			child();
		if (wait(&status) < 0 || status)
			return 1;
	}
	return 0;
}
