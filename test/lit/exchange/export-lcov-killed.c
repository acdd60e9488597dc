/* Lines that ran before a signal ended a process have their executions, and lines that had not come yet have none. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: cp %s killed.c
// RUN: for o in 0 1 2; do for how in 0 1 2; do rm -f *.gprof && env GPROF_PASS=count=blocks %gclang -g -O$o -DHOW=$how killed.c -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=lcov -o a.info a.out 2> notes && %python %S/Inputs/commented.py killed.c a.info || exit 1; done; done
// RUN: %gprof merge -o all.gprof a.out.*.gprof && %gprof export --format=lcov -o all.info all.gprof && %python %S/Inputs/commented.py killed.c all.info
//
// What is certain of them is less, which 'annotate' shows.
// RUN: %gprof annotate configure a.out | FileCheck %s
// CHECK: 0..2{{ .*}}mode = 3

#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int mode, handled;
static int in[2], out[2];

/* By its default, in a handler that ends in order, or in one that does not. */
static void on_signal(int number)
{
	if (HOW == 1)
		exit(0);
	_exit(number != SIGTERM);
}

__attribute__((noinline)) static void configure(int fast)
{
	mode = 3;                 /* 1 */
	if (fast)                 /* 1 */
		mode = 7;         /* 1 */
}

__attribute__((noinline)) static void handle(char c)
{
	handled += c;             /* 3 */
	if (write(out[1], &c, 1) != 1) /* 3 */
		mode = 9;         /* 0 */
}

/* The signal comes while it waits: it is blocked elsewhere. */
__attribute__((noinline)) static int serve(void)
{
	struct pollfd request = { .fd = in[0], .events = POLLIN };
	sigset_t none, term;
	char c;

	sigemptyset(&none);       /* 1 */
	sigemptyset(&term);       /* 1 */
	sigaddset(&term, SIGTERM); /* 1 */
	sigprocmask(SIG_BLOCK, &term, NULL); /* 1 */
	configure(1);             /* 1 */
	while (ppoll(&request, 1, NULL, &none) == 1 && read(in[0], &c, 1) == 1)
		handle(c);        /* 3 */
	return 0;                 /* 0 */
}

int main(void)
{
	char c = 1;
	pid_t child;

	if (pipe(in) || pipe(out)) /* 1 */
		return 1;
	child = fork();           /* 2 */
	if (child == 0) {         /* 2 */
		if (HOW)
			signal(SIGTERM, on_signal);
		return serve();   /* 1 */
	}
	for (int i = 0; i < 3; i++)
		if (write(in[1], &c, 1) != 1 || read(out[0], &c, 1) != 1)
			return 1;
	kill(child, SIGTERM);     /* 1 */
	wait(NULL);               /* 1 */
	return 0;                 /* 1 */
}
