/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Time in code made at run time, which is in no file, and in the vdso. */
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef long loop_fn(long);

__attribute__((noinline)) static void made(void)
{
	/* mov rax,rdi; 1: dec rax; jnz 1b; ret */
	static const unsigned char code[] = { 0x48, 0x89, 0xf8, 0x48, 0xff,
					      0xc8, 0x75, 0xfb, 0xc3 };
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memcpy(page, code, sizeof code);
	((loop_fn *)page)(200000000);
}

__attribute__((noinline)) static void clocks(void)
{
	struct timespec t;

	for (int i = 0; i < 3000000; i++)
		clock_gettime(CLOCK_MONOTONIC, &t);
}

int main(void)
{
	made();
	clocks();
	return 0;
}
