/* Libraries that come and go at one place, again and again, keep their own calls. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DINNER=first %s -o first.so
// RUN: %gclang -O2 -fPIC -shared -DINNER=later %s -o later.so
// RUN: %gclang -O2 %s -ldl -o a.out && %io ./a.out
// RUN: %gprof report --brief --io a.out | FileCheck %s
// CHECK-DAG: {{ 2200 .*first$}}
// CHECK-DAG: {{ 140 .*later$}}
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef INNER
__attribute__((noinline)) static void INNER(int fd)
{
	if (write(fd, "1", 1) != 1)
		abort();
}

void run(int fd, int n)
{
	for (int i = 0; i < n; i++)
		INNER(fd);
}
#else
__attribute__((noinline)) static void use(int fd, const char *library, int n)
{
	void *handle = dlopen(library, RTLD_NOW);
	void (*run)(int, int) = handle ? (void (*)(int, int))dlsym(handle, "run") : NULL;

	if (!run)
		exit(1);
	run(fd, n);
	dlclose(handle);
}

int main(void)
{
	int fd = open("/dev/null", O_WRONLY);

	for (int i = 0; i < 20; i++) {
		use(fd, "./first.so", 110);
		use(fd, "./later.so", 7);
	}
	return 0;
}
#endif
