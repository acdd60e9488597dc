/* A program that knows its page faults: by function, by memory, in system calls, and as the kernel counts them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && env GPROF_OPTIONS="rate=0 faults=auto" ./a.out > truth
// RUN: %gprof report --faults a.out > report && %rows truth report | FileCheck %s
// RUN: FileCheck --check-prefix=REPORT %s < report
// RUN: env GPROF_OPTIONS="faults=7" ./a.out > truth7
// RUN: %gprof report --faults a.out > report7 && %rows truth7 report7 | FileCheck %s
// RUN: %gprof report --faults --brief --limit=1 a.out | FileCheck --check-prefix=BRIEF %s
// RUN: %gprof export --format=json a.out | %python -c "import json, sys; d = json.load(sys.stdin); e = d['events']; f = d['functions']; n = sum(s['events'] for s in e['samples'] if s['event'] == 'minor-faults' and f[s['function']]['name'] == 'touch'); print(abs(n - 4000) <= 7, e['kinds'][0]['period'])" | FileCheck --check-prefix=JSON %s
// JSON: True 7
// CHECK: 8 rows, 0 failures
// REPORT: minor page faults; one of 61 in user code has a sample, up to 60 have none
// REPORT-NEXT: major page faults; each in user code has a sample
// REPORT: In short:
// REPORT: 'touch' meets {{[45][0-9]}} % of the {{[0-9]+}} minor page faults in 'anonymous mapping'
// REPORT: The kernel meets {{[123][0-9]}} % of the minor page faults in system calls
// REPORT: Minor page faults by function:
// REPORT: <in system calls, or not sampled>
// REPORT-NEXT: <before the program's first sample>
// BRIEF: {{^ *[0-9.]+ +[0-9]+ .*}} touch
// BRIEF-NEXT: and {{[0-9]}} more (--limit=0)
// BRIEF-NOT: A minor fault makes
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define PAGE 4096
#define STATIC 1000
#define MAPPED 4000
#define COPIED 700
#define KERNEL 2000

static char array[STATIC * PAGE] __attribute__((aligned(PAGE)));

__attribute__((noinline)) static void touch(volatile char *p, size_t pages)
{
	for (size_t i = 0; i < pages; i++)
		p[i * PAGE] = 1;
}

__attribute__((noinline)) static void touch_array(volatile char *p)
{
	for (size_t i = 0; i < STATIC; i++)
		p[i * PAGE] = 1;
}

/* Pages of a file that are only read, or shared, would be mapped several at a time. */
__attribute__((noinline)) static void touch_file(volatile char *p)
{
	for (size_t i = 0; i < COPIED; i++)
		p[i * PAGE] = 1;
}

/* One fault a page: no large pages. */
static char *map(size_t pages, int fd)
{
	char *p = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE,
		       fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE, fd, 0);

	if (p == MAP_FAILED)
		abort();
	madvise(p, pages * PAGE, MADV_NOHUGEPAGE);
	return p;
}

static char *map_file(void)
{
	static char data[COPIED * PAGE];
	int fd = open("data.bin", O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, data, sizeof data) != sizeof data)
		abort();
	return map(COPIED, fd);
}

int main(void)
{
	struct rusage usage;
	char *p = map(MAPPED, -1), *kernel = map(KERNEL, -1), *file = map_file();

	madvise(array, sizeof array, MADV_NOHUGEPAGE);
	touch_array(array);
	touch(p, MAPPED);
	touch_file(file);
	if (read(open("/dev/zero", O_RDONLY), kernel, KERNEL * PAGE) != KERNEL * PAGE)
		abort();
	printf("minor function touch %d 61\nminor function touch_array %d 61\n", MAPPED, STATIC);
	printf("minor function touch_file %d 61\nminor memory .bss %d 61\n", COPIED, STATIC);
	printf("minor memory /data.bin %d 61\n", COPIED);
	/* write() reads 'data'.  Other calls' faults are in it, too, and those that samples left
	   out. */
	printf("minor function sampled> %d 400\n", KERNEL + COPIED);
	fflush(stdout);
	getrusage(RUSAGE_SELF, &usage);
	printf("minor total - %ld 60\nminor sum - %ld 60\n", usage.ru_minflt, usage.ru_minflt);
}
