/* Blocks that one thread allocates and another frees are right in the sum; the peak is within a thousandth for each thread. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %s -o a.out && %heap ./a.out
// RUN: %sums *.gprof > sums && cat sums
// RUN: %gprof report --brief --measure=leaked a.out | FileCheck %s
// RUN: %python -c "w = open('sums').read().split(); v = dict(zip(w[::2], map(int, w[1::2]))); t = v['threads']; assert t == 5 and abs(v['peak'] - v['top']) <= t * v['top'] / 1000 and v['top'] > 3980000, v"
// CHECK: of several threads: the largest heap is exact to 0.1 % for each thread{{$}}
// CHECK: % bytes blocks calls
// CHECK-NEXT: 99.97 3.81 MiB 4000 4000 1.0 {{.*}} 3.43 MiB 3600 0 {{[0-9]+}} make
// CHECK: 195 KiB 20000 20000 1.0 {{.*}} 0 B 0 {{.*}} own
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4

static void *blocks[THREADS][1000];
static pthread_barrier_t all_made;

__attribute__((noinline)) static void *make(void)
{
	return malloc(1000);
}

__attribute__((noinline)) static void *own(void)
{
	return malloc(10);
}

/* Frees a tenth of the blocks of the thread after it. */
static void *run(void *number)
{
	long n = (long)number;

	for (int i = 0; i < 1000; i++)
		blocks[n][i] = make();
	pthread_barrier_wait(&all_made);
	for (int i = 0; i < 100; i++)
		free(blocks[(n + 1) % THREADS][i * 10]);
	for (int i = 0; i < 5000; i++)
		free(own());
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&all_made, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
