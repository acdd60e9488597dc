/* All memory that /proc/self/maps calls writable can be read, as collectors of garbage do, in a pool too. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o m && ./m | FileCheck %s
// RUN: env GPROF_FILE=%%e.%%2m.gprof ./m | FileCheck %s && env GPROF_FILE=%%e.%%2m.gprof ./m | FileCheck %s
// CHECK: read all, 2 times
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 20];
static volatile char sink;

static void read_all(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	size_t n = fread(text, 1, sizeof text - 1, maps);

	fclose(maps);
	text[n] = 0;
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char rights[5], *at, *end;

		if (sscanf(line, "%p-%p %4s", (void **)&at, (void **)&end, rights) != 3 ||
		    strncmp(rights, "rw", 2))
			continue;
		for (; at < end; at += 4096)
			sink = *at;
	}
}

/* So many that the file becomes longer. */
static int calls(int (*f)(int), int n)
{
	return f(n);
}

#define F(n) static __attribute__((noinline)) int f##n(int x) { return x + n; }
#define FS(n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define A(n) f##n,
#define AS(n) A(n##0) A(n##1) A(n##2) A(n##3) A(n##4) A(n##5) A(n##6) A(n##7) A(n##8) A(n##9)
#define TENS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)
#define MANY(X) TENS(X) \
	X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(21) X(22) X(23) X(24) X(25) X(26) \
	X(31) X(32) X(33) X(34) X(35) X(36) X(41) X(42) X(43) X(44) X(45) X(46) X(51) X(52) X(53)

MANY(FS)

static int (*const all[])(int) = { MANY(AS) };

int main(void)
{
	read_all();
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		sink = (char)calls(all[i], (int)i);
	read_all();
	puts("read all, 2 times");
	return 0;
}
