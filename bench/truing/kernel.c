/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kernel.c - time in the kernel: long reads, many short writes, and work that
 * makes no system call, in pieces of all three.
 */
#include "truth.h"

#include <fcntl.h>
#include <unistd.h>

#define SIZE (1 << 20)
#define WRITES 300

enum { READ, WRITE, OWN, N };
static const struct context contexts[N] = {
	[READ] = { "main;reads;read;<kernel>", "main;reads" },
	[WRITE] = { "main;writes;write;*<kernel>", "main;writes" },
	[OWN] = { "main;own", "main;own" },
};

static char bytes[SIZE];
static int zero, null;

static OUT_OF_LINE void reads(void)
{
	if (read(zero, bytes, SIZE) != SIZE)
		exit(1);
	clocked(READ);
}

static OUT_OF_LINE void writes(void)
{
	for (int i = 0; i < WRITES; i++)
		if (write(null, bytes, 1) != 1)
			exit(1);
	clocked(WRITE);
}

static OUT_OF_LINE void own(void)
{
	burn(48000);
	clocked(OWN);
}

int main(int argc, char **argv)
{
	static void (*const functions[])(void) = { reads, writes, own, own };
	long times = scaled(20000, argv);

	(void)argc;
	zero = open("/dev/zero", O_RDONLY);
	null = open("/dev/null", O_WRONLY);
	if (zero < 0 || null < 0)
		return 1;
	truth_begin();
	for (long i = 0; i < times; i++)
		functions[chance(4)]();
	truth_end(contexts, N);
	return 0;
}
