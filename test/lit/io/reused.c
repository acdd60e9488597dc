/* A number that is closed and used again is another file, however it was closed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: write five calls 1 bytes 5 errors 0 jumps 0
// CHECK-NEXT: write four calls 1 bytes 4 errors 0 jumps 0
// CHECK-NEXT: write one calls 1 bytes 1 errors 0 jumps 0
// CHECK-NEXT: write six calls 1 bytes 6 errors 0 jumps 0
// CHECK-NEXT: write three calls 1 bytes 3 errors 0 jumps 0
// CHECK-NEXT: write two calls 1 bytes 2 errors 0 jumps 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int number = -1;

static void put(const char *path, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	if (number < 0)
		number = fd;
	if (fd != number || write(fd, "123456", n) != (ssize_t)n)
		abort();
}

int main(void)
{
	FILE *f;
	int fd;

	put("one", 1);
	close(number);
	put("two", 2);
	closefrom(number);
	put("three", 3);
	close_range(number, ~0u, 0);
	put("four", 4);
	fclose(fdopen(number, "w"));
	put("five", 5);
	fd = open("six", O_WRONLY | O_CREAT, 0600);
	dup2(fd, number);
	if (write(number, "123456", 6) != 6)
		abort();
	return 0;
}
