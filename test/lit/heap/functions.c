/* Every function of the allocator counts, keeps alignment, contents and errno, and fails as it does without us. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-builtin %s -o a.out && ./a.out > plain && rm *.gprof
// RUN: %heap ./a.out > counted && cmp plain counted
// RUN: %sums *.gprof | FileCheck %s
// CHECK: blocks 13 bytes 10650 frees 12 freed 10550 {{.*}} left 100 {{.*}} foreign 0
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Written without stdio, which allocates. */
static void say(const char *what, int ok)
{
	char line[80];
	size_t n = strlen(what);

	memcpy(line, what, n);
	memcpy(line + n, ok ? " yes\n" : " no\n", 5);
	(void)!write(1, line, n + 4 + (ok != 0));
}

static int is_aligned(const void *block, uintptr_t to)
{
	return block && (uintptr_t)block % to == 0;
}

static void sizes(void)
{
	char *p = calloc(10, 10);
	char zero[100] = { 0 };

	say("calloc is zero", !memcmp(p, zero, 100));
	memset(p, 7, malloc_usable_size(p));
	p = realloc(p, 1000);
	say("contents stay", p[0] == 7 && p[99] == 7);
	p = reallocarray(p, 200, 10);
	say("contents stay", p[0] == 7 && p[99] == 7);
	say("usable size", malloc_usable_size(p) >= 2000);
	memset(p, 8, malloc_usable_size(p));
	free(p);
	say("of nothing", malloc_usable_size(NULL) == 0);
}

static void alignments(void)
{
	void *p;

	p = aligned_alloc(64, 640);
	say("aligned_alloc", is_aligned(p, 64));
	free(p);
	p = memalign(256, 300);
	say("memalign", is_aligned(p, 256));
	free(p);
	say("posix_memalign", !posix_memalign(&p, 4096, 100) && is_aligned(p, 4096));
	free(p);
	say("wrong alignment", posix_memalign(&p, 3, 100) == EINVAL);
	p = valloc(10);
	say("valloc", is_aligned(p, 4096));
	free(p);
	p = pvalloc(5000);
	say("pvalloc", is_aligned(p, 4096) && malloc_usable_size(p) >= 8192);
	memset(p, 1, 8192);
	free(p);
}

static void failures(void)
{
	char *p = malloc(100);
	volatile size_t most = SIZE_MAX, large = PTRDIFF_MAX;

	errno = 0;
	say("too much", !malloc(large) && errno == ENOMEM);
	errno = 0;
	say("too much", !malloc(most - 8) && errno == ENOMEM);
	errno = 0;
	say("overflow", !calloc(most / 2, 3) && errno == ENOMEM);
	errno = 0;
	say("overflow", !reallocarray(p, most / 2, 3) && errno == ENOMEM);
	p[0] = 5;
	errno = 0;
	say("too much", !realloc(p, large) && errno == ENOMEM && p[0] == 5);
	errno = 33;
	free(p);
	say("errno stays", errno == 33);
	p = malloc(0);
	say("no bytes", p != NULL);
	say("freed by realloc", !realloc(p, 0));
	p = strdup("kilograms");
	free(p);
	free(malloc(1290));
	p = malloc(100);
	say("left", p != NULL);
}

int main(void)
{
	sizes();
	alignments();
	failures();
	return 0;
}
