/* A program with a message queue keeps its notification, and is counted exactly in many threads. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -pthread %s -o plain.out -lrt && (./plain.out || touch none)
// RUN: %gclang -O2 -pthread %s -o a.out -lrt
// RUN: test -e none || (./a.out && %expect a.out %s)

#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define THREADS 300

static volatile sig_atomic_t notified;
static pthread_barrier_t all;

/* ARC: run -> leaf 300000 */
__attribute__((noinline)) void leaf(void)
{
	__asm__ volatile("");
}

static void *run(void *argument)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	pthread_barrier_wait(&all);
	return argument;
}

static void note(int signal)
{
	(void)signal;
	notified = 1;
}

int main(void)
{
	struct mq_attr sizes = { .mq_maxmsg = 1, .mq_msgsize = 8 };
	struct sigevent by_signal = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	pthread_t thread[THREADS];
	pthread_attr_t small;
	char name[32];
	mqd_t queue;

	snprintf(name, sizeof(name), "/queue-threads-%d", (int)getpid());
	queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &sizes);
	if (queue < 0)
		return 1;
	mq_unlink(name);
	signal(SIGUSR1, note);
	if (mq_notify(queue, &by_signal))
		return 2;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], &small, run, NULL))
			return 3;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return mq_send(queue, "x", 1, 0) || !notified;
}
