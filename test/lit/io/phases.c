/* Phases have no reads and writes of their own: the table of one says that it is of the whole run. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out && %io ./a.out
// RUN: %gprof report --io --phase=load a.out | FileCheck %s
// RUN: %gprof report --measure=written --phase=load a.out | FileCheck --check-prefix=MEASURE %s
// RUN: %gprof report --io a.out | FileCheck --check-prefix=WHOLE %s
// CHECK: a.out: 0 B read in 0 calls, 15 B written in 3; 0 of them failed
// CHECK-NEXT: of the whole run: reads and writes of a part of it are not counted
// MEASURE: a.out: 0 B read in 0 calls, 15 B written in 3, of system calls and stdio; 0 of them failed
// MEASURE-NEXT: of the whole run: reads and writes of a part of it are not counted
// WHOLE: 15 B written in 3
// WHOLE-NOT: of the whole run
#include <fcntl.h>
#include <gprof-llvm/gprof.h>
#include <unistd.h>

__attribute__((noinline)) static void put(int fd)
{
	if (write(fd, "12345", 5) != 5)
		_exit(1);
}

int main(void)
{
	int fd = open("file", O_WRONLY | O_CREAT, 0600);

	gprof_phase_begin("load");
	put(fd);
	gprof_phase_end("load");
	put(fd);
	put(fd);
	return 0;
}
