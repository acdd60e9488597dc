/* A profile's list has no function of which a killed process left open whether it ran; a run that ends leaves nothing open. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=llvm-sample --table=extbinary -o a.prof a.out && grep -a never a.prof && rm *.gprof
// RUN: not --crash env GPROF_OPTIONS=rate=0 ./a.out killed
// RUN: %gprof export --format=llvm-sample --table=extbinary -o a.prof a.out && not grep -a -e never -e left_open a.prof
#include <signal.h>
#include <unistd.h>

static volatile int sink;

int never(int x)
{
	for (int i = 0; i < x; i++)
		sink += i;
	return sink = 3 * x;
}

__attribute__((noinline)) int left_open(int x)
{
	if (x > 1)
		kill(getpid(), SIGKILL);
	return sink = x;
}

int main(int argc, char **argv)
{
	(void)argv;
	return argc > 5 ? never(argc) : left_open(argc) > 1;
}
