/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * serve.c - preloaded into a program, makes it a server of its own runs: the program is
 * started and linked once, then forks for each request, and the child calls main().
 * What a run then costs is the run.
 *
 * DIFFERENTIAL_FDS names three descriptors: a socket of packets, and the files that take
 * the standard output and error of the children; the asker empties them before a request.
 * A request is one packet of words that each end in a NUL:
 *
 *	DIRECTORY STDIN ENVIRONMENT ARGV[0] ARGV[1]...
 *
 * ENVIRONMENT is empty or one `NAME=VALUE'.  The answer is the status of wait(2), an int.
 * A child has SECONDS of processor time: a busy machine makes nothing fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 20
#define MAX_REQUEST 65536 /* bytes */
#define MAX_WORDS 1024

typedef int main_function(int argc, char **argv, char **environment);

static main_function *program;
static int asker, out, err;

static void enter(const char *directory, const char *input, char *environment)
{
	struct rlimit limit = { SECONDS, SECONDS + 1 };

	if (chdir(directory) < 0 || dup2(open(input, O_RDONLY), 0) < 0 || dup2(out, 1) < 0 ||
	    dup2(err, 2) < 0 || setrlimit(RLIMIT_CPU, &limit) < 0)
		_exit(127);
	if (*environment)
		putenv(environment);
	close(asker);
	close(out);
	close(err);
}

/* In the child: what is left of the request are the program's words. */
static int run(char *request, char *end)
{
	char *words[MAX_WORDS + 1];
	int n = 0;

	for (char *at = request; at < end && n < MAX_WORDS; at += strlen(at) + 1)
		words[n++] = at;
	words[n] = NULL;
	enter(words[0], words[1], words[2]);
	program_invocation_name = words[3];
	program_invocation_short_name = basename(words[3]);
	return program(n - 3, words + 3, environ);
}

static int serve(int argc, char **argv, char **environment)
{
	static char request[MAX_REQUEST];
	ssize_t size;

	(void)argc;
	(void)argv;
	(void)environment;
	while ((size = recv(asker, request, sizeof request, 0)) > 0) {
		pid_t child = fork();
		int status = -1;

		if (child == 0)
			return run(request, request + size);
		if (child > 0)
			waitpid(child, &status, 0);
		if (send(asker, &status, sizeof status, 0) < 0)
			break;
	}
	_exit(0);
}

typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
			   void (*)(void), void *);

start_function __libc_start_main;

/* What a program's first instructions call, to have main() called. */
int __libc_start_main(main_function *function, int argc, char **argv, void (*first)(void),
		      void (*last)(void), void (*loader_last)(void), void *stack)
{
	const char *fds = getenv("DIFFERENTIAL_FDS");
	start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");

	if (fds && sscanf(fds, "%d,%d,%d", &asker, &out, &err) == 3) {
		unsetenv("DIFFERENTIAL_FDS");
		unsetenv("LD_PRELOAD");
		unsetenv("LD_BIND_NOW");
		program = function;
		function = serve;
	}
	return start(function, argc, argv, first, last, loader_last, stack);
}
