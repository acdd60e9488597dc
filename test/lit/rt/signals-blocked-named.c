/* A thread that blocks the signal by name is told to have no sample, and in how much time. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out && %expect a.out %s
// RUN: %gprof report --classic a.out | FileCheck %s
// CHECK: no sample in 0.{{[1-9][0-9]}} s of CPU time
// RUN: rm *.gprof && GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof report --classic a.out | FileCheck --check-prefix=OFF %s
// OFF-NOT: no sample in

#include "Inputs/burn.h"

#include <pthread.h>
#include <signal.h>

/* CALLS: worker 1 */
__attribute__((noinline)) void *worker(void *argument)
{
	burn_until(CLOCKS_PER_SEC / 5);
	return argument;
}

int main(void)
{
	pthread_t id;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGURG);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	if (pthread_create(&id, NULL, worker, NULL))
		return 1;
	return pthread_join(id, NULL);
}
