/* A program's own malloc, instrumented itself, is counted from its first call, before any constructor. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for flags in -O0 -O2 "-O2 -fPIC" "-O2 -static" "-O2 -static-pie" "-O2 -flto -fuse-ld=lld"; do \
// RUN:   rm -f *.gprof; %gclang $flags -pthread %s -o a.out && ./a.out > told || exit 1; \
// RUN:   %expect -D M=$(cut -d' ' -f1 told) -D F=$(cut -d' ' -f2 told) -D C=$(cut -d' ' -f3 told) a.out %s || exit 1; \
// RUN: done
// RUN: %gclang -O2 -fPIC -shared -DLIBRARY %s -o malloc.so
// RUN: %gclang -O2 -pthread -DUSER %s malloc.so -Wl,-rpath,. -o a.out && rm -f *.gprof && ./a.out > told
// RUN: %expect -D M=$(cut -d' ' -f1 told) -D F=$(cut -d' ' -f2 told) -D C=$(cut -d' ' -f3 told) a.out %s
// RUN: %gclang -O2 -pthread -DUSER -DLATE %s -o a.out && rm -f *.gprof && LD_PRELOAD=./malloc.so ./a.out
// REQUIRES: lld

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
#define ROOM (1ul << 24)

#ifndef LATE
extern long mallocs, frees, callocs;
#endif

#ifndef USER
/* The allocator's own counts. */
long mallocs, frees, callocs;
static char room[ROOM] __attribute__((aligned(64)));
static size_t taken;

/* ARC: malloc -> take M */
/* ARC: calloc -> take C */
NOINLINE static void *take(size_t n, size_t align)
{
	size_t size = (n + 16 + align) & ~(size_t)15;
	size_t at = __atomic_fetch_add(&taken, size, __ATOMIC_RELAXED);

	if (at + size > ROOM)
		return NULL;
	at = (at + 16 + align - 1) & ~(align - 1);
	*(size_t *)(room + at - 8) = n;
	return room + at;
}

NOINLINE void *malloc(size_t n)
{
	__atomic_fetch_add(&mallocs, 1, __ATOMIC_RELAXED);
	return take(n, 16);
}

/* CALLS: free F */
NOINLINE void free(void *p)
{
	__atomic_fetch_add(&frees, 1, __ATOMIC_RELAXED);
	__asm__ volatile("" : : "r"(p));
}

NOINLINE void *calloc(size_t n, size_t size)
{
	__atomic_fetch_add(&callocs, 1, __ATOMIC_RELAXED);
	return take(n * size, 16); /* never used before, so it is zero */
}

void *realloc(void *old, size_t n)
{
	void *p = take(n, 16);
	size_t had = old ? *(size_t *)((char *)old - 8) : 0;

	return old && p ? memcpy(p, old, had < n ? had : n) : p;
}

void *memalign(size_t align, size_t n)
{
	return take(n, align < 16 ? 16 : align);
}

void *aligned_alloc(size_t align, size_t n)
{
	return memalign(align, n);
}

int posix_memalign(void **to, size_t align, size_t n)
{
	*to = memalign(align, n);
	return *to ? 0 : 12;
}
#endif

#ifndef LIBRARY
#ifdef USER
void *malloc(size_t n);
void free(void *p);
#endif

/* ARC: use -> malloc 10000 */
/* ARC: use -> free 10000 */
NOINLINE static void *use(void *argument)
{
	for (int i = 0; i < 1250; i++) {
		char *volatile p = malloc(20);

		free(p);
	}
	return argument;
}

__attribute__((constructor(101))) static void early(void)
{
	void *volatile p = malloc(1);

	free(p);
}

int main(void)
{
	pthread_t threads[8];

	for (int i = 0; i < 8; i++)
		if (pthread_create(&threads[i], 0, use, 0))
			return 1;
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], 0);
#ifndef LATE
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("%ld %ld %ld\n", mallocs, frees, callocs);
#endif
	return 0;
}
#endif
