/* Libraries that come and go at one place, again and again, keep their own blocks, also those that are freed when their library has gone. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DINNER=first %s -o first.so
// RUN: %gclang -O2 -fPIC -shared -DINNER=later %s -o later.so
// RUN: %gclang -O2 -pthread %s -ldl -o a.out
// RUN: %heap ./a.out && %gprof export --format=csv --measure=allocs a.out | FileCheck %s
// RUN: rm *.gprof && %allstacks ./a.out && %gprof export --format=csv --measure=allocs a.out | FileCheck %s
// RUN: %gprof export --format=folded --measure=allocs a.out | FileCheck --check-prefix=STACKS %s
// CHECK-DAG: "first","first","first.so",{{[0-9]+}},220000,2200,{{[0-9]+}},20000,200,
// CHECK-DAG: "later","later","later.so",{{[0-9]+}},14000,140,{{[0-9]+}},2000,20,
// STACKS-DAG: main;use;run (first.so);first 2200{{$}}
// STACKS-DAG: main;use;run (later.so);later 140{{$}}
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef INNER
__attribute__((noinline)) static void *INNER(void)
{
	void *block = malloc(100);

	__asm__ volatile("" : "+r"(block));
	return block;
}

void run(void **blocks, int n)
{
	for (int i = 0; i < n; i++)
		blocks[i] = INNER();
	__asm__ volatile("" : : "r"(blocks) : "memory");
}
#else
static void *blocks[110];

__attribute__((noinline)) static void use(const char *library, int n)
{
	void *handle = dlopen(library, RTLD_NOW);
	void (*run)(void **, int) = handle ? (void (*)(void **, int))dlsym(handle, "run") : NULL;

	if (!run)
		exit(1);
	run(blocks, n);
	dlclose(handle);
}

/* A thread that did not allocate them has no entry for them yet. */
static void *release(void *n)
{
	for (long i = 0; i < (long)n; i++)
		free(blocks[i]);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 20; i++) {
		use("./first.so", 110);
		if (pthread_create(&thread, NULL, release, (void *)100))
			return 1;
		pthread_join(thread, NULL);
		use("./later.so", 7);
		release((void *)6);
	}
	return 0;
}
#endif
