/* A call beside one of the profiler's own is counted once, and the profiler has no part in the profile. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -w -g1 -O2 -fpseudo-probe-for-profiling %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=llvm-sample a.out | FileCheck --implicit-check-not=__gprof %s
// CHECK: : 1000 pthread_sigmask:1000{{$}}
// CHECK-NEXT: : 1000 {{[^ ]*work[^ ]*}}:1000{{$}}
// CHECK-NEXT: : 1000 pthread_sigmask:1000{{$}}
#include <signal.h>
#include <stddef.h>

static volatile int sink;

__attribute__((noinline)) static void work(int i)
{
	sink = i;
}

__attribute__((noinline)) static void critical(int n)
{
	sigset_t all, old;

	sigfillset(&all);
	for (int i = 0; i < n; i++) {
		pthread_sigmask(SIG_BLOCK, &all, &old);
		work(i);
		pthread_sigmask(SIG_SETMASK, &old, NULL);
	}
}

int main(void)
{
	critical(1000);
	return 0;
}
