/* Accesses are in order if they begin where the one before ended, whatever lseek did between. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: read data calls 130 bytes {{[0-9]+}} errors 0 jumps 10
// CHECK: write data calls 100 bytes 1000 errors 0 jumps 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <unistd.h>

static char bytes[10];

static void get(int fd)
{
	if (read(fd, bytes, 5) != 5)
		abort();
}

int main(void)
{
	int fd = open("data", O_RDWR | O_CREAT, 0600), null = open("/dev/null", O_WRONLY);

	for (int i = 0; i < 100; i++) {
		lseek(fd, 0, SEEK_SET);
		lseek(fd, 0, SEEK_END);
		if (write(fd, bytes, 10) != 10)
			return 1;
	}
	close(fd);
	fd = open("data", O_RDONLY);
	for (int i = 0; i < 100; i++) {
		off_t at = lseek(fd, 0, SEEK_CUR);

		if (i % 2)
			get(fd);
		else if (sendfile(null, fd, NULL, 5) != 5)
			return 2;
		lseek(fd, 0, SEEK_END);
		lseek(fd, at + 5, SEEK_SET);
	}
	close(fd);
	fd = open("data", O_RDONLY);
	for (int i = 0; i < 30; i++) {
		if (i % 3 == 1 && i < 30)
			lseek(fd, 30 * i, SEEK_SET);
		get(fd);
	}
	return 0;
}
