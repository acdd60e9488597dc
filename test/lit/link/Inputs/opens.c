/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* opens.c - opens opened.so in the working folder, and calls it. */
#include <dlfcn.h>

static volatile int sink;

/* ARC: main -> own 7 */
static void __attribute__((noinline)) own(void)
{
	sink++;
}

/* ARC: main -> outer 1 */
/* ARC: outer -> inner 30 */
int main(void)
{
	int (*outer)(int);
	void *library = dlopen("./opened.so", RTLD_NOW);

	for (int i = 0; i < 7; i++)
		own();
	if (!library)
		return 2;
	outer = (int (*)(int))dlsym(library, "outer");
	return !outer || outer(30) <= 0;
}
