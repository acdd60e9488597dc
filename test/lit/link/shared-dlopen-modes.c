/* Objects loaded with RTLD_LOCAL, RTLD_GLOBAL or RTLD_DEEPBIND count exactly; one in a namespace of its own runs uncounted. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared %S/Inputs/library.c -o library.so
// RUN: for n in 1 2 3 4; do cp library.so library$n.so; done
// RUN: %gclang -O2 -fPIC -shared %S/Inputs/library.c -Wl,-u,__gprof_runtime %rtdir/libgprof_rt.a -o library5.so
// RUN: %gclang -O2 %s -ldl -o a.out && ./a.out
// RUN: ls *.gprof && %expect a.out %s $(ls a.out.*.gprof | tail -1)
// RUN: %expect -D K=3 a.out %S/Inputs/library.c $(ls a.out.*.gprof | tail -1)

#define _GNU_SOURCE
#include <dlfcn.h>

static volatile int sink;

__attribute__((noinline)) static void own(void)
{
	sink++;
}

static int use(void *library)
{
	if (!library)
		return 1;
	((void (*)(void))dlsym(library, "library_work"))();
	return 0;
}

/* ARC: main -> own 1000 */
/* ARC: main -> dlopen 3 */
/* ARC: main -> dlmopen 2 */
int main(void)
{
	int failed = use(dlopen("./library1.so", RTLD_NOW | RTLD_LOCAL));

	failed += use(dlopen("./library2.so", RTLD_NOW | RTLD_GLOBAL));
	failed += use(dlopen("./library3.so", RTLD_NOW | RTLD_DEEPBIND));
	failed += use(dlmopen(LM_ID_NEWLM, "./library4.so", RTLD_NOW));
	/* One with a runtime, which has nothing to do with ours. */
	failed += use(dlmopen(LM_ID_NEWLM, "./library5.so", RTLD_NOW));
	for (volatile int i = 0; i < 1000; i++)
		own();
	return failed;
}
