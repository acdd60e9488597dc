/* A program with its own SIGPROF and profiling timer gets all its signals and no other, while it is sampled. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: test $(%readprofile a.out.*.gprof | awk '/^samples /{print $2}') -ge 5

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define WANTED 50

static volatile sig_atomic_t own, foreign;

/* CALLS: leaf 2000 */
__attribute__((noinline)) void leaf(void)
{
	__asm__ volatile("");
}

static void handler(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)context;
	if (info->si_code == SI_KERNEL)
		own++;
	else
		foreign++;
}

__attribute__((noinline)) static void burn(void)
{
	while (own < WANTED)
		;
}

static void *thread(void *argument)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	burn();
	return argument;
}

/* Returns whether anything but the program's own timer has sent a signal. */
static int use_timer(void)
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct itimerval tick = { { 0, 1000 }, { 0, 1000 } }, off = { { 0, 0 }, { 0, 0 } };
	pthread_t id;

	own = 0;
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &tick, NULL);
	if (pthread_create(&id, NULL, thread, NULL))
		return 1;
	burn();
	pthread_join(id, NULL);
	setitimer(ITIMER_PROF, &off, NULL);
	return foreign > 0;
}

int main(void)
{
	return use_timer() || use_timer();
}
