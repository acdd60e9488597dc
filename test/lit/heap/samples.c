/* With memory=samples the intervals of functions hold the truth, large blocks are counted, and no block becomes larger. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %s -o a.out && %samples ./a.out > truth
// RUN: %gprof export --format=json a.out -o m.json && %python %S/Inputs/near.py truth m.json
// RUN: %gprof report --measure=alloc a.out | FileCheck %s
// RUN: %gprof report --brief --tree --measure=peak a.out | FileCheck --check-prefix=TREE %s
// RUN: for i in 1 2; do env GPROF_FILE=run.$i LD_PRELOAD=%rtdir/libgprof_heap.so GPROF_OPTIONS="rate=0 memory=samples" ./a.out > same; done
// RUN: %gprof diff --measure=allocs a.out run.1 run.2 | FileCheck --check-prefix=DIFF %s
// RUN: %gprof merge -o both a.out run.1 run.2 && %gprof report --brief --measure=alloc both | FileCheck --check-prefix=BOTH %s
// CHECK: a.out: about {{.*}} allocated in {{[0-9]+}} blocks;
// CHECK-NEXT: of samples, one for 128 KiB allocated, and of each block of 192 KiB or more:
// CHECK-NEXT: all figures are estimates, and +- is the interval of 95 %
// CHECK: % bytes blocks calls per call
// CHECK: {{[0-9.]+ \+-[0-9.]+ .*}} small
// CHECK: MiB 20 20 1.0 5.72 MiB 0 B 0 {{.*}} big
// CHECK-NOT: not sampled
// TREE: % bytes own function
// TREE: +-{{[0-9.]+}} {{KiB|MiB}}
// TREE: keep
// DIFF: Blocks allocated, by functions
// DIFF: all functions
// DIFF-NOT: big
// DIFF: Calls
// BOTH: of samples, one for 128 KiB allocated
// BOTH: {{[0-9.]+ \+-[0-9.]+ .*}} small
// BOTH: MiB 40 40 1.0 11.4 MiB 0 B 0 {{.*}} big
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define EACH 100000

static void *volatile sink;
static void *kept[EACH / 4], *most[20];

__attribute__((noinline)) static void *small(unsigned i)
{
	return sink = malloc(16 + i % 7 * 40);
}

__attribute__((noinline)) static void *keep(void)
{
	return sink = malloc(500);
}

__attribute__((noinline)) static void *big(void)
{
	return sink = malloc(300000);
}

__attribute__((noinline)) static void *grow(void *p, size_t n)
{
	return sink = realloc(p, n);
}

/* Between half a gap and one and a half, and small ones between them. */
__attribute__((noinline)) static void *middle(int i)
{
	free(small(i));
	return sink = malloc(70000 + i % 2 * 60000);
}

static void *run(void *unused)
{
	void *ring[100] = { NULL };

	for (unsigned i = 0; i < EACH; i++) {
		free(ring[i % 100]);
		ring[i % 100] = small(i);
	}
	for (unsigned i = 0; i < 100; i++)
		free(ring[i]);
	return unused;
}

int main(void)
{
	pthread_t thread[2];
	size_t usable, bytes = 0;
	void *p = NULL;

	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < EACH / 4; i++)
		kept[i] = keep();
	for (int i = 0; i < 20; i++)
		most[i] = big();
	for (int i = 0; i < 20; i++)
		free(most[i]);
	for (int i = 1; i <= 1000; i++)
		p = grow(p, 32 * i);
	free(p);
	for (int i = 0; i < 4000; i++)
		free(middle(i));
	for (int i = 0; i < EACH / 8; i++)
		free(kept[i]);
	p = keep();
	usable = malloc_usable_size(p);
	free(p);
	for (unsigned i = 0; i < EACH; i++)
		bytes += 2 * (16 + i % 7 * 40);
	for (int i = 0; i < 4000; i++)
		bytes += 16 + i % 7 * 40;
	printf("small %zu %d 0 0\n", bytes, 2 * EACH + 4000);
	printf("middle %d 4000 0 0\n", 4000 * 100000);
	printf("keep %d %d %d %d\n", (EACH / 4 + 1) * 500, EACH / 4 + 1, EACH / 8 * 500,
	       EACH / 4 * 500);
	printf("grow %d 1000 0 0\n", 32 * 1000 * 1001 / 2);
	return usable >= 500 && usable < 516 ? 0 : 1;
}
