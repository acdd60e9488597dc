/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * failing_malloc.c - linked into a copy of the tool: memory that runs out once.
 *
 * The program's malloc() takes the place of the C library's for all libraries of the
 * process.  Before main the process becomes a server: it reads numbers N from stdin, a
 * line each, and forks a child for each.  The child goes on to main, and its N-th
 * allocation, from 1, fails.  With 0 none fails, and the child writes their number, as a
 * line "allocations N", to stderr at its end.  The child's output goes to the files
 * starved.out and starved.err of the current directory.  When it has ended, the server
 * prints its exit status, or minus the number of the signal that ended it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static unsigned long number, fail_at;

static void start(void) __attribute__((constructor));
static void end(void) __attribute__((destructor));

static void redirect(int fd, const char *path, int flags)
{
	int to = open(path, flags | O_CLOEXEC, 0666);

	if (to < 0 || dup2(to, fd) < 0)
		_exit(126);
}

/* Ends in the server when there are no more numbers; returns in each child. */
static unsigned long serve(void)
{
	unsigned long n;
	int status;
	pid_t child;

	while (scanf("%lu", &n) == 1) {
		child = fork();
		if (!child) {
			redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
			redirect(STDOUT_FILENO, "starved.out", O_WRONLY | O_CREAT | O_TRUNC);
			redirect(STDERR_FILENO, "starved.err", O_WRONLY | O_CREAT | O_TRUNC);
			return n;
		}
		if (child < 0 || waitpid(child, &status, 0) < 0)
			_exit(126);
		printf("%d\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
		fflush(stdout);
	}
	_exit(0);
}

/* Allocations of the loader and of other constructors come before, and are not counted. */
static void start(void)
{
	fail_at = serve();
	number = 0;
}

static void end(void)
{
	if (!fail_at)
		fprintf(stderr, "allocations %lu\n", number);
}

static int fails(void)
{
	if (++number != fail_at)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
