/*
 * On a full btrfs, which writes what it has stored already to another place, counting goes on.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * REQUIRES: btrfs
 * RUN: %gclang -O2 %s -o a.out && truncate -s 128M image && mkfs.btrfs -q image && mkdir disk
 * RUN: unshare -m sh -e -c "mount -o loop image disk && cd disk && GPROF_FILE=a.gprof ../a.out && cp a.gprof .."
 * RUN: %expect a.out %s a.gprof
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static char ones[65536];

/* CALLS: work 2000 */
__attribute__((noinline)) static int work(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n + 1;
}

/* More than once: what is written back makes room. */
static void fill_disk(int fd)
{
	memset(ones, 1, sizeof(ones));
	for (int i = 0; i < 3; i++) {
		while (write(fd, ones, sizeof(ones)) > 0)
			;
		while (write(fd, ones, 4096) > 0)
			;
		fsync(fd);
	}
}

int main(void)
{
	int n = 0;

	/* ARC: main -> work 2000 */
	while (n < 1000)
		n = work(n);
	sync();
	fill_disk(open("full", O_WRONLY | O_CREAT, 0600));
	while (n < 2000)
		n = work(n);
	return unlink("full");
}
