/* `gprof-llvm run --io' needs no other compilation, and goes together with --memory. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: GPROF_OPTIONS=rate=0 %gprof run --io --memory --quiet -- ./a.out
// RUN: %gprof report --io --brief a.out | FileCheck %s
// RUN: %gprof report --measure=alloc --brief a.out | FileCheck --check-prefix=MEMORY %s
// CHECK: a.out: 0 B read in 0 calls, 5 B written in 1; 0 of them failed
// MEMORY: a.out: 100 B allocated in 1 block
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	void *volatile block = malloc(100);
	int fd = open("file", O_WRONLY | O_CREAT, 0600);

	free(block);
	return write(fd, "12345", 5) != 5;
}
