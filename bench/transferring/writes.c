/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * writes.c N [LIBRARY] - writes N single bytes to /dev/null, the shortest system calls there are,
 * by write() as the program calls it, and as many by the write() of LIBRARY, of libc else.
 *
 * They take turns of 20 calls in one process, so that all else is equal.  Prints the medians of a
 * call's nanoseconds: by LIBRARY's, and how many more by the program's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define TURN 20

typedef ssize_t write_function(int fd, const void *from, size_t n);

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

/* By the program's write(), or by another one. */
__attribute__((noinline)) static double turn(write_function *other, int fd)
{
	double start = now();

	for (int i = 0; i < TURN; i++)
		if ((other ? other(fd, "1", 1) : write(fd, "1", 1)) != 1)
			_exit(1);
	return (now() - start) / TURN;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *of, long n)
{
	qsort(of, n, sizeof(*of), compare);
	return of[n / 2];
}

int main(int argc, char **argv)
{
	long n = (argc > 1 ? atol(argv[1]) : 1000000) / TURN;
	void *library = dlopen(argc > 2 ? argv[2] : "libc.so.6", RTLD_NOLOAD | RTLD_LAZY);
	write_function *direct = library ? (write_function *)dlsym(library, "write") : NULL;
	double *least = calloc(n, sizeof(*least)), *more = calloc(n, sizeof(*more));
	int fd = open("/dev/null", O_WRONLY);

	if (!direct || !least || !more || n < 1)
		return 1;
	for (long i = 0; i < n; i++) {
		double first = turn(i % 2 ? direct : NULL, fd);
		double second = turn(i % 2 ? NULL : direct, fd);

		least[i] = i % 2 ? first : second;
		more[i] = i % 2 ? second - first : first - second;
	}
	printf("%.2f %.2f\n", median(least, n), median(more, n));
	return 0;
}
