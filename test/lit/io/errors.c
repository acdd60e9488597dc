/* Errors and short reads: an error has no bytes, a short read those that it got, and errno stays. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: read <not open> calls 2 bytes 0 errors 2 jumps 0
// CHECK-NEXT: read file calls 4 bytes 10 errors 0 jumps 0
// CHECK-NEXT: read pipe:[{{[0-9]+}}] calls 1 bytes 0 errors 1 jumps 0
// CHECK-NEXT: write file calls 2 bytes 10 errors 1 jumps 0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void check(int holds)
{
	if (!holds)
		abort();
}

int main(void)
{
	int fd = open("file", O_RDWR | O_CREAT, 0600), ends[2];
	char to[100];

	check(write(fd, "1234567890", 10) == 10);
	close(fd);
	fd = open("file", O_RDONLY);
	check(read(fd, to, 4) == 4 && read(fd, to, 100) == 6 && read(fd, to, 100) == 0);
	errno = 0;
	check(write(fd, "1", 1) == -1 && errno == EBADF);
	close(fd);
	errno = 0;
	check(read(fd, to, 1) == -1 && errno == EBADF);
	errno = 0;
	check(read(-1, to, 1) == -1 && errno == EBADF);
	check(pipe(ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
	errno = 0;
	check(read(ends[0], to, 1) == -1 && errno == EAGAIN);
	errno = 4711;
	check(read(open("file", O_RDONLY), to, 0) == 0 && errno == 4711);
	return 0;
}
