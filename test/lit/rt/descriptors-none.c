/* The profile takes no descriptor: neither a program that lists its own nor one that it executes sees any of ours. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: linux-5.14-or-newer
// RUN: %gclang -O2 -pthread %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out > listed
// RUN: test "$(wc -l < listed)" = 2 && sort -u listed | wc -l | grep -qx 1
// RUN: %expect a.out %s

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC: run -> leaf 4000 */
static void *run(void *argument)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	return argument;
}

/* Its own descriptor is the lowest one that is free. */
static int list(void)
{
	DIR *folder = opendir("/proc/self/fd");
	struct dirent *entry;
	int n = 0;

	while ((entry = readdir(folder)))
		n += entry->d_name[0] != '.' && atoi(entry->d_name) > 2;
	closedir(folder);
	return n == 1;
}

int main(void)
{
	pthread_t thread[4];

	for (int fd = 3; fd < 5000; fd++)
		close(fd);
	if (!list())
		return 1;
	for (int i = 0; i < 4; i++)
		if (pthread_create(&thread[i], NULL, run, NULL))
			return 2;
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	if (!list())
		return 3;
	for (int i = 0; i < 2; i++)
		if (system("ls /proc/self/fd | xargs"))
			return 4;
	return 0;
}
