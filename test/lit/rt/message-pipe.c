/* A message to a pipe that nobody reads, or that is full, neither ends the program nor waits, and leaves no signal. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: env GPROF_FILE=/nonexistent/profile ./a.out

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WITHOUT_READER, FULL, PENDING, SOCKET, FULL_SOCKET, KINDS };

static void fill(int fd)
{
	static char bytes[4096];

	fcntl(fd, F_SETFL, O_NONBLOCK);
	while (write(fd, bytes, sizeof(bytes)) > 0)
		;
	while (write(fd, bytes, 1) > 0)
		;
	fcntl(fd, F_SETFL, 0);
}

static void execute(const char *self, int kind)
{
	sigset_t set;
	int fd[2];

	if (kind >= SOCKET ? socketpair(AF_UNIX, SOCK_STREAM, 0, fd) : pipe(fd))
		_exit(10);
	if (kind == FULL || kind == FULL_SOCKET)
		fill(fd[1]);
	else
		close(fd[0]);
	if (dup2(fd[1], 2) != 2)
		_exit(11);
	if (kind == PENDING) {
		sigemptyset(&set);
		sigaddset(&set, SIGPIPE);
		sigprocmask(SIG_BLOCK, &set, NULL);
		raise(SIGPIPE);
	}
	execl(self, self, kind == PENDING ? "pending" : "none", (char *)NULL);
	_exit(12);
}

/* After exec, and so after the message. */
static int has_signal(void)
{
	sigset_t set;

	sigpending(&set);
	return sigismember(&set, SIGPIPE);
}

/* Ends a child that waits for ever. */
static pid_t child;

static void end_child(int signal)
{
	(void)signal;
	kill(child, SIGKILL);
}

int main(int argc, char **argv)
{
	int status;

	if (argc > 1)
		return has_signal() != !strcmp(argv[1], "pending");
	signal(SIGALRM, end_child);
	for (int kind = 0; kind < KINDS; kind++) {
		child = fork();
		if (!child)
			execute(argv[0], kind);
		alarm(120);
		if (waitpid(child, &status, 0) != child || status)
			return 20 + kind;
	}
	return 0;
}
