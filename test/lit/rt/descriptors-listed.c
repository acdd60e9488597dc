/* No event is among the descriptors of a program that is sampled, nor of what it executes; nor is a thread of the runtime among its threads. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out > list && GPROF_OPTIONS="tick-sampling=never rate=5000" ./a.out >> list
// RUN: not grep perf_event list
// RUN: %gprof report --classic -b a.out | FileCheck %s
// CHECK: {{ main$}}

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile int sink;
static pthread_barrier_t together;

static void compute(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 10;

	while (clock() < end)
		for (int i = 0; i < 10000; i++)
			sink++;
}

static void *thread(void *unused)
{
	compute();
	pthread_barrier_wait(&together);
	pthread_barrier_wait(&together);
	return unused;
}

/* Prints where the descriptors lead. */
static void list(void)
{
	char path[64], where[64];

	for (int fd = 0; fd < 1024; fd++) {
		long n;

		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		n = readlink(path, where, sizeof(where) - 1);
		if (n > 0)
			printf("%d %.*s\n", fd, (int)n, where);
	}
	fflush(stdout);
}

static int threads(void)
{
	DIR *d = opendir("/proc/self/task");
	int n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n - 2;
}

int main(void)
{
	pthread_t t[3];

	compute();
	list();
	if (threads() != 1 || pthread_barrier_init(&together, NULL, 4))
		return 1;
	for (int i = 0; i < 3; i++)
		if (pthread_create(&t[i], NULL, thread, NULL))
			return 2;
	pthread_barrier_wait(&together);
	list();
	if (threads() != 4)
		return 3;
	if (system("ls -l /proc/self/fd/"))
		return 4;
	pthread_barrier_wait(&together);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
