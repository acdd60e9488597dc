/* A duplicate of a descriptor is the same file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: write file calls 4 bytes 10 errors 0 jumps 0
// CHECK-NOT: write
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void put(int fd, size_t n)
{
	if (fd < 0 || write(fd, "1234", n) != (ssize_t)n)
		abort();
}

int main(void)
{
	int fd = open("file", O_WRONLY | O_CREAT, 0600);

	put(fd, 1);
	put(dup(fd), 2);
	put(fcntl(fd, F_DUPFD, 100), 3);
	put(dup3(fd, 50, O_CLOEXEC), 4);
	return 0;
}
