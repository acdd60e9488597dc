/* Vectors, and functions that a fortified program calls in place of read. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: read file calls 5 bytes 24 errors 0 jumps 3
// CHECK-NEXT: write file calls 3 bytes 18 errors 0 jumps 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t __read_chk(int fd, void *to, size_t n, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t n, off_t offset, size_t room);

static void check(ssize_t got, ssize_t wanted)
{
	if (got != wanted)
		abort();
}

int main(void)
{
	int fd = open("file", O_RDWR | O_CREAT, 0600);
	char a[5] = "1234", b[5] = "5678", c[100];
	struct iovec v[2] = { { a, 4 }, { b, 2 } };

	check(writev(fd, v, 2), 6);
	check(pwritev(fd, v, 2, 6), 6);
	check(pwritev2(fd, v, 2, 12, 0), 6);
	lseek(fd, 0, SEEK_SET);
	check(readv(fd, v, 2), 6);
	check(preadv(fd, v, 2, 18), 0);
	check(preadv2(fd, v, 2, 12, 0), 6);
	check(__read_chk(fd, c, 4, sizeof(c)), 4);
	check(__pread_chk(fd, c, 8, 0, sizeof(c)), 8);
	return 0;
}
