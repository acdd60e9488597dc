/* A program that exec replaces by itself has the page faults of each image once. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && env GPROF_OPTIONS="rate=0 faults=7" ./a.out > truth
// RUN: %gprof report --faults a.out *.gprof > report && %rows truth report | FileCheck %s
// CHECK: 2 rows, 0 failures

// The new image alone has what the kernel counted before it, in a row of its own.
// RUN: %gprof report --faults a.out *.2.gprof > report && %rows truth2 report | FileCheck --check-prefix=ALONE %s
// RUN: FileCheck --check-prefix=ROW %s < report
// ALONE: 1 rows, 0 failures
// ROW: {{ 3[0-9][0-9][0-9]}} <before the program's first sample>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define PAGE 4096
#define FIRST 3000
#define SECOND 1000

__attribute__((noinline)) static void touch(long pages)
{
	volatile char *p = mmap(0, pages * PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise((void *)p, pages * PAGE, MADV_NOHUGEPAGE);
	for (long i = 0; i < pages; i++)
		p[i * PAGE] = 1;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	FILE *alone;

	if (argc == 1) {
		touch(FIRST);
		execl(argv[0], argv[0], "again", (char *)0);
		return 1;
	}
	touch(SECOND);
	getrusage(RUSAGE_SELF, &usage);
	printf("minor function touch %d 28\n", FIRST + SECOND);
	/* Without the faults of the second loader, and a few at the end. */
	printf("minor total - %ld 300\n", usage.ru_minflt);
	alone = fopen("truth2", "w");
	if (!alone)
		return 1;
	fprintf(alone, "minor total - %ld 60\n", usage.ru_minflt);
	return fclose(alone) != 0;
}
