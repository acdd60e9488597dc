/* A thread that begins to count in a callback of dl_iterate_phdr and one that calls dlclose do not wait for each other. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A deadlock has all signals blocked: only a kill ends it. */
// RUN: %gclang -O2 -pthread %s -o a.out && timeout -s KILL 300 ./a.out
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#define ROUNDS 10
#define PLAIN __attribute__((no_profile_instrument_function))

static volatile int sink;
static sem_t looking;

__attribute__((noinline)) void first_of_thread(void)
{
	sink++;
}

/* libc has its list of objects locked meanwhile. */
PLAIN static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	(void)data;
	sem_post(&looking);
	usleep(100000); /* the other thread closes; if it is later, that is as good */
	first_of_thread();
	return 1;
}

PLAIN static void *iterate(void *argument)
{
	dl_iterate_phdr(look, NULL);
	return argument;
}

/* SPONTANEOUS: first_of_thread 10 */
/* ARC: main -> dlclose 10 */
int main(void)
{
	sem_init(&looking, 0, 0);
	for (int i = 0; i < ROUNDS; i++) {
		void *library = dlopen("libm.so.6", RTLD_NOW);
		pthread_t thread;

		if (!library || pthread_create(&thread, NULL, iterate, NULL))
			return 1;
		sem_wait(&looking);
		if (dlclose(library) || pthread_join(thread, NULL))
			return 1;
	}
	return 0;
}
