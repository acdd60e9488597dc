/* Events of libraries that come and go at one place, again and again, are of the library that met them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DINNER=first %s -o first.so
// RUN: %gclang -O2 -fPIC -shared -DINNER=later %s -o later.so
// RUN: %gclang -O2 %s -ldl -o a.out && env GPROF_OPTIONS="rate=0 faults=7" ./a.out
// RUN: %gprof report --brief --measure=faults a.out | FileCheck %s
// CHECK: 'first' meets {{[89][0-9.]+}} % of the page faults: {{.*}} in 20 calls: {{[0-9]+}} each.
// CHECK: {{[89][0-9.]+ % .* 20 .* first$}}
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE 4096

#ifdef INNER
__attribute__((noinline)) static void INNER(size_t pages)
{
	volatile char *at = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (size_t i = 0; at != MAP_FAILED && i < pages; i++)
		at[i * PAGE] = 1;
	munmap((void *)at, pages * PAGE);
}

void run(size_t pages)
{
	INNER(pages);
	__asm__ volatile("" : : : "memory");
}
#else
__attribute__((noinline)) static void use(const char *library, size_t pages)
{
	void *handle = dlopen(library, RTLD_NOW);
	void (*run)(size_t) = handle ? (void (*)(size_t))dlsym(handle, "run") : NULL;

	if (!run)
		exit(1);
	run(pages);
	dlclose(handle);
}

int main(void)
{
	for (int i = 0; i < 20; i++) {
		use("./first.so", 500);
		use("./later.so", 5);
	}
	return 0;
}
#endif
