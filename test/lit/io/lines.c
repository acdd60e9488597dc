/* Bytes written by the line that wrote them, in annotated source and in a chart of lines. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -g -O1 %s -o a.out && %io ./a.out
// RUN: %gprof annotate --measure=written a.out save | FileCheck %s
// CHECK: bytes written: 3.00 KiB in 8 calls
// CHECK: calls weight funct. progr. bytes progr. source
// CHECK: 4 256B {{[0-9. ]+}} 1.0K {{.*}} n += write(fd, block, 256);
// CHECK: 4 512B {{[0-9. ]+}} 2.0K {{.*}} n += pwrite(fd, block, 512, 4096);
// RUN: %gprof histogram --by=line --measure=io-calls a.out | FileCheck %s --check-prefix=CHART
// CHART: Calls by line of
// CHART: 4 {{.*}} n += write(fd, block, 256);
#include <fcntl.h>
#include <unistd.h>

static char block[512];

__attribute__((noinline)) static long save(int fd)
{
	long n = 0;

	for (int i = 0; i < 4; i++) {
		n += write(fd, block, 256);
		n += pwrite(fd, block, 512, 4096);
	}
	return n;
}

int main(void)
{
	int fd = open("out", O_CREAT | O_WRONLY, 0600);

	return fd < 0 || save(fd) != 4 * (256 + 512);
}
