/* A fork that waits for a lock, whose holder is sampled meanwhile, does not wait forever. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -pthread %s -o a.out
// RUN: GPROF_OPTIONS=rate=10000 ./a.out
// RUN: %gprof report --classic -b a.out | FileCheck %s
// CHECK: time:
// CHECK: {{ 200000 .* spread}}

// In place of malloc's lock, which libc's fork takes after all handlers: the one of a handler
// that is older than the profiler's, and so comes after it.

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t has_lock;
static volatile int sink, forking;

__attribute__((no_profile_instrument_function)) static void prepare(void)
{
	forking = 1;
	pthread_mutex_lock(&lock);
}

__attribute__((no_profile_instrument_function)) static void after(void)
{
	pthread_mutex_unlock(&lock);
}

__attribute__((no_profile_instrument_function)) static void first(void)
{
	pthread_atfork(prepare, after, after);
}

__attribute__((section(".preinit_array"), used)) static void (*const at_start)(void) = first;

/* Each path is a stack of its own: the tables of samples grow. */
__attribute__((noinline)) static void down(int depth, unsigned path)
{
	for (int i = 0; i < 100; i++)
		sink++;
	if (depth && path & 1) {
		down(depth - 1, path >> 1);
		sink += 2;
	} else if (depth) {
		down(depth - 1, path >> 1);
		sink += 3;
	}
}

__attribute__((noinline)) static void spread(unsigned i)
{
	down(20, i * 2654435761u >> 8);
}

static void *hold(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_barrier_wait(&has_lock);
	while (!forking)
		;
	for (unsigned i = 0; i < 200000; i++)
		spread(i);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int status;
	pid_t child;

	pthread_barrier_init(&has_lock, NULL, 2);
	if (pthread_create(&thread, NULL, hold, NULL))
		return 1;
	pthread_barrier_wait(&has_lock);
	child = fork();
	if (!child)
		_exit(0);
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		return 1;
	return pthread_join(thread, NULL);
}
