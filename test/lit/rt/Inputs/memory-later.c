/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory-later.c - calls in four threads, and then, at the end of main, whatever
 * kept the profile from being created at the start is gone.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	__atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

/* Runs before or after the runtime's own end: counted in either case. */
/* ARC[all]: late -> leaf 5 */
__attribute__((destructor)) static void late(void)
{
	for (int i = 0; i < 5; i++)
		leaf();
}

/* ARC[all]: run -> leaf 40000 */
static void *run(void *argument)
{
	for (int i = 0; i < 10000; i++)
		leaf();
	return argument;
}

static void lift(int what)
{
	struct rlimit limit;

	if (getrlimit(what, &limit))
		exit(1);
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(what, &limit))
		exit(1);
}

int main(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		if (pthread_create(&thread[i], NULL, run, NULL))
			return 1;
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	lift(RLIMIT_FSIZE);
	lift(RLIMIT_NOFILE);
	mkdir("later", 0700);
	return 0;
}
