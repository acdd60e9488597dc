/* Nothing is lost when the process is killed, but the kernel's totals are not known. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && not --crash %io ./a.out
// RUN: %calls *.gprof | FileCheck %s
// RUN: %gprof report --io a.out | FileCheck --check-prefix=TOTALS %s
// CHECK: write file calls 1000 bytes 5000 errors 0 jumps 0
// TOTALS: The kernel's totals are not known: a process was killed, or waited for children.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	int fd = open("file", O_WRONLY | O_CREAT, 0600);

	for (int i = 0; i < 1000; i++)
		if (write(fd, "12345", 5) != 5)
			abort();
	raise(SIGKILL);
	return 0;
}
