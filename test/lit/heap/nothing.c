/* A run that allocates nothing says so, and does not ask for a run with --memory. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %heap ./a.out
// RUN: %gprof report --measure=peak a.out | FileCheck --match-full-lines %s
// RUN: not %gprof report --tree --measure=alloc a.out 2>&1 | FileCheck --check-prefix=TREE %s
// RUN: rm *.gprof && %heap ./a.out child && %gprof report --measure=alloc a.out | FileCheck --check-prefix=CHILD %s
// CHECK: a.out: nothing was allocated
// CHECK-NOT: {{.+}}
// TREE: 'a.out' allocated nothing, so no block has a stack
// CHILD: a.out: 100 B allocated in 1 block
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void *volatile block;

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1 && !fork()) {
		block = malloc(100);
		return 0;
	}
	wait(NULL);
	return 0;
}
