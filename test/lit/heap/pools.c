/* A pool's pieces count for the function that reports them, whichever thread frees them, and its chunk does not. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O0 -I%source/include -pthread %s -o a.out && %heap ./a.out counted
// RUN: %sums *.gprof | FileCheck --check-prefix=SUMS %s
// RUN: %gprof report --brief --measure=alloc a.out | FileCheck %s
// RUN: rm *.gprof && %gclang -O2 -I%source/include -pthread %s -o a.out && %heap ./a.out counted
// RUN: %gprof report --brief --measure=alloc a.out | FileCheck %s
// RUN: rm *.gprof && %allstacks ./a.out counted && %gprof report --brief --measure=alloc a.out | FileCheck %s
// The same calls do nothing where nothing is counted.
// RUN: rm *.gprof && ./a.out && env GPROF_OPTIONS=memory=off LD_PRELOAD=%rtdir/libgprof_heap.so ./a.out
// RUN: %clang -I%source/include -pthread %s -o plain && ./plain && %heap ./plain
// SUMS: foreign 0
// CHECK: {{3.05 MiB +100000 .* 300 KiB +0 B +0 .* take$}}
// CHECK: {{ 100 B +2 .* 50 B +1 .* lasting$}}
// CHECK-NOT: {{chunk_of|give}}
#include <gprof-llvm/gprof.h>
#include <malloc.h>
#include <pthread.h>
#include <string.h>

#define SIZE 32
#define PIECES 9600 /* at once */
#define TURNS 100000

static char *pool;
static int state; /* expected of each call */

#define EXPECT(call, to) \
	do { \
		if ((call) != (to)) \
			exit(__LINE__ % 200 + 1); \
	} while (0)

__attribute__((noinline)) static void chunk_of(size_t size)
{
	pool = gprof_chunk(size);
	if (!pool || malloc_usable_size(pool) < size)
		exit(1);
	memset(pool, 1, malloc_usable_size(pool));
}

__attribute__((noinline)) static int take(int i)
{
	return gprof_alloc(pool + i * SIZE, SIZE);
}

__attribute__((noinline)) static int give(int i)
{
	return gprof_free(pool + i * SIZE);
}

/* A piece at the same address takes the place of the one before it. */
__attribute__((noinline)) static void lasting(void)
{
	EXPECT(gprof_alloc(&pool, 50), state);
}

static void *turns(void *unused)
{
	for (int i = PIECES; i < TURNS; i++) {
		EXPECT(take(i % PIECES), state);
		if (i % 2)
			EXPECT(give(i % PIECES), state);
	}
	return unused;
}

static void in_thread(void *(*f)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, f, NULL) || pthread_join(thread, NULL))
		exit(1);
}

int main(int argc, char **argv)
{
	int wrong = argc > 1 ? EINVAL : ENOSYS;

	(void)argv;
	state = argc > 1 ? 0 : ENOSYS;
	chunk_of(PIECES * SIZE);
	for (int i = 0; i < PIECES; i++)
		EXPECT(take(i), state);
	in_thread(turns);
	for (int i = 0; i < PIECES; i++)
		EXPECT(give(i), i % 2 ? wrong : state);
	EXPECT(gprof_free(NULL), wrong);
	EXPECT(gprof_alloc(NULL, 1), wrong);
	lasting();
	lasting();
	free(pool);
	return 0;
}
