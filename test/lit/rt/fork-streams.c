/* A thread that forks does not wait for ever for one that begins to count in a stream of fflush(NULL). */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A deadlock has all signals blocked: only a kill ends it. */
// RUN: %gclang -O2 -pthread %s -o a.out && timeout -s KILL 300 ./a.out
// RUN: %expect a.out %s
// RUN: %gclang -O2 -pthread -static %s -o static && timeout -s KILL 300 ./static
// RUN: %expect static %s

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 10
#define PLAIN __attribute__((no_profile_instrument_function))

static volatile int sink;
static sem_t writing;

__attribute__((noinline)) void first_of_thread(void)
{
	sink++;
}

__attribute__((noinline)) void in_child(void)
{
	sink--;
}

/* libc has the list of streams meanwhile. */
PLAIN static ssize_t write_slowly(void *cookie, const char *from, size_t size)
{
	(void)cookie;
	(void)from;
	sem_post(&writing);
	usleep(100000); /* the other thread forks; if it is later, that is as good */
	first_of_thread();
	return (ssize_t)size;
}

PLAIN static void *flush(void *stream)
{
	fputs("x", stream);
	fflush(NULL);
	return NULL;
}

/* SPONTANEOUS: first_of_thread 10 */
/* ARC: main -> in_child 10 */
int main(void)
{
	cookie_io_functions_t functions = { .write = write_slowly };
	FILE *stream = fopencookie(NULL, "w", functions);

	sem_init(&writing, 0, 0);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_t thread;
		pid_t child;

		if (pthread_create(&thread, NULL, flush, stream))
			return 1;
		sem_wait(&writing);
		child = fork();
		if (!child) {
			in_child();
			fclose(fopencookie(NULL, "w", functions)); /* the list is free */
			_exit(0);
		}
		if (waitpid(child, NULL, 0) != child || pthread_join(thread, NULL))
			return 1;
	}
	return 0;
}
