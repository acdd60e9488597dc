/* Threads that meet new stacks at the same moment write a profile that can be read, with the blocks of each stack. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %s -o a.out
// RUN: for i in 1 2 3 4 5 6 7 8; do %allstacks ./a.out || exit 1; done
// RUN: %gprof export --format=csv --measure=allocs a.out *.gprof | FileCheck %s
// RUN: %gprof report --brief --tree --measure=allocs a.out *.gprof | FileCheck --check-prefix=TREE %s
// CHECK: "leaf","leaf","a.out",32768,327680,32768,
// TREE-NOT: <no stack>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
#define DEPTH	12

static pthread_barrier_t begin;

__attribute__((noinline)) static void leaf(void)
{
	void *block = malloc(10);

	__asm__ volatile("" : "+r"(block));
}

/* 4096 stacks, from 8191 frames. */
__attribute__((noinline)) static void branch(unsigned depth, unsigned path)
{
	if (!depth) {
		leaf();
	} else if (path & 1) {
		branch(depth - 1, path >> 1);
		__asm__ volatile("# right");
	} else {
		branch(depth - 1, path >> 1);
		__asm__ volatile("# left");
	}
}

/* Each thread has stacks of its own. */
static void *run(void *number)
{
	pthread_barrier_wait(&begin);
	for (unsigned i = 0; i < (1u << DEPTH) / THREADS; i++)
		branch(DEPTH, i * THREADS + (unsigned)(long)number);
	return number;
}

int main(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&begin, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)i))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
