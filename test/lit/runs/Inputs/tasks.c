/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tasks.c - a program that does what its arguments say, one after the other.
 *
 *	call N     N calls
 *	fork N     N children that do the rest, each waited for
 *	daemon     goes on in the background with the rest
 *	status N   ends with that status
 *	die N      sends itself the signal
 *	until FILE waits until the file is there; make FILE makes it; print TEXT
 *	catch      SIGTERM and SIGINT no longer kill, but end `pause' with status 7
 *	pause      waits for a signal; says "ready" first
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int caught;
static volatile long sum;

__attribute__((noinline)) void step(long i)
{
	sum += i;
}

__attribute__((noinline)) void call(long n)
{
	for (long i = 0; i < n; i++)
		step(i);
}

static void on_signal(int signal)
{
	caught = signal;
}

__attribute__((noinline)) void fork_off(int n)
{
	for (int i = 0; i < n; i++) {
		int status = 0;

		if (!fork())
			return;
		wait(&status);
	}
	exit(0);
}

static void wait_for_signal(void)
{
	sigset_t old, all;

	sigfillset(&all);
	sigdelset(&all, SIGTSTP);
	sigprocmask(SIG_BLOCK, &all, &old);
	puts("ready");
	fflush(stdout);
	while (!caught)
		sigsuspend(&old);
	printf("signal %d\n", caught);
	fflush(stdout);
	exit(7);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *next = i + 1 < argc ? argv[i + 1] : "";

		if (!strcmp(argv[i], "daemon") && daemon(1, 1))
			return 1;
		if (!strcmp(argv[i], "catch")) {
			signal(SIGTERM, on_signal);
			signal(SIGINT, on_signal);
		}
		if (!strcmp(argv[i], "pause"))
			wait_for_signal();
		if (!strcmp(argv[i], "daemon") || !strcmp(argv[i], "catch"))
			continue;
		i++;
		if (!strcmp(argv[i - 1], "call"))
			call(atol(next));
		if (!strcmp(argv[i - 1], "fork"))
			fork_off(atoi(next));
		if (!strcmp(argv[i - 1], "status"))
			return atoi(next);
		if (!strcmp(argv[i - 1], "die"))
			raise(atoi(next));
		if (!strcmp(argv[i - 1], "print"))
			puts(next);
		if (!strcmp(argv[i - 1], "make"))
			close(open(next, O_CREAT | O_WRONLY, 0600));
		while (!strcmp(argv[i - 1], "until") && access(next, F_OK))
			usleep(1000);
	}
	return 0;
}
