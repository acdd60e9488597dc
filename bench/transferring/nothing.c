/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nothing.c - a library whose write() returns at once: what is left is the time of a hook. */
#include <sys/types.h>

ssize_t write(int fd, const void *from, size_t n)
{
	__asm__ volatile("" : : "r"(fd), "r"(from));
	return (ssize_t)n;
}
