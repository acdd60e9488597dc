/* With signals blocked, calls that take pending ones or wait with another mask meet none of ours. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && export GPROF_OPTIONS=rate=5000
// RUN: ./a.out all && ./a.out some && (ulimit -n 7; ./a.out all && ./a.out some)
// RUN: %expect --option=--all a.out %s

#define _GNU_SOURCE
#include "Inputs/burn.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

#define CHECK(what)                                                                                \
	do {                                                                                       \
		burn();                                                                            \
		if (!(what)) {                                                                     \
			puts(#what);                                                               \
			failures++;                                                                \
		}                                                                                  \
	} while (0)

static int failures;

/* CALLS: burn 24 */
__attribute__((noinline)) static void burn(void)
{
	burn_for(CLOCKS_PER_SEC / 200);
}

int main(int argc, char **argv)
{
	const struct timespec soon = { 0, 1000000 };
	sigset_t set, none, pending;
	struct epoll_event event;
	siginfo_t info;

	(void)argc;
	sigemptyset(&none);
	sigemptyset(&set);
	if (!strcmp(argv[1], "all"))
		sigfillset(&set);
	sigaddset(&set, SIGURG);
	sigaddset(&set, SIGPROF);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < 2; i++) {
		CHECK(sigtimedwait(&set, &info, &soon) == -1);
		CHECK(ppoll(NULL, 0, &soon, &none) == 0);
	}
	CHECK(epoll_pwait(epoll_create1(0), &event, 1, 1, &none) <= 0);
	CHECK(pselect(0, NULL, NULL, NULL, &soon, &none) == 0);
	return failures;
}
