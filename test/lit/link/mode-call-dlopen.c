/* Shared objects that come and go with dlopen and dlclose count exactly with mode=call. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: GPROF_PASS=mode=call %gclang -O2 -fPIC -shared %S/Inputs/library.c -o library.so
// RUN: GPROF_PASS=mode=call %gclang -O2 %s -ldl -o a.out && ./a.out
// RUN: %expect -D K=3 a.out %S/Inputs/library.c

#include <dlfcn.h>

int main(void)
{
	for (volatile int i = 0; i < 3; i++) {
		void *library = dlopen("./library.so", RTLD_NOW);
		void (*work)(void) = (void (*)(void))dlsym(library, "library_work");

		work();
		dlclose(library);
	}
	return 0;
}
