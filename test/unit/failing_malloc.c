/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * failing_malloc.c - linked into a copy of the tool: memory that runs out once.
 *
 * The program's malloc() takes the place of the C library's for all libraries of the
 * process.  With GPROF_TEST_FAIL_AT=N in the environment the N-th allocation, from 1,
 * fails; with 0 a program that exits writes their number, as a line "allocations N",
 * to stderr.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static unsigned long number, fail_at;

static void start(void) __attribute__((constructor));
static void end(void) __attribute__((destructor));

/* What the loader and other constructors ask for comes before, and is not counted. */
static void start(void)
{
	const char *text = getenv("GPROF_TEST_FAIL_AT");

	number = 0;
	fail_at = text ? strtoul(text, NULL, 10) : 0;
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
