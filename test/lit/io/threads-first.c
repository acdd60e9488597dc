/* Threads whose first writes come at the same time lose none, in a process and in its forked children. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && %io ./a.out
// RUN: %gprof report --io --brief a.out *.gprof > out 2> err && not grep damaged err && FileCheck %s < out
// CHECK: 19.9 KiB 20400 1 B 0 body
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILDREN 50
#define THREADS 8
#define WRITES 50

static pthread_barrier_t ready;
static int fd;

static void *body(void *unused)
{
	pthread_barrier_wait(&ready);
	for (int i = 0; i < WRITES; i++)
		if (write(fd, "x", 1) != 1)
			abort();
	return unused;
}

static void run(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&ready, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, body, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

int main(void)
{
	int status;

	fd = open("/dev/null", O_WRONLY);
	run();
	for (int i = 0; i < CHILDREN; i++) {
		if (!fork()) {
			run();
			_exit(0);
		}
		if (wait(&status) < 0 || status)
			return 1;
	}
	return 0;
}
