/* Ticks take half of what snapshots may, and a tick more, at most: phases and dumps find room after any number of them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O1 -I%source/include %s -o a.out && GPROF_OPTIONS="snapshot-every=1 rate=4000 snapshots=2" ./a.out
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: taken at intervals
// CHECK: dump late
// CHECK: lost: nothing

#include <gprof-llvm/format.h>
#include <gprof-llvm/gprof.h>
#include <fcntl.h>
#include <glob.h>
#include <time.h>
#include <unistd.h>

#define COUNTERS 20000
#define TICK (3 * COUNTERS + 4096)

/* Counters of no function, so that a tick is large. */
static uint64_t more[COUNTERS] __attribute__((section("gprof_cnt"), used));

static long taken(void)
{
	struct gprof_file_header h;
	glob_t found;
	int fd = glob("a.out.*.gprof", 0, NULL, &found) ? -1 : open(found.gl_pathv[0], O_RDONLY);

	if (fd < 0 || read(fd, &h, sizeof(h)) != sizeof(h) || close(fd))
		return -1;
	return (long)h.snapshot_bytes;
}

int main(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 2;

	while (clock() < end)
		for (int i = 0; i < COUNTERS; i++)
			__asm__ volatile("incq %%gs:(%0)" : : "r"(&more[i]) : "memory", "cc");
	if (taken() < TICK / 4 || taken() > (1 << 20) + TICK)
		return 1;
	return gprof_dump("late") ? 2 : 0;
}
