/* A library with an allocator of its own that came by dlopen() frees its blocks by its own sdallocx(). */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O1 -fPIC -shared -DLIBRARY %s -o own.so
// RUN: %gclang -O1 %s -o a.out -ldl && ./a.out && %heap ./a.out
#include <dlfcn.h>
#include <stddef.h>

#ifdef LIBRARY
static char area[4096];
static size_t live;

void *mallocx(size_t size, int flags)
{
	(void)flags;
	live += size;
	return area + 64;
}

void sdallocx(void *block, size_t size, int flags)
{
	live -= block == area + 64 && flags == 3 ? size : 0;
}

size_t use(void)
{
	void *block = mallocx(100, 0);

	sdallocx(block, 100, 3);
	return live;
}
#else
int main(void)
{
	void *library = dlopen("./own.so", RTLD_NOW | RTLD_LOCAL);
	size_t (*use)(void) = library ? (size_t(*)(void))dlsym(library, "use") : NULL;

	return !use || use() != 0;
}
#endif
