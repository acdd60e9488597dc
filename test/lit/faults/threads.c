/* Each thread's page faults are its own, also of threads that ended, and of a forked child. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out -pthread && env GPROF_OPTIONS="rate=0 faults=7" ./a.out > truth
// RUN: %gprof report --faults a.out > report && %rows truth report | FileCheck %s
// RUN: FileCheck --check-prefix=HEAD %s < report
// RUN: %gprof report --faults --thread=#0 a.out | FileCheck --check-prefix=THREAD %s
// CHECK: 4 rows, 0 failures
// HEAD-NOT: the totals are as of
// THREAD: the totals are as of the last sample of each thread
// THREAD-NOT: in_thread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 500
#define THREADS 6

static void touch(void)
{
	volatile char *p = mmap(0, PAGES * PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise((void *)p, PAGES * PAGE, MADV_NOHUGEPAGE);
	for (long i = 0; i < PAGES; i++)
		p[i * PAGE] = 1;
}

__attribute__((noinline)) static void *in_thread(void *unused)
{
	touch();
	return unused;
}

__attribute__((noinline)) static void in_child(void)
{
	touch();
}

int main(void)
{
	struct rusage self, child;
	pthread_t threads[THREADS];

	/* Half of them at the same time, the others one by one. */
	for (int i = 0; i < THREADS / 2; i++)
		pthread_create(&threads[i], NULL, in_thread, NULL);
	for (int i = 0; i < THREADS / 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = THREADS / 2; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, in_thread, NULL);
		pthread_join(threads[i], NULL);
	}
	if (!fork()) {
		in_child();
		exit(0);
	}
	wait(NULL);
	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &child);
	printf("minor function in_thread %d %d\n", THREADS * PAGES, THREADS * 7);
	printf("minor function in_child %d 7\n", PAGES);
	printf("minor total - %ld 60\n", self.ru_minflt + child.ru_minflt);
	printf("minor sum - %ld 60\n", self.ru_minflt + child.ru_minflt);
}
