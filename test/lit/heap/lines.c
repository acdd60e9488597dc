/* Blocks and bytes by the line that had them allocated: in annotated source and in charts of lines, as the program knows them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -g -O1 -pthread %s -o a.out && %heap ./a.out
// RUN: %gprof annotate --measure=alloc a.out make | FileCheck %s --implicit-check-not=samples
// CHECK: allocated bytes: {{[0-9.]+}} KiB in {{[0-9]+}} blocks
// CHECK: make ({{.*}}lines.c:[[#]])
// CHECK: blocks weight funct. progr. bytes progr. source
// CHECK: 300 100B {{[0-9. ]+}} 29.3K {{.*}} small[i] = malloc(100);
// CHECK: 300 1.0K {{[0-9. ]+}} 300.0K {{.*}} large = realloc(large, 1024);
// CHECK: A line has what its calls caused, by their return addresses: counted, not sampled.
// RUN: %gprof histogram --by=line --measure=allocs a.out | FileCheck %s --check-prefix=CHART
// CHART: Blocks by line of
// CHART: blocks % cum %
// CHART: 300 {{.*}} small[i] = malloc(100);
// CHART: 300 {{.*}} large = realloc(large, 1024);
// Blocks that another thread frees are gone where they were allocated; the rest is live at the end.
// RUN: %gprof histogram --by=line --measure=live a.out | FileCheck %s --check-prefix=LIVE
// LIVE: Bytes by line of
// LIVE: 10000 {{.*}} small[i] = malloc(100);
// LIVE: 1024 {{.*}} large = realloc(large, 1024);
// RUN: %gprof histogram --by=function --measure=allocs a.out | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: 600 {{.*}} make
// Charts of moments and threads have no place for blocks.
// RUN: not %gprof histogram --by=time --measure=alloc a.out 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: --by=time cannot show allocated bytes, whose samples have no time
// RUN: not %gprof histogram --by=thread --measure=alloc a.out 2>&1 | FileCheck %s --check-prefix=THREAD
// THREAD: --by=thread cannot show allocated bytes: `gprof-llvm report --thread=WHICH --measure=alloc' has a table of a thread
// RUN: not %gprof annotate --measure=read a.out 2>&1 | FileCheck %s --check-prefix=IO
// IO: gprof-llvm: no profile of 'a.out' has bytes read: run it with `gprof-llvm run --io'
#include <pthread.h>
#include <stdlib.h>

static void *small[300];
static void *volatile large;

__attribute__((noinline)) static void make(void)
{
	for (int i = 0; i < 300; i++) {
		small[i] = malloc(100);
		large = realloc(large, 1024);
	}
}

static void *release(void *unused)
{
	for (int i = 0; i < 200; i++)
		free(small[i]);
	return unused;
}

int main(void)
{
	pthread_t thread;

	make();
	if (pthread_create(&thread, NULL, release, NULL))
		return 1;
	return pthread_join(thread, NULL);
}
