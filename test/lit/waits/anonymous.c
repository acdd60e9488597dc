/* Event counters and epolls have a row for each descriptor: their names are alike. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -g -O2 -pthread %s -o a.out && env GPROF_OPTIONS=clock=wall ./a.out
// RUN: %gprof report --no-head --files a.out > out
// RUN: FileCheck %s --check-prefix=FIRST < out
// RUN: FileCheck %s --check-prefix=SECOND < out
// RUN: FileCheck %s --check-prefix=EPOLL < out
// FIRST: anon_inode:[eventfd], descriptor 20 (
// FIRST-NEXT: waiting: waits_first 100 %
// SECOND: anon_inode:[eventfd], descriptor 30 (
// SECOND-NEXT: waiting: waits_second 100 %
// EPOLL: anon_inode:[eventpoll], descriptor 40 (epoll)
// EPOLL-NEXT: waiting: polls 100 %
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { FIRST = 20, SECOND = 30, SET = 40 };

static uint64_t got[2];

__attribute__((noinline)) static void *waits_first(void *unused)
{
	return read(FIRST, &got[0], 8) == 8 ? NULL : unused;
}

__attribute__((noinline)) static void *waits_second(void *unused)
{
	return read(SECOND, &got[1], 8) == 8 ? NULL : unused;
}

__attribute__((noinline)) static void *polls(void *unused)
{
	struct epoll_event event;

	return epoll_wait(SET, &event, 1, 500) == 0 ? NULL : unused;
}

int main(void)
{
	void *(*const jobs[])(void *) = { waits_first, waits_second, polls };
	pthread_t threads[3];
	uint64_t one = 1;

	if (fcntl(eventfd(0, 0), F_DUPFD, FIRST) != FIRST ||
	    fcntl(eventfd(0, 0), F_DUPFD, SECOND) != SECOND ||
	    fcntl(epoll_create1(0), F_DUPFD, SET) != SET)
		return 1;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, jobs[i], NULL);
	usleep(500000);
	if (write(FIRST, &one, 8) != 8 || write(SECOND, &one, 8) != 8)
		return 2;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
