/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* writes.c N - writes N single bytes to /dev/null, the shortest system calls there are; prints the
   nanoseconds that each took. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline)) static void put(int fd, long n)
{
	while (n--)
		if (write(fd, "1", 1) != 1)
			_exit(1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	int fd = open("/dev/null", O_WRONLY);
	double start;

	put(fd, 1000);
	start = now();
	put(fd, n);
	printf("%.2f\n", (now() - start) / n);
	return 0;
}
