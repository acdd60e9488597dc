/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * objects.c - threads that know how long they waited, and for what.
 *
 *   cache_lock   a static mutex that 'evict' holds for 20 ms at a time
 *   a block      a mutex of malloc() that it holds for 5 ms
 *   a pipe       which it writes to, 10 ms after the last time
 *   a file       locked by another open file for 8 ms at a time
 *   ready        a condition variable that it signals each time
 *
 * At the end it prints its own times in nanoseconds: NAME NS.  Argument: seconds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { STATIC, BLOCK, PIPE, FILE_LOCK, CONDITION, KINDS };
static const char *const names[] = { "cache_lock", "block", "pipe", "file", "ready" };

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *block_lock;
static struct {
	long before[3];
	pthread_mutex_t mutex;
	pthread_cond_t ready;
} queue = { .mutex = PTHREAD_MUTEX_INITIALIZER, .ready = PTHREAD_COND_INITIALIZER };
static int ends[2];
static int locked, other;
static atomic_bool stop;
static atomic_long waited[KINDS];

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000l + t.tv_nsec;
}

__attribute__((noinline)) static void note(int kind, long since)
{
	waited[kind] += now() - since;
}

__attribute__((noinline)) static void take_static(void)
{
	long since = now();

	pthread_mutex_lock(&cache_lock);
	note(STATIC, since);
	pthread_mutex_unlock(&cache_lock);
}

__attribute__((noinline)) static void take_block(void)
{
	long since = now();

	pthread_mutex_lock(block_lock);
	note(BLOCK, since);
	pthread_mutex_unlock(block_lock);
}

static void *waiter(void *unused)
{
	(void)unused;
	while (!stop) {
		take_static();
		take_block();
		usleep(500);
	}
	return NULL;
}

__attribute__((noinline)) static void *reader(void *unused)
{
	long since;
	char c = 0;

	(void)unused;
	while (c != 'q') {
		since = now();
		if (read(ends[0], &c, 1) != 1)
			break;
		note(PIPE, since);
	}
	return NULL;
}

__attribute__((noinline)) static void *locker(void *unused)
{
	long since;

	(void)unused;
	while (!stop) {
		since = now();
		flock(locked, LOCK_EX);
		note(FILE_LOCK, since);
		flock(locked, LOCK_UN);
		usleep(500);
	}
	return NULL;
}

__attribute__((noinline)) static void *sleeper(void *unused)
{
	long since;

	(void)unused;
	while (!stop) {
		pthread_mutex_lock(&queue.mutex);
		since = now();
		pthread_cond_wait(&queue.ready, &queue.mutex);
		note(CONDITION, since);
		pthread_mutex_unlock(&queue.mutex);
	}
	return NULL;
}

static void *evict(void *unused)
{
	(void)unused;
	pthread_setname_np(pthread_self(), "evict");
	while (!stop) {
		pthread_mutex_lock(&cache_lock);
		usleep(20000);
		pthread_mutex_unlock(&cache_lock);
		pthread_mutex_lock(block_lock);
		usleep(5000);
		pthread_mutex_unlock(block_lock);
		flock(other, LOCK_EX);
		usleep(8000);
		flock(other, LOCK_UN);
		if (write(ends[1], "x", 1) != 1)
			abort();
		pthread_mutex_lock(&queue.mutex);
		pthread_cond_signal(&queue.ready);
		pthread_mutex_unlock(&queue.mutex);
		usleep(1000);
	}
	return NULL;
}

static void start(pthread_t *t, void *(*run)(void *))
{
	if (pthread_create(t, NULL, run, NULL))
		abort();
}

int main(int argc, char **argv)
{
	pthread_t threads[7];
	int n = 0;

	block_lock = malloc(sizeof *block_lock);
	pthread_mutex_init(block_lock, NULL);
	if (pipe(ends))
		return 1;
	locked = open("locked.txt", O_RDWR | O_CREAT, 0600);
	other = open("locked.txt", O_RDWR);
	start(&threads[n++], evict);
	for (int i = 0; i < 3; i++)
		start(&threads[n++], waiter);
	start(&threads[n++], reader);
	start(&threads[n++], locker);
	start(&threads[n++], sleeper);
	usleep((useconds_t)(1e6 * (argc > 1 ? atof(argv[1]) : 1)));
	stop = true;
	if (write(ends[1], "q", 1) != 1)
		return 1;
	pthread_join(threads[0], NULL);
	pthread_mutex_lock(&queue.mutex);
	pthread_cond_signal(&queue.ready);
	pthread_mutex_unlock(&queue.mutex);
	for (int i = 1; i < n; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < KINDS; i++)
		printf("%s %ld\n", names[i], waited[i]);
	return 0;
}
