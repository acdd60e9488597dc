/* Where the kernel has no memory for the record of interrupts a thread's own clock samples without it; where it has none for the clock, ticks do. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: strace
// RUN: %gclang -O2 %s -o a.out && export GPROF_OPTIONS="rate=1000 tick-sampling=never"
// RUN: GPROF_FILE=one.gprof strace -o log -P 'anon_inode:[perf_event]' -e trace=mmap -e inject=mmap:error=EPERM:when=1+2 ./a.out
// RUN: GPROF_FILE=none.gprof strace -o log2 -P 'anon_inode:[perf_event]' -e trace=mmap -e inject=mmap:error=EPERM ./a.out
// RUN: %gprof export --format=json a.out one.gprof | %python %S/Inputs/sampled.py work
// RUN: %gprof export --format=json a.out none.gprof | %python %S/Inputs/sampled.py work
// RUN: %readprofile one.gprof | grep "clock 2" || %gprof report --classic -b a.out one.gprof | FileCheck %s
// RUN: %readprofile one.gprof | grep "clock 2" || grep -c INJECTED log | grep -v '^0$'
// RUN: %gprof report --classic -b a.out none.gprof | FileCheck %s --check-prefix=NONE
// CHECK: time:
// CHECK-NOT: kernel's ticks
// CHECK: {{ work$}}
// NONE: kernel's ticks
// NONE: {{ work$}}

#include <time.h>

static volatile long sink;

__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 100000; i++)
		sink++;
}

int main(void)
{
	while (clock() < CLOCKS_PER_SEC / 4)
		work();
	return 0;
}
