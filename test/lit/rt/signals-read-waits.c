/* A thread that reads the signal from a descriptor has no sample there after a call that waits, nor after a failing exec. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o m && ./m wait && ./m exec
#define _GNU_SOURCE
#include "Inputs/burn.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct pollfd samples = { .events = POLLIN };
	struct timespec now = { 0, 1000 };
	sigset_t set;

	if (argc < 2)
		return 2;
	sigemptyset(&set);
	sigaddset(&set, SIGURG);
	sigprocmask(SIG_BLOCK, &set, NULL);
	samples.fd = signalfd(-1, &set, 0);
	if (!strcmp(argv[1], "exec"))
		execl("./none", "none", NULL);
	else
		ppoll(NULL, 0, &now, NULL);
	burn_until(CLOCKS_PER_SEC / 4);
	return poll(&samples, 1, 0);
}
