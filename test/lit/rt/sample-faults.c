/* Time in page faults is that of the code that met them, not of the code that runs after it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out > truth && %gprof export --format=folded a.out > told
// RUN: awk 'NR == FNR { true = $1; next } { all += $NF } /user/ { user += $NF } END { exit !(all && user / all < true + 0.2) }' truth told
// RUN: awk '/<kernel>/ { all += $NF } /touches;<kernel>/ { met += $NF } END { exit !(2 * met > all) }' told

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define PAGE 4096
#define PAGES 300

static char *pages;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

__attribute__((noinline)) static void touches(void)
{
	for (int i = 0; i < PAGES; i++)
		*(volatile char *)(pages + i * PAGE) = 1;
}

__attribute__((noinline)) static void user(void)
{
	for (int i = 0; i < 300000; i++)
		__asm__ volatile("" : : : "memory");
}

/* Prints the part of the time that user() takes. */
int main(void)
{
	double own = 0, begun = now(), before;

	pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		     0);
	if (pages == MAP_FAILED || madvise(pages, PAGES * PAGE, MADV_NOHUGEPAGE))
		return 1;
	while (now() - begun < 0.7) {
		touches();
		madvise(pages, PAGES * PAGE, MADV_DONTNEED);
		before = now();
		user();
		own += now() - before;
	}
	printf("%.3f\n", own / (now() - begun));
	return 0;
}
