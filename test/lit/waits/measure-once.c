// --measure=lock-wait has the waits for pthread_once, whose slow path has no name in a stripped libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclang -g -O1 -pthread %s -o a.out && GPROF_OPTIONS=clock=wall ./a.out
// RUN: %gprof report --locks a.out | FileCheck %s --check-prefix=LOCKS
// LOCKS: once{{ .*}}pthread_once
// RUN: %gprof export --measure=lock-wait --format=folded a.out | FileCheck %s
// CHECK: first{{.*}};{{.*}}pthread_once
#include <pthread.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin(void)
{
	usleep(700000);
}

__attribute__((noinline)) static void first(void)
{
	pthread_once(&once, begin);
	__asm__ volatile("");
}

static void *work(void *argument)
{
	first();
	return argument;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, work, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
}
