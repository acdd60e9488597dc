/* A library that is loaded later counts for its own functions, and so does one of a program that is not instrumented. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -shared -fPIC -DLIBRARY %s -o plugin.so
// RUN: %gclang -O2 %s -o a.out -ldl && %heap ./a.out
// RUN: %gprof report --brief --measure=leaked a.out | FileCheck %s
// RUN: rm *.gprof && %gclang -O2 -fno-optimize-sibling-calls -shared -fPIC -DLIBRARY %s -o plugin.so -Wl,-u,__gprof_runtime -Wl,-rpath,%rtdir -L%rtdir -lgprof_rt
// RUN: %clang -O2 %s -o b.out -ldl && %heap ./b.out
// RUN: %gprof report --brief --measure=leaked b.out | FileCheck %s
// CHECK: 3.91 KiB {{ *}}100 {{ *}}100 {{.*}} in_library
#include <dlfcn.h>
#include <stdlib.h>

#ifdef LIBRARY
__attribute__((noinline)) void *in_library(void)
{
	return malloc(40);
}

void run(void)
{
	static void *volatile sink;

	for (int i = 0; i < 100; i++)
		sink = in_library();
	(void)sink;
}
#else
int main(void)
{
	void *library = dlopen("./plugin.so", RTLD_NOW);
	void (*run)(void) = library ? (void (*)(void))dlsym(library, "run") : NULL;

	if (!run)
		return 1;
	run();
	return 0;
}
#endif
