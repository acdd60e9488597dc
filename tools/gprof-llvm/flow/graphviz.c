/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graphviz.c - see graphviz.h.
 *
 * dot reads a temporary file rather than a pipe, so that neither waits for the other, and
 * writes to the file that the output goes to.
 */
#include "flow/graphviz.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The exit status of dot, 127 if it cannot be run; or -1 with errno. */
static int run(int in, int out)
{
	char *const argv[] = { "dot", "-Tsvg", NULL };
	posix_spawn_file_actions_t actions;
	pid_t process;
	int status, error;

	error = posix_spawn_file_actions_init(&actions);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!error)
		error = posix_spawnp(&process, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error == ENOENT || error == EACCES)
		return 127;
	if (error) {
		errno = error;
		return -1;
	}
	while (waitpid(process, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int graphviz_svg(const struct flow_print *p, struct gp_error *e)
{
	struct flow_print dot = *p;
	int status;

	dot.out = tmpfile();
	if (!dot.out)
		return gp_fail(e, "cannot make a temporary file: %s", strerror(errno));
	flow_dot(&dot);
	if (fflush(dot.out) != 0 || fseek(dot.out, 0, SEEK_SET) != 0 || fflush(p->out) != 0) {
		gp_fail(e, "cannot write to a temporary file: %s", strerror(errno));
		fclose(dot.out);
		return -1;
	}
	status = run(fileno(dot.out), fileno(p->out));
	fclose(dot.out);
	if (status == 127)
		return gp_fail(e, "cannot run 'dot': install graphviz, or use --format=dot and "
				  "draw it elsewhere");
	if (status < 0)
		return gp_fail(e, "cannot run 'dot': %s", strerror(errno));
	return status ? gp_fail(e, "'dot' failed with status %d", status) : 0;
}
