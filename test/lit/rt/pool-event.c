/* A process of a pool is sampled from its start, as any other: ticks do not meet short processes on a busy machine. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: strace
// RUN: %gclang -O2 %s -o a.out && unset GPROF_OPTIONS
// RUN: strace -f -e trace=perf_event_open -o one ./a.out && grep -q perf_event_open one
// RUN: for i in 1 2 3; do GPROF_FILE=a.out.%%1m.gprof strace -f -e trace=perf_event_open -o pool.$i ./a.out || exit 1; done
// RUN: for i in 1 2 3; do grep -q perf_event_open pool.$i || exit 1; done

static volatile int sink;

__attribute__((noinline)) static void leaf(void)
{
	sink++;
}

int main(void)
{
	leaf();
	return 0;
}
