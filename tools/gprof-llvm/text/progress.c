/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * progress.c - see progress.h.
 */
#include "text/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define CLEAR "\r\033[K"

static const char *volatile phase; /* read by the handler */
static volatile sig_atomic_t seconds, shown;
static bool active;

static void say(const char *text, size_t n)
{
	ssize_t ignored = write(STDERR_FILENO, text, n);

	(void)ignored;
}

/* Only what is safe in a signal handler. */
static void tick(int signal)
{
	static const char dots[] = " ...";
	const char *text = phase;
	int saved = errno;

	(void)signal;
	seconds = seconds + 1;
	shown = 1;
	say(CLEAR, sizeof CLEAR - 1);
	say(text, strlen(text));
	say(dots, 2 + seconds % 3);
	errno = saved;
}

void progress_begin(void)
{
	const struct itimerval each = { { 1, 0 }, { 1, 0 } };
	struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };

	if (!isatty(STDERR_FILENO))
		return;
	phase = "reading";
	active = sigaction(SIGALRM, &action, NULL) == 0 && setitimer(ITIMER_REAL, &each, NULL) == 0;
}

void progress_phase(const char *text)
{
	phase = text;
}

void progress_end(void)
{
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };

	if (!active)
		return;
	setitimer(ITIMER_REAL, &never, NULL);
	signal(SIGALRM, SIG_IGN);
	if (shown)
		say(CLEAR, sizeof CLEAR - 1);
	active = false;
}
