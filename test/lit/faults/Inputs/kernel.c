/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel.c - has the kernel touch so many pages for the first time, in one system call. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096

int main(int argc, char **argv)
{
	size_t pages = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	char *p = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);
	int zero = open("/dev/zero", O_RDONLY);

	if (p == MAP_FAILED || zero < 0)
		return 1;
	madvise(p, pages * PAGE, MADV_NOHUGEPAGE);
	return read(zero, p, pages * PAGE) != (ssize_t)(pages * PAGE);
}
