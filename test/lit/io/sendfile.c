/* sendfile and copy_file_range read one file and write another. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// RUN: %gprof report --io --brief a.out | FileCheck --check-prefix=TOTALS %s
// CHECK: read from calls 2 bytes 14 errors 0
// CHECK: write from calls 1 bytes 10 errors 0
// CHECK-NEXT: write to calls 2 bytes 14 errors 0
// TOTALS: <inside libraries>: 0 B in 0 reads, 0 B in 0 writes
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(void)
{
	int from = open("from", O_RDWR | O_CREAT, 0600), to = open("to", O_RDWR | O_CREAT, 0600);
	off_t at = 0;

	if (write(from, "1234567890", 10) != 10 || sendfile(to, from, &at, 10) != 10)
		abort();
	at = 0;
	if (copy_file_range(from, &at, to, NULL, 4, 0) != 4)
		abort();
	return 0;
}
