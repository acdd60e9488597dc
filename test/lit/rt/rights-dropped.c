/* A process that gave up the right to open its profile, and closed all descriptors, is counted exactly in new threads. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: linux-5.14-or-newer, root
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: for how in setuid setresuid syscall chroot nothing; do rm -f *.gprof; ./a.out $how || exit; %expect a.out %s || exit; done
// RUN: %readprofile a.out.*.gprof | FileCheck %s
// CHECK: flags 0

#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define THREADS 500

static volatile int sink;
static pthread_barrier_t all;

/* ARC: run -> leaf 500000 */
__attribute__((noinline)) void leaf(void)
{
	__asm__ volatile("");
}

/* Each has a block of its own, as all run at the same time. */
static void *run(void *argument)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	pthread_barrier_wait(&all);
	return argument;
}

static int drop(const char *how)
{
	if (!strcmp(how, "setuid"))
		return setuid(65534);
	if (!strcmp(how, "setresuid"))
		return setresuid(65534, 65534, 65534);
	if (!strcmp(how, "syscall"))
		return (int)syscall(SYS_setuid, 65534);
	if (!strcmp(how, "chroot"))
		return chroot("/proc");
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	pthread_attr_t small;

	for (int fd = 3; fd < 5000; fd++)
		close(fd);
	if (argc < 2 || drop(argv[1]))
		return 1;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], &small, run, NULL))
			return 2;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
