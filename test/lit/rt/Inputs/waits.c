/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads that wait in several ways, each in a function of that name, and one that computes. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#define MS 300

static volatile unsigned long sink;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int pipes[2];

static void check(long result, const char *call)
{
	if (result >= 0)
		return;
	printf("%s: %s\n", call, errno == EINTR ? "interrupted" : "failed");
	exit(3);
}

__attribute__((noinline)) void computes(void)
{
	for (unsigned long i = 0; i < 200000000; i++)
		sink += i;
}

__attribute__((noinline)) void sleeps(void)
{
	struct timespec t = { 0, MS * 1000000 };

	check(nanosleep(&t, 0), "nanosleep");
	sink++;
}

__attribute__((noinline)) void polls(void)
{
	check(poll(0, 0, MS), "poll");
	sink++;
}

__attribute__((noinline)) void selects(void)
{
	struct timeval t = { 0, MS * 1000 };

	check(select(0, 0, 0, 0, &t), "select");
	sink++;
}

__attribute__((noinline)) void epolls(void)
{
	int fd = epoll_create1(0);
	struct epoll_event event;

	check(epoll_wait(fd, &event, 1, MS), "epoll_wait");
	close(fd);
	sink++;
}

__attribute__((noinline)) void reads(void)
{
	char c;

	check(read(pipes[0], &c, 1), "read");
	sink++;
}

__attribute__((noinline)) void posts(void)
{
	check(sem_wait(&semaphore), "sem_wait");
	sink++;
}

__attribute__((noinline)) void locks(void)
{
	pthread_mutex_lock(&mutex);
	sink++;
	pthread_mutex_unlock(&mutex);
}

static void *first(void *argument)
{
	sleeps();
	polls();
	selects();
	epolls();
	sem_post(&semaphore);
	check(write(pipes[1], "x", 1), "write");
	return argument;
}

static void *second(void *argument)
{
	locks();
	return argument;
}

static void *third(void *argument)
{
	reads();
	return argument;
}

static void *fourth(void *argument)
{
	posts();
	return argument;
}

static void *fifth(void *argument)
{
	computes();
	return argument;
}

int main(void)
{
	void *(*const start[5])(void *) = { first, second, third, fourth, fifth };
	pthread_t t[5];

	check(pipe(pipes), "pipe");
	sem_init(&semaphore, 0, 0);
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], 0, start[i], 0);
	pthread_join(t[0], 0);
	pthread_mutex_unlock(&mutex);
	for (int i = 1; i < 5; i++)
		pthread_join(t[i], 0);
	return 0;
}
