/* A program that is sampled may change what it is allowed and seen as: no thread of the runtime stands in the way or keeps a right. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -pthread %s -o plain.out && %gclang -O2 -pthread %s -o a.out
// RUN: ./plain.out > plain && ./a.out > a && diff plain a
// RUN: GPROF_OPTIONS="tick-sampling=never rate=5000" ./a.out > b && diff plain b

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int sink;

static void compute(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 20;

	while (clock() < end)
		for (int i = 0; i < 10000; i++)
			sink++;
}

static void *thread(void *unused)
{
	compute();
	return unused;
}

/* Samples have begun, and a helper has been there; only this thread is left. */
static void begin(void)
{
	pthread_t t;

	compute();
	if (!pthread_create(&t, NULL, thread, NULL))
		pthread_join(t, NULL);
	compute();
}

static int change(int what)
{
	switch (what) {
	case 0:
		return unshare(CLONE_NEWUSER);
	case 1:
		return unshare(CLONE_NEWNS | CLONE_FS | CLONE_FILES);
	case 2:
		return setuid(65534);
	case 3:
		return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	}
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* What /proc says of rights, of each thread. */
static void show(const char *line)
{
	static const char *const keys[] = { "Uid:", "CapEff:", "NoNewPrivs:", "Threads:" };

	for (unsigned i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!strncmp(line, keys[i], strlen(keys[i])))
			fputs(line, stdout);
}

static void print(int what)
{
	char line[256];
	FILE *f;
	int result = change(what);

	printf("%d: %d %d\n", what, result, result ? errno : 0);
	compute();
	f = fopen("/proc/self/status", "r");
	while (f && fgets(line, sizeof(line), f))
		show(line);
	fflush(stdout);
}

int main(void)
{
	for (int what = 0; what < 5; what++) {
		pid_t pid = fork();

		if (!pid) {
			begin();
			print(what);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}
