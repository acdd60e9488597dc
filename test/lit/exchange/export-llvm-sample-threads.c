/* The callees of a call by pointer have the calls of all threads and of all runs. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -w -g1 -O2 -fpseudo-probe-for-profiling -pthread %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=llvm-sample a.out | FileCheck --check-prefix=ONE %s
// RUN: env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=llvm-sample a.out a.out.*.gprof | FileCheck --check-prefix=TWO %s
// ONE: 12000 {{[^ ]*one[^ ]*}}:4000 {{[^ ]*two[^ ]*}}:4000 {{[^ ]*zed[^ ]*}}:4000{{$}}
// TWO: 24000 {{[^ ]*one[^ ]*}}:8000 {{[^ ]*two[^ ]*}}:8000 {{[^ ]*zed[^ ]*}}:8000{{$}}
#include <pthread.h>
#include <stddef.h>

#define THREADS 4

static volatile int sink;

__attribute__((noinline)) static void one(void)
{
	sink = 1;
}

__attribute__((noinline)) static void two(void)
{
	sink = 2;
}

__attribute__((noinline)) static void zed(void)
{
	sink = 3;
}

static void (*volatile targets[])(void) = { one, two, zed };

static void *job(void *unused)
{
	for (int i = 0; i < 3000; i++)
		targets[i % 3]();
	return unused;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, job, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
