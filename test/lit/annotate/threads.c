/* Threads are added up; --thread takes the samples and the calls of one. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1 -pthread
 * RUN: %gprof annotate -b work prog | FileCheck %s
 * RUN: %gprof annotate -b --thread=#1 work prog | FileCheck --check-prefix=ONE %s
 * CHECK: 23 X 9? 1.00 100.0 90.0 0.009? 90.0 ******** sink += n;
 * CHECK: 24 leaf();
 * CHECK: -> leaf, 30 calls
 * ONE:   23 X 5? 1.00 100.0 100.0 0.005? 100.0 ******** sink += n;
 * ONE:   24 leaf();
 * ONE:   -> leaf, 20 calls
 */
#define _GNU_SOURCE
#include <pthread.h>

volatile long sink;

__attribute__((noinline)) void leaf(void) { sink++; }

__attribute__((noinline)) void work(long n)
{
	sink += n;		/* SAMPLE: 4 work:23 < main:44 < libc */
	leaf();			/* SAMPLE[thread=1]: 5 work:23 < second:31 < libc */
	sink += 1;
}

static void *second(void *unused)
{
	for (int i = 0; i < 20; i++)
		work(i);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, second, 0);
	pthread_setname_np(thread, "second");
	pthread_join(thread, 0);

	for (int i = 0; i < 10; i++)
		work(i);
	sink += 7;		/* SAMPLE: 1 main:45 < libc */
	return 0;
}
