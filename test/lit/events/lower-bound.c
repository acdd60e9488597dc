/* The total of an event is a lower bound where threads have ended, and the report says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS="rate=0 events=page-faults:61" GPROF_FILE=many.gprof ./a.out threads
// RUN: %gprof report --flat --measure=page-faults a.out many.gprof | FileCheck %s
// CHECK: inexact: the total of the event 'page-faults' is a lower bound

// One thread that ends the process has all of its events.
// RUN: env GPROF_OPTIONS="rate=0 events=page-faults:61+task-clock" GPROF_FILE=one.gprof ./a.out > truth
// RUN: %gprof export --format=json a.out one.gprof > json && %events truth json | FileCheck --check-prefix=ONE %s
// ONE: 2 events, 0 failures
// RUN: %gprof report --flat --measure=page-faults a.out one.gprof | FileCheck --check-prefix=EXACT %s
// EXACT-NOT: lower bound
// EXACT: touch
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

#define PAGE 4096
#define PAGES 1000

__attribute__((noinline)) static void *touch(void *unused)
{
	volatile char *p = mmap(0, PAGES * PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise((void *)p, PAGES * PAGE, MADV_NOHUGEPAGE);
	for (long i = 0; i < PAGES; i++)
		p[i * PAGE] = 1;
	return unused;
}

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	double before = cpu_ns(), after;
	pthread_t thread;

	(void)argv;
	if (argc > 1) {
		pthread_create(&thread, NULL, touch, NULL);
		pthread_join(thread, NULL);
		return 0;
	}
	touch(NULL);
	for (volatile long i = 0; i < 20000000; i++)
		;
	after = cpu_ns();
	/* The loader's faults and time, or most of it, were before the counter. */
	printf("page-faults total %d 60\n", PAGES);
	printf("task-clock total %.0f %.0f\n", after - before / 2, before / 2 + 5e6);
	return 0;
}
