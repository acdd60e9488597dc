/* Threads that are older than a shared object count exactly in it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared %S/Inputs/library.c -o library.so
// RUN: %gclang -O2 -pthread %s -ldl -o a.out && ./a.out
// RUN: %expect -D K=4000 a.out %S/Inputs/library.c

#include <dlfcn.h>
#include <pthread.h>

static pthread_barrier_t loaded;
static void (*volatile work)(void);

static void *thread(void *arg)
{
	pthread_barrier_wait(&loaded);
	for (int i = 0; i < 1000; i++)
		work();
	return arg;
}

int main(void)
{
	pthread_t threads[4];
	void *library;

	pthread_barrier_init(&loaded, 0, 5);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, thread, 0);
	library = dlopen("./library.so", RTLD_NOW);
	work = (void (*)(void))dlsym(library, "library_work");
	pthread_barrier_wait(&loaded);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	return 0;
}
