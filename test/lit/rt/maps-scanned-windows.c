/* No window has an open page that its file lacks: where a descriptor stays (under valgrind), and where the file is made late. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: valgrind
// RUN: %gclang -O1 -pthread %s -o m && GPROF_OPTIONS=rate=0 valgrind -q --tool=none ./m | FileCheck %s
// RUN: rm -r later m.*.gprof && GPROF_FILE=later/profile ./m 2> err | FileCheck %s && FileCheck --check-prefix=ERR %s < err
// RUN: ls later/profile
// CHECK: read all of 2 windows, 2 times
// ERR: no such directory: counting in memory
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define THREADS 150

static pthread_barrier_t together;
static volatile char sink;

/* Of the profile; the number of its mappings. */
static int read_all(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096], rights[5], *at, *end;
	int n = 0;

	while (fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%p-%p %4s", (void **)&at, (void **)&end, rights) != 3 ||
		    strncmp(rights, "rw-s", 4))
			continue;
		n++;
		for (; at < end; at += 4096)
			sink = *at;
	}
	fclose(maps);
	return n;
}

static void *run(void *argument)
{
	pthread_barrier_wait(&together);
	pthread_barrier_wait(&together);
	return argument;
}

int main(void)
{
	pthread_t thread[THREADS];

	pthread_barrier_init(&together, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, run, NULL))
			return 1;
	pthread_barrier_wait(&together);
	read_all();
	mkdir("later", 0700);
	execl("./none", "none", NULL);
	if (read_all() < 2)
		return 2;
	pthread_barrier_wait(&together);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	puts("read all of 2 windows, 2 times");
	return 0;
}
