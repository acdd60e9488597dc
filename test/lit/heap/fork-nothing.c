/* Forked children that allocate nothing count as counted, however they end; a run without --memory does not. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && %heap ./a.out
// RUN: %gprof report --brief --measure=alloc a.out | FileCheck %s
// RUN: %gprof merge -o all.gprof a.out *.gprof && %gprof report --brief --measure=alloc a.out all.gprof | FileCheck %s
// RUN: for f in a.out.*.gprof; do %sums $f; done | grep -c 'no heap' | FileCheck --check-prefix=ALONE %s
// RUN: rm *.gprof && %allstacks ./a.out && %gprof report --brief --measure=alloc a.out | FileCheck %s
// RUN: env GPROF_OPTIONS=rate=0 ./a.out && %gprof report --brief --measure=alloc a.out *.gprof | FileCheck --check-prefix=HALF %s
// CHECK: 600 B allocated in 6 blocks
// CHECK: of 4 processes
// CHECK-NOT: count allocations
// CHECK: {{100.00 +600 B +6 +6 +1.0 .* make}}
// The child that exits says it itself.
// ALONE: 2
// HALF: 4 of 8 profiles count allocations
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile block;

__attribute__((noinline)) static void make(void)
{
	block = malloc(100);
}

int main(void)
{
	for (int i = 0; i < 6; i++)
		make();
	for (int i = 0; i < 3; i++)
		if (!fork()) {
			if (i == 0)
				_exit(0);
			if (i == 1)
				kill(getpid(), SIGKILL);
			return 0;
		}
	while (wait(NULL) > 0)
		;
	return 0;
}
