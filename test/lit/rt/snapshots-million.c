/* A snapshot of 1,000,000 counters takes at most 3 bytes for each that has changed a little, and nothing for the others; so does memory. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 -I%source/include %s -o a.out && GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: snapshots: 4,
// CHECK: lost: nothing

#include <gprof-llvm/format.h>
#include <gprof-llvm/gprof.h>
#include <fcntl.h>
#include <glob.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

#define MILLION 1000000l

/* Counters of no function: to compile a million of functions takes minutes. */
static uint64_t more[MILLION] __attribute__((section("gprof_cnt"), used));

__attribute__((noinline)) static void count(long step, int times)
{
	for (long i = 0; i < MILLION; i += step)
		for (int k = 0; k < times; k++)
			__asm__ volatile("incq %%gs:(%0)" : : "r"(&more[i]) : "memory", "cc");
}

/* Bytes of the profile that snapshots have taken; -1 on failure. */
static long taken(void)
{
	struct gprof_file_header h;
	glob_t found;
	int fd = glob("a.out.*.gprof", 0, NULL, &found) ? -1 : open(found.gl_pathv[0], O_RDONLY);

	if (fd < 0 || read(fd, &h, sizeof(h)) != sizeof(h) || close(fd))
		return -1;
	return (long)h.snapshot_bytes;
}

/* What a snapshot takes, in bytes. */
static long snapshot(void)
{
	long before = taken();

	return gprof_dump("") || before < 0 ? MILLION * 8 : taken() - before;
}

int main(void)
{
	struct rusage usage;

	if (snapshot() > 4096)
		return 1;
	count(1, 50);
	if (snapshot() > 3 * MILLION)
		return 2;
	if (snapshot() > 4096)
		return 3;
	count(1000, 1);
	if (snapshot() > 3 * MILLION / 1000 + 4096)
		return 4;
	/* The counters, the file, a copy of the counts, the content: 8 MB each at most. */
	return getrusage(RUSAGE_SELF, &usage) || usage.ru_maxrss > 64 * 1024 ? 5 : 0;
}
