/* No system call that takes long in the kernel fails with EINTR because time in the kernel is sampled. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out
// RUN: %gprof report --classic -b a.out | FileCheck %s
// CHECK: Flat profile:
// CHECK: <kernel>

#include <poll.h>
#include <time.h>
#include <unistd.h>

#define FILES 900

/* poll() gives up as soon as it sees a signal, whatever its time limit and SA_RESTART. */
int main(void)
{
	static struct pollfd files[FILES];
	clock_t end = clock() + CLOCKS_PER_SEC / 2;
	int ends[2];

	if (pipe(ends) < 0)
		return 2;
	for (int i = 0; i < FILES; i++)
		files[i] = (struct pollfd){ .fd = ends[0], .events = POLLIN };
	while (clock() < end)
		if (poll(files, FILES, 0) < 0)
			return 1;
	return 0;
}
