/* Threads count without a loss, also on one descriptor, and those that have ended leave their counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// RUN: %gprof report --io --brief a.out | FileCheck --check-prefix=FUNCTION %s
// CHECK: write own calls 40000 bytes 40000 errors 0
// CHECK-NEXT: write shared calls 40000 bytes 120000 errors 0 jumps 0
// FUNCTION: <inside libraries>: 0 B in 0 reads, 0 B in 0 writes
// FUNCTION: 100.00 156 KiB 80000 2 B 0 worker
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int shared;

static void *worker(void *unused)
{
	int fd = open("own", O_WRONLY | O_CREAT | O_APPEND, 0600);

	for (int i = 0; i < 5000; i++)
		if (write(fd, "1", 1) != 1 || write(shared, "123", 3) != 3)
			abort();
	close(fd);
	return unused;
}

int main(void)
{
	pthread_t t[4];

	shared = open("shared", O_WRONLY | O_CREAT | O_APPEND, 0600);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 4; i++)
			pthread_create(&t[i], NULL, worker, NULL);
		for (int i = 0; i < 4; i++)
			pthread_join(t[i], NULL);
	}
	return 0;
}
