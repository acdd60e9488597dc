/* A child forked while another thread is in dl_iterate_phdr ends, and has its counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: test $(ls | grep -c gprof) = 6
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 5
#define PLAIN __attribute__((no_profile_instrument_function))

static volatile int sink;
static sem_t looking, forked;

__attribute__((noinline)) void in_child(void)
{
	sink++;
}

/* libc has its list of objects locked meanwhile, and for ever in the child. */
PLAIN static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	(void)data;
	sem_post(&looking);
	sem_wait(&forked);
	return 1;
}

PLAIN static void *iterate(void *argument)
{
	dl_iterate_phdr(look, NULL);
	return argument;
}

/* Whether the child ends in time: if it does not, all its signals are blocked. */
PLAIN static int ends(pid_t child)
{
	int status;

	for (int i = 0; i < 600; i++) {
		if (waitpid(child, &status, WNOHANG) == child)
			return WIFEXITED(status) && !WEXITSTATUS(status);
		usleep(100000);
	}
	kill(child, SIGKILL);
	return 0;
}

/* ARC: main -> in_child 5 */
int main(void)
{
	sem_init(&looking, 0, 0);
	sem_init(&forked, 0, 0);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_t thread;
		pid_t child;

		if (pthread_create(&thread, NULL, iterate, NULL))
			return 1;
		sem_wait(&looking);
		child = fork();
		if (!child) {
			in_child();
			exit(0);
		}
		sem_post(&forked);
		if (!ends(child) || pthread_join(thread, NULL))
			return 1;
	}
	return 0;
}
