/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * child.c - see child.h.
 *
 * The command stays in the process group of the tool, so the terminal's signals reach both;
 * those the tool only takes note of.  A signal that someone sends to the tool alone is
 * passed on.  When the command stops, the tool stops in the same way, so that the shell
 * that waits for it gets the terminal back; what continues the tool continues the command.
 *
 * All these signals are blocked and waited for: no handler runs, and no signal meets a tool
 * that is not ready for it.  The command gets mask and dispositions as the tool got them.
 */
#include "command/child.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int passed[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM,
			      SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU };

struct state {
	sigset_t mask;         /* as it was */
	struct sigaction chld; /* the same */
	sigset_t waited;       /* signals that are waited for */
	pid_t pid;             /* of the command */
};

static int fail_exec(const char *command, int error, struct gp_error *e)
{
	gp_fail(e, "cannot run '%.900s': %s", command, strerror(error));
	return error == ENOENT || error == ENOTDIR ? -EXIT_NOT_FOUND : -EXIT_NOT_RUN;
}

int child_replace(char **argv, struct gp_error *e)
{
	execvp(argv[0], argv);
	return fail_exec(argv[0], errno, e);
}

static void hold_signals(struct state *s)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };

	sigemptyset(&s->waited);
	sigaddset(&s->waited, SIGCHLD);
	for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
		sigaddset(&s->waited, passed[i]);
	/* Where it is ignored the kernel keeps no status. */
	sigaction(SIGCHLD, &usual, &s->chld);
	sigprocmask(SIG_BLOCK, &s->waited, &s->mask);
}

static void let_signals(const struct state *s)
{
	sigaction(SIGCHLD, &s->chld, NULL);
	sigprocmask(SIG_SETMASK, &s->mask, NULL);
}

/* In the new process: the error reaches the tool by way of 'report', which exec closes. */
static void become(const struct state *s, char **argv, int report)
{
	int error;

	let_signals(s);
	execvp(argv[0], argv);
	error = errno;
	while (write(report, &error, sizeof error) < 0 && errno == EINTR)
		;
	_exit(EXIT_NOT_FOUND);
}

/* Returns true if the tool is in the foreground of a terminal. */
static bool has_terminal(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
	bool has = fd >= 0 && tcgetpgrp(fd) == getpgrp();

	if (fd >= 0)
		close(fd);
	return has;
}

/*
 * Stops as the command has.  What somebody stops who watches the command itself is
 * not for the tool, unless a user waits at its terminal and could do nothing else.
 */
static void stop_too(const struct state *s, int signal)
{
	struct sigaction usual = { .sa_handler = SIG_DFL }, before;
	sigset_t one;

	if (signal == SIGSTOP && !has_terminal())
		return;
	sigaction(signal, &usual, &before);
	raise(signal);
	sigemptyset(&one);
	sigaddset(&one, signal);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	sigprocmask(SIG_BLOCK, &s->waited, NULL);
	sigaction(signal, &before, NULL);
}

/* Returns true if the command has ended; takes note of its stops. */
static bool has_ended(const struct state *s, int *status)
{
	pid_t pid;

	while ((pid = waitpid(s->pid, status, WNOHANG | WUNTRACED)) > 0) {
		if (!WIFSTOPPED(*status))
			return true;
		stop_too(s, WSTOPSIG(*status));
	}
	return pid < 0 && errno != EINTR;
}

/* Those of the terminal, and those that the command sends to its group, have reached it. */
static bool is_for_command(const struct state *s, const siginfo_t *info)
{
	return info->si_signo == SIGCONT || (info->si_code <= 0 && info->si_pid != s->pid);
}

static void wait_for_end(const struct state *s, int *status)
{
	siginfo_t info;

	*status = 0;
	while (!has_ended(s, status)) {
		if (sigwaitinfo(&s->waited, &info) > 0 && info.si_signo != SIGCHLD &&
		    is_for_command(s, &info))
			kill(s->pid, info.si_signo);
	}
}

/* What came for the command when that was ending is not for the tool: Ctrl-C, for one. */
static void forget_signals(const struct state *s)
{
	const struct timespec none = { 0 };

	while (sigtimedwait(&s->waited, NULL, &none) > 0 || errno == EINTR)
		;
}

/* Descriptors of the tool are not to take the places of closed standard ones. */
static int high_pipe(int ends[2])
{
	int low[2];

	if (pipe2(low, O_CLOEXEC) < 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		close(low[i]);
	}
	return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

int child_run(char **argv, struct child *c, struct gp_error *e)
{
	struct state s;
	int ends[2], error = 0;
	ssize_t n;

	if (high_pipe(ends) < 0) {
		gp_fail(e, "cannot make a pipe: %s", strerror(errno));
		return -EXIT_FAILED;
	}
	hold_signals(&s);
	s.pid = fork();
	if (s.pid == 0)
		become(&s, argv, ends[1]);
	close(ends[1]);
	if (s.pid < 0) {
		error = errno;
		close(ends[0]);
		let_signals(&s);
		gp_fail(e, "cannot make a process: %s", strerror(error));
		return -EXIT_FAILED;
	}
	while ((n = read(ends[0], &error, sizeof error)) < 0 && errno == EINTR)
		;
	close(ends[0]);
	*c = (struct child){ .pid = s.pid };
	wait_for_end(&s, &c->status);
	forget_signals(&s);
	let_signals(&s);
	if (n != sizeof error)
		return 0;
	c->status = 0;
	return fail_exec(argv[0], error, e);
}

int child_end(int status)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };
	struct rlimit none = { 0, 0 };
	sigset_t one;
	int signal;

	if (!WIFSIGNALED(status))
		return WEXITSTATUS(status);
	signal = WTERMSIG(status);
	/* The command has left its core, if any. */
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0);
	sigaction(signal, &usual, NULL);
	sigemptyset(&one);
	sigaddset(&one, signal);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	raise(signal);
	return 128 + signal;
}
