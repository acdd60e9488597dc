/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads late.so for the first number it reads, and calls into it that often (see talk.c). */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef MAIN
int main(void)
{
	void (*late)(void) = NULL;
	char line[64];

	puts("ready");
	fflush(stdout);
	while (fgets(line, sizeof line, stdin)) {
		if (!late)
			late = (void (*)(void))dlsym(dlopen("./late.so", RTLD_NOW), "late");
		for (int n = atoi(line); n > 0; n--)
			late();
		puts("done");
		fflush(stdout);
	}
	return 0;
}
#else
static volatile int sink;

__attribute__((noinline)) void late(void)
{
	sink++;
}
#endif
