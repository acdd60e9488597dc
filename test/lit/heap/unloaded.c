/* Code that comes to lie where a library was unloaded has its own frames and rows. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -fPIC -shared -DFRAME=120000 %s -o large.so && %clang -O2 -fPIC -shared -DFRAME=4000 %s -o small.so
// RUN: %gclang -O2 -fPIC -shared -DFRAME=8 -Drun=run_first -DINNER=first %s -o first.so
// RUN: %gclang -O2 -fPIC -shared -DFRAME=8 -Drun=run_later -DINNER=later %s -o later.so
// RUN: %gclang -O2 %s -ldl -o a.out && %heap ./a.out | grep -x 'done'
// RUN: %gprof report --brief --measure=allocs a.out | FileCheck %s
// CHECK-DAG: {{ 1000 +1 +1000.0 .* first$}}
// CHECK-DAG: {{ 77 +1 +77.0 .* later$}}
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FRAME
#ifndef INNER
#define INNER inner
#endif
void *volatile sink;

__attribute__((noinline)) void INNER(int n)
{
	char frame[FRAME];

	for (int i = 0; i < n; i++) {
		memset(frame, n, sizeof(frame));
		sink = malloc(100);
		__asm__ volatile("" ::"r"(frame) : "memory");
	}
}

void run(int n)
{
	INNER(n);
}
#else
static void use(const char *library, const char *name, int n)
{
	void *handle = dlopen(library, RTLD_NOW);
	void (*run)(int) = handle ? (void (*)(int))dlsym(handle, name) : NULL;

	if (!run)
		exit(1);
	run(n);
	dlclose(handle);
}

int main(void)
{
	use("./large.so", "run", 3);
	use("./small.so", "run", 5);
	use("./first.so", "run_first", 1000);
	use("./later.so", "run_later", 77);
	puts("done");
	return 0;
}
#endif
