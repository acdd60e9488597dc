/* A process that is killed leaves what its threads waited for; so does a forked child, in its own file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS=clock=wall GPROF_FILE=%%p.gprof ./a.out > names
// RUN: %readprofile --waits $(head -n 1 names).gprof | FileCheck %s --check-prefix=PARENT --implicit-check-not=file
// PARENT: wait lock {{[0-9]+}} {{[^-]}}
// RUN: %readprofile --waits $(tail -n 1 names).gprof | FileCheck %s --check-prefix=CHILD --implicit-check-not=lock
// CHILD: wait file {{[0-9]+}} - pipe:

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&mutex);
	for (;;)
		pause();
}

static void *wait_for(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&mutex);
	return NULL;
}

static void block(void)
{
	pthread_t holder, waiter;

	pthread_create(&holder, NULL, hold, NULL);
	usleep(50000);
	pthread_create(&waiter, NULL, wait_for, NULL);
	usleep(400000);
	kill(getpid(), SIGKILL);
}

__attribute__((noinline)) static void child(void)
{
	int ends[2];
	char c;

	if (pipe(ends))
		_exit(1);
	alarm(1);
	if (read(ends[0], &c, 1))
		_exit(1);
}

int main(void)
{
	pid_t pid = fork();

	if (!pid) {
		printf("%d\n", (int)getpid());
		fflush(stdout);
		block();
	}
	waitpid(pid, NULL, 0);
	pid = fork();
	if (!pid)
		child();
	waitpid(pid, NULL, 0);
	printf("%d\n", (int)pid);
	return 0;
}
