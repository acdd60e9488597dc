/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * svg.c - the picture of a call dependency graph, drawn by graphviz's program dot; see print.h.
 *
 * dot reads a temporary file rather than a pipe, so that neither waits for the other, and writes
 * to the file that the output goes to.  It has a limit of processor time, not of elapsed time: so
 * what else runs on the machine does not decide whether there is a picture.  It dies with the tool.
 */
#include "diagram/print.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SECONDS 30 /* of processor time; a lower limit that is set stays */
#define CANNOT_RUN 127  /* exit status, as shells have it */

static void limit_time(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_CPU, &limit) < 0 || limit.rlim_cur <= MOST_SECONDS)
		return;
	limit.rlim_cur = MOST_SECONDS;
	setrlimit(RLIMIT_CPU, &limit);
}

/* In the child. */
static void become_dot(const char *format, int in, int out, pid_t tool)
{
	char *const argv[] = { "dot", "-q", "-T", (char *)format, NULL };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* The tool may have ended before that. */
	if (getppid() != tool)
		_exit(CANNOT_RUN);
	limit_time();
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
		execvp(argv[0], argv);
	_exit(CANNOT_RUN);
}

/* The status of dot as waitpid() has it; or -1 with errno. */
static int run(const char *format, int in, int out)
{
	pid_t tool = getpid(), process = fork();
	int status;

	if (!process)
		become_dot(format, in, out, tool);
	if (process < 0)
		return -1;
	while (waitpid(process, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

static int judge(int status, struct gp_error *e)
{
	if (status < 0)
		return gp_fail(e, "cannot run 'dot': %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_RUN)
		return gp_fail(e, "cannot run 'dot': install graphviz, or use --format=dot and "
				  "draw it elsewhere");
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return gp_fail(e, "'dot' used up its processor time before it drew the picture: "
				  "draw fewer functions with --limit or --min-percent of "
				  "'gprof-llvm graph', or use --format=dot");
	if (WIFSIGNALED(status))
		return gp_fail(e, "'dot' was killed by signal %d", WTERMSIG(status));
	return WEXITSTATUS(status) ? gp_fail(e, "'dot' failed with status %d", WEXITSTATUS(status))
				   : 0;
}

int diagram_draw(const char *format, FILE *dot, FILE *out, struct gp_error *e)
{
	if (fflush(dot) != 0 || fseek(dot, 0, SEEK_SET) != 0 || fflush(out) != 0)
		return gp_fail(e, "cannot write to a temporary file: %s", strerror(errno));
	return judge(run(format, fileno(dot), fileno(out)), e);
}

int diagram_svg(const struct diagram_print *p, struct gp_error *e)
{
	struct diagram_print dot = *p;
	int rc;

	dot.out = tmpfile();
	if (!dot.out)
		return gp_fail(e, "cannot make a temporary file: %s", strerror(errno));
	diagram_dot(&dot);
	rc = diagram_draw("svg", dot.out, p->out, e);
	fclose(dot.out);
	return rc;
}
