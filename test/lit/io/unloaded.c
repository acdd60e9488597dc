/* Code that comes to lie where a library was unloaded has its own frames and rows. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -fPIC -shared -DFRAME=120000 %s -o large.so && %clang -O2 -fPIC -shared -DFRAME=4000 %s -o small.so
// RUN: %gclang -O2 -fPIC -shared -DFRAME=8 -Drun=run_first -DINNER=first %s -o first.so
// RUN: %gclang -O2 -fPIC -shared -DFRAME=8 -Drun=run_later -DINNER=later %s -o later.so
// RUN: %gclang -O2 %s -ldl -o a.out && %io ./a.out | grep -x 'done'
// RUN: %gprof report --brief --io a.out | FileCheck %s
// CHECK-DAG: {{ 1000 .*first$}}
// CHECK-DAG: {{ 77 .*later$}}
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef FRAME
#ifndef INNER
#define INNER inner
#endif

__attribute__((noinline)) void INNER(int fd, int n)
{
	char frame[FRAME];

	memset(frame, n, sizeof(frame));
	for (int i = 0; i < n; i++)
		if (write(fd, frame, 1) != 1)
			abort();
}

void run(int fd, int n)
{
	INNER(fd, n);
}
#else
static void use(int fd, const char *library, const char *name, int n)
{
	void *handle = dlopen(library, RTLD_NOW);
	void (*run)(int, int) = handle ? (void (*)(int, int))dlsym(handle, name) : NULL;

	if (!run)
		exit(1);
	run(fd, n);
	dlclose(handle);
}

int main(void)
{
	int fd = open("/dev/null", O_WRONLY);

	use(fd, "./large.so", "run", 3);
	use(fd, "./small.so", "run", 5);
	use(fd, "./first.so", "run_first", 1000);
	use(fd, "./later.so", "run_later", 77);
	puts("done");
	return 0;
}
#endif
