/* A thread that has ended leaves its table to the next one: a thousand threads, one after the other, take one. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %s -o a.out && %heap ./a.out
// RUN: %sums *.gprof | FileCheck %s
// RUN: %gprof report --brief --measure=allocs a.out | FileCheck --check-prefix=REPORT %s
// CHECK: threads 2 foreign 0
// REPORT: 2000 {{.*}} run
#include <pthread.h>
#include <stdlib.h>

static void *volatile sink;

static void *run(void *unused)
{
	for (int i = 0; i < 2; i++) {
		sink = malloc(100);
		free(sink);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 1000; i++) {
		pthread_create(&thread, NULL, run, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}
