/* A child forked while another thread is in dl_iterate_phdr ends, and has its counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A deadlock has all signals blocked: only a kill ends it. */
// RUN: %gclang -O2 -pthread %s -o a.out && timeout -s KILL 300 ./a.out
// RUN: test $(ls | grep -c gprof) = 6
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
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

/* ARC: main -> in_child 5 */
int main(void)
{
	sem_init(&looking, 0, 0);
	sem_init(&forked, 0, 0);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_t thread;
		pid_t child;
		int status;

		if (pthread_create(&thread, NULL, iterate, NULL))
			return 1;
		sem_wait(&looking);
		child = fork();
		if (!child) {
			in_child();
			exit(0);
		}
		sem_post(&forked);
		if (waitpid(child, &status, 0) != child || status || pthread_join(thread, NULL))
			return 1;
	}
	return 0;
}
