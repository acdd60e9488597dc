/* Threads that begin and end meanwhile take no descriptor's number, not for an instant: what is closed is the next to be opened. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out && GPROF_OPTIONS="tick-sampling=never rate=5000" ./a.out

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define THREADS 400

static volatile int sink, ended;

__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 300000; i++)
		sink++;
}

static void *compute(void *unused)
{
	work();
	return unused;
}

static void *begin_and_end(void *unused)
{
	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, compute, NULL) || pthread_join(thread, NULL))
			_exit(2);
	}
	ended = 1;
	return unused;
}

int main(void)
{
	int low = dup(0), next = dup(0), wrong = 0;
	pthread_t thread;

	if (low < 0 || next != low + 1 || pthread_create(&thread, NULL, begin_and_end, NULL))
		return 3;
	while (!ended && !wrong) {
		close(low);
		wrong |= open("/dev/null", O_RDONLY | O_CLOEXEC) != low;
		close(next);
		wrong |= dup2(0, next) != next;
		wrong |= fcntl(low, F_GETFD) < 0 || fcntl(next, F_GETFD) < 0;
	}
	pthread_join(thread, NULL);
	return wrong;
}
