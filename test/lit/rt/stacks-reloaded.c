/* The runtime distinguishes uninstrumented objects that are loaded at the same address in turn, and their stacks are right. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O1 -fPIC -shared -DLIBRARY=4 %s -o a.so && %clang -O1 -fPIC -shared -DLIBRARY=40 %s -o b.so
// RUN: %gclang -O1 -rdynamic %s -o m && GPROF_OPTIONS=rate=10000 ./m
// RUN: %gprof export --format=folded m > stacks && FileCheck %s < stacks
// CHECK-NOT: decoy;wrong
// CHECK-DAG: main;use_a;outer (a.so);spin {{[0-9]+}}
// CHECK-DAG: main;use_b;outer (b.so);spin {{[0-9]+}}
// RUN: not grep -E 'decoy;wrong|use_a;outer .b.so|use_b;outer .a.so' stacks
#ifdef LIBRARY
extern void spin(void);

/* Both libraries have it at the same place, with frames of different size.  Where the return
   address is in a.so, b.so has an address of decoy. */
__attribute__((noinline)) static void inner(void *stale)
{
	void *volatile room[LIBRARY];

	for (int i = 0; i < LIBRARY; i++)
		room[i] = stale;
	spin();
	__asm__ volatile("" ::"r"(room[0]));
}

void outer(void *stale)
{
	inner(stale);
	__asm__ volatile("");
}
#else
#include <dlfcn.h>

typedef void outer(void *);

static volatile int sink;

void spin(void)
{
	for (int i = 0; i < 200000; i++)
		sink = i;
}

__attribute__((noinline)) static void wrong(void **to)
{
	*to = __builtin_return_address(0);
}

__attribute__((noinline)) static void decoy(void **to)
{
	wrong(to);
	__asm__ volatile("");
}

__attribute__((noinline)) static void use_a(outer *f, void *stale)
{
	f(stale);
	__asm__ volatile("");
}

__attribute__((noinline)) static void use_b(outer *f, void *stale)
{
	f(stale);
	__asm__ volatile("");
}

static int use(const char *name, void (*by)(outer *, void *), void *stale)
{
	void *library = dlopen(name, RTLD_NOW);

	if (!library)
		return 1;
	by((outer *)dlsym(library, "outer"), stale);
	return dlclose(library);
}

int main(void)
{
	void *stale;

	decoy(&stale);
	for (int i = 0; i < 500; i++)
		if (use("./a.so", use_a, stale) || use("./b.so", use_b, stale))
			return 1;
	return 0;
}
#endif
