/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * odd.c - a program that does what its first argument says and tells how it went:
 * for comparing a profiled build with a plain one.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
#define MAX_FILES 4096

static _Thread_local volatile long sink;

NOINLINE static long leaf(long x)
{
	sink = x;
	return x & 1;
}

static long (*volatile to_leaf)(long) = leaf;

NOINLINE static long work(void)
{
	long sum = 0;

	for (int i = 0; i < 1000; i++)
		sum += leaf(i) + to_leaf(i);
	return sum;
}

/* A megabyte of stack, or what there is. */
NOINLINE static long deep(int n)
{
	volatile char frame[1000];

	frame[0] = (char)n;
	return n ? deep(n - 1) + frame[0] : 0;
}

static void *thread(void *argument)
{
	return (void *)(work() + (argument ? deep(900) : 0));
}

/* The sum of what n threads return; with stacks of that size, all of it used if large. */
NOINLINE static long threads(int n, size_t stack)
{
	pthread_t ids[64];
	pthread_attr_t attr;
	void *result;
	long sum = 0;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, stack);
	for (int i = 0; i < n; i++) {
		errno = pthread_create(&ids[i], &attr, thread, stack >= 1 << 20 ? &sum : NULL);
		if (errno) {
			perror("pthread_create");
			exit(9);
		}
	}
	for (int i = 0; i < n; i++) {
		pthread_join(ids[i], &result);
		sum += (long)result;
	}
	return sum;
}

/* Writes a file of 200 KB; without limits it is there afterwards. */
NOINLINE static int write_file(void)
{
	char piece[1024];
	int fd = open("out", O_RDWR | O_CREAT | O_TRUNC, 0600);
	long n = 0;

	memset(piece, 'x', sizeof(piece));
	for (int i = 0; i < 200; i++) {
		long done = write(fd, piece, sizeof(piece));

		if (done < 0)
			perror("write");
		n += done;
		work();
	}
	printf("%d: %ld\n", fd, n);
	return 0;
}

/* Takes every descriptor there is, then goes on. */
NOINLINE static int use_up_files(void)
{
	static int fds[MAX_FILES];
	int n = 0;

	while (n < MAX_FILES && (fds[n] = open("/dev/null", O_RDONLY)) >= 0)
		n++;
	perror("open");
	printf("%d %d %d\n", fds[0], fds[1], fds[2]);
	printf("%ld\n", threads(8, 1 << 16));
	while (n)
		close(fds[--n]);
	printf("%d\n", open("/dev/null", O_RDONLY));
	return 0;
}

/* Takes all memory, then goes on. */
NOINLINE static int use_up_memory(void)
{
	size_t piece = 1 << 20;
	char *p;

	for (; piece >= 4096; piece /= 2)
		while ((p = mmap(NULL, piece, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED)
			;
	perror("mmap");
	printf("%ld %ld\n", work(), deep(20));
	return 0;
}

NOINLINE static int endless(int n)
{
	volatile char frame[1000];

	frame[0] = (char)n;
	return endless(n + 1) + frame[0];
}

static void on_signal(int sig)
{
	printf("signal %d after %ld\n", sig, work());
	fflush(stdout);
	_exit(6);
}

static void at_exit(void)
{
	printf("at exit %ld\n", work());
}

static int end(const char *how)
{
	if (!strcmp(how, "exit"))
		exit(4);
	if (!strcmp(how, "_exit"))
		_exit(5);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "segv"))
		*(volatile int *)(work() & 8) = 1;
	if (!strcmp(how, "overflow"))
		return endless(0);
	if (!strcmp(how, "term"))
		raise(SIGTERM);
	if (!strcmp(how, "prof"))
		raise(SIGPROF);
	if (!strcmp(how, "urg"))
		raise(SIGURG);
	if (!strcmp(how, "handled")) {
		signal(SIGTERM, on_signal);
		raise(SIGTERM);
	}
	return 3;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	atexit(at_exit);
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("%s %ld\n", what, work());
	if (!strcmp(what, "write"))
		return write_file();
	if (!strcmp(what, "files"))
		return use_up_files();
	if (!strcmp(what, "memory"))
		return use_up_memory();
	if (!strcmp(what, "small-stacks"))
		return printf("%ld\n", threads(16, (size_t)sysconf(_SC_THREAD_STACK_MIN))) < 0;
	if (!strcmp(what, "large-stacks"))
		return printf("%ld\n", threads(16, 1 << 20)) < 0;
	return end(what);
}
