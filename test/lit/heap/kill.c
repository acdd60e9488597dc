/* Nothing is lost when the process is killed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && not --crash %heap ./a.out
// RUN: %sums *.gprof | FileCheck %s
// CHECK: blocks 1000 bytes 100000 frees 300 freed 30000 temporary 1 young {{.*}} left 70000 peak 100000 top 100000 threads 1
#include <signal.h>
#include <stdlib.h>

static void *blocks[1000];

int main(void)
{
	for (int i = 0; i < 1000; i++)
		blocks[i] = malloc(100);
	for (int i = 0; i < 300; i++)
		free(blocks[999 - i]);
	raise(SIGKILL);
	return 0;
}
