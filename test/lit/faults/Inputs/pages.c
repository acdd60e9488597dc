/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pages.c - touches so many pages for the first time, each by one fault. */
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE 4096

__attribute__((noinline)) static void touch(volatile char *p, size_t pages)
{
	for (size_t i = 0; i < pages; i++)
		p[i * PAGE] = 1;
}

int main(int argc, char **argv)
{
	size_t pages = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	char *p = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);

	if (p == MAP_FAILED)
		return 1;
	madvise(p, pages * PAGE, MADV_NOHUGEPAGE);
	touch(p, pages);
	return 0;
}
