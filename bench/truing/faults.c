/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * faults.c - time in page faults: a function that is the first to write to pages, beside one
 * that writes to the same pages again, calls that give them back, and work without memory.
 */
#include "truth.h"

#include <string.h>
#include <sys/mman.h>

#define PAGE 4096
#define PAGES 200
#define AGAIN 12 /* writes to all pages */

enum { FIRST, AGAINS, BACK, OWN, N };
static const struct context contexts[N] = {
	[FIRST] = { "main;touches;*<kernel>", "main;touches" },
	[AGAINS] = { "main;writes", "main;writes" },
	[BACK] = { "main;returns;madvise;*<kernel>", "main;returns" },
	[OWN] = { "main;own", "main;own" },
};

static char *pages;

static OUT_OF_LINE void touches(void)
{
	for (int i = 0; i < PAGES; i++)
		*(volatile char *)(pages + i * PAGE) = 1;
	clocked(FIRST);
}

static OUT_OF_LINE void writes(void)
{
	for (int i = 0; i < AGAIN * PAGES; i++)
		for (int k = 0; k < PAGE / 512; k++)
			*(volatile char *)(pages + i % PAGES * PAGE + k * 512) = 2;
	clocked(AGAINS);
}

static OUT_OF_LINE void returns(void)
{
	if (madvise(pages, PAGES * PAGE, MADV_DONTNEED))
		exit(1);
	clocked(BACK);
}

static OUT_OF_LINE void own(void)
{
	burn(48000);
	clocked(OWN);
}

int main(int argc, char **argv)
{
	long times = scaled(1500, argv);

	(void)argc;
	pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		     0);
	if (pages == MAP_FAILED || madvise(pages, PAGES * PAGE, MADV_NOHUGEPAGE))
		return 1;
	truth_begin();
	for (long i = 0; i < times; i++) {
		touches();
		writes();
		returns();
		own();
	}
	truth_end(contexts, N);
	return 0;
}
