/* A program that reads SIGURG from a signalfd gets the one it was sent, and none of the samples'. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out

#include "Inputs/burn.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void burn(void)
{
	burn_for(CLOCKS_PER_SEC / 20);
}

/* How many signals are there to be read; -1: one that nobody sent. */
static int count(int fd)
{
	struct signalfd_siginfo s;
	int n = 0;

	for (; read(fd, &s, sizeof(s)) == sizeof(s); n++)
		if (s.ssi_code != SI_USER)
			return -1;
	return n;
}

int main(void)
{
	sigset_t set;
	int fd;

	burn();
	sigemptyset(&set);
	sigaddset(&set, SIGURG);
	sigprocmask(SIG_BLOCK, &set, NULL);
	burn();
	fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	burn();
	if (fd < 0 || count(fd))
		return 1;
	kill(getpid(), SIGURG);
	burn();
	return count(fd) != 1 || count(fd);
}
