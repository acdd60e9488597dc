/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pager.c - see pager.h.
 */
#include "text/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *command(void)
{
	const char *pager = getenv("PAGER");

	if (!pager)
		return "less";
	return *pager && strcmp(pager, "cat") ? pager : NULL;
}

static void run(const char *pager, const int *ends)
{
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	close(ends[1]);
	/* Leave at once if it fits the screen, show colours, leave the text there. */
	setenv("LESS", "FRX", 0);
	execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
	_exit(127);
}

void pager_begin(struct pager *p, bool wanted)
{
	const char *pager = command();
	int ends[2];

	*p = (struct pager){ .out = -1 };
	if (!wanted || !pager || !isatty(STDOUT_FILENO) || pipe(ends) < 0)
		return;
	fflush(stdout);
	p->out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	p->process = p->out < 0 ? -1 : fork();
	if (p->process == 0)
		run(pager, ends);
	if (p->process > 0)
		dup2(ends[1], STDOUT_FILENO);
	else
		p->process = 0;
	close(ends[0]);
	close(ends[1]);
}

void pager_end(struct pager *p)
{
	if (p->process) {
		fflush(stdout);
		dup2(p->out, STDOUT_FILENO);
		while (waitpid(p->process, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (p->out >= 0)
		close(p->out);
}
