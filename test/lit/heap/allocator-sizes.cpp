// With jemalloc or tcmalloc a block may be freed with its size: the allocator gets the size that it allocated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: other-allocator
// RUN: %gclangxx -O1 -fno-optimize-sibling-calls -std=c++17 -fsized-deallocation %s -o a.out
// RUN: for a in %allocators; do rm -f *.gprof; env LD_PRELOAD=$a ./a.out || exit 1; rm -f *.gprof; env GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD="%rtdir/libgprof_heap.so:$a" ./a.out || exit 1; %gprof report --brief --measure=alloc a.out; done | FileCheck %s
// RUN: for a in %allocators; do rm -f *.gprof; env GPROF_OPTIONS="rate=0 memory=all-stacks" LD_PRELOAD="%rtdir/libgprof_heap.so:$a" ./a.out || exit 1; %gprof report --brief --measure=alloc a.out; done | FileCheck %s
// RUN: for a in %allocators; do rm -f *.gprof; %gclangxx -O1 -fno-optimize-sibling-calls -std=c++17 -fsized-deallocation %s $a -o b.out && %heap ./b.out || exit 1; %gprof report --brief --measure=alloc b.out; done | FileCheck %s
// RUN: rm *.gprof && %heap ./a.out && %gprof report --brief --measure=alloc a.out | FileCheck --check-prefixes=CHECK,LIBC %s
// LIBC: 200 KiB {{ *}}800 {{ *}}800 {{.*}} 0 B {{ *}}0 {{.*}} aligned_object
// CHECK-DAG: 78.1 KiB {{ *}}800 {{ *}}800 {{.*}} 0 B {{ *}}0 {{.*}} sized_bytes
#include <cstdlib>
#include <cstring>
#include <new>

// Of jemalloc and of C23, if they are there.
extern "C" {
__attribute__((weak)) void sdallocx(void *, size_t, int);
__attribute__((weak)) void free_sized(void *, size_t);
__attribute__((weak)) void free_aligned_sized(void *, size_t, size_t);
__attribute__((weak)) void *rallocx(void *, size_t, int);
}

struct plain {
	char bytes[112];
};

struct alignas(128) aligned {
	char bytes[256];
};

static const std::align_val_t ALIGN{128};

#define KIND(name) __attribute__((noinline)) static void *name()

KIND(plain_object) { return new plain; }
KIND(plain_array) { return new plain[3]; }
KIND(plain_nothrow) { return new (std::nothrow) plain; }
KIND(aligned_object) { return new aligned; }
KIND(aligned_array) { return new aligned[3]; }
KIND(aligned_nothrow) { return new (std::nothrow) aligned; }
KIND(sized_bytes) { return malloc(100); }
KIND(c23_bytes) { return malloc(112); }
KIND(c23_aligned) { return aligned_alloc(128, 256); }
KIND(resized) { return malloc(112); }

static void free_object(void *p) { operator delete(p, sizeof(plain)); }
static void free_array(void *p) { operator delete[](p, 3 * sizeof(plain)); }
static void free_aligned(void *p) { operator delete(p, sizeof(aligned), ALIGN); }
static void free_aligned_array(void *p) { operator delete[](p, 3 * sizeof(aligned), ALIGN); }
static void free_bytes(void *p) { sdallocx ? sdallocx(p, 100, 0) : free(p); }
static void free_c23(void *p) { free_sized ? free_sized(p, 112) : free(p); }

static void free_c23_aligned(void *p)
{
	free_aligned_sized ? free_aligned_sized(p, 128, 256) : free(p);
}

static void free_resized(void *p)
{
	if (rallocx)
		sdallocx(rallocx(p, 200, 0), 200, 0);
	else
		free(p);
}

static const struct kind {
	void *(*make)();
	void (*release)(void *);
	size_t size;
} kinds[] = {
	{ plain_object, free_object, 112 },
	{ plain_array, free_array, 336 },
	{ plain_nothrow, free_object, 112 },
	{ aligned_object, free_aligned, 256 },
	{ aligned_array, free_aligned_array, 768 },
	{ aligned_nothrow, free_aligned, 256 },
	{ sized_bytes, free_bytes, 100 },
	{ c23_bytes, free_c23, 112 },
	{ c23_aligned, free_c23_aligned, 256 },
	{ resized, free_resized, 112 },
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds), LIVE = 80, ROUNDS = 10 };

static char *live[KINDS][LIVE];

static bool has(const char *p, size_t size, char value)
{
	for (size_t i = 0; i < size; i++)
		if (p[i] != value)
			return false;
	return true;
}

// A block that was freed as one of another size soon lies across another one.
int main()
{
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < LIVE; i++)
			for (int k = 0; k < KINDS; k++) {
				live[k][i] = (char *)kinds[k].make();
				memset(live[k][i], k * LIVE + i, kinds[k].size);
			}
		for (int k = 0; k < KINDS; k++)
			for (int i = 0; i < LIVE; i++) {
				if (!has(live[k][i], kinds[k].size, (char)(k * LIVE + i)))
					return 1;
				kinds[k].release(live[k][i]);
			}
	}
	return 0;
}
