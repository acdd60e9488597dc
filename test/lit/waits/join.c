/* The end of a thread that another waits for has a row, with the thread's number. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS=clock=wall ./a.out
// RUN: %gprof report --no-head --locks a.out | FileCheck %s
// CHECK: '{{.*}}' (tid {{[0-9]+}}) (end of a thread)
// CHECK-NEXT: waiting: joins 100 %

#include <pthread.h>
#include <unistd.h>

static volatile int done;

static void *work(void *unused)
{
	(void)unused;
	usleep(400000);
	return NULL;
}

__attribute__((noinline)) static void joins(pthread_t thread)
{
	pthread_join(thread, NULL);
	done++;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	joins(thread);
	return 0;
}
