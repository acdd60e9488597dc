/* Where the file cannot grow, threads share a block, and the file says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof | FileCheck %s
// CHECK: flags 1
// CHECK: lost {{[0-9]+ [0-9]+ [1-9]}}

#include <pthread.h>
#include <sys/resource.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static void *run(void *argument)
{
	leaf();
	return argument;
}

int main(void)
{
	const struct rlimit none = { 0, 0 };
	pthread_t thread;

	if (setrlimit(RLIMIT_FSIZE, &none))
		return 1;
	for (int i = 0; i < 3; i++) {
		if (pthread_create(&thread, NULL, run, NULL))
			return 1;
		pthread_join(thread, NULL);
	}
	return 0;
}
