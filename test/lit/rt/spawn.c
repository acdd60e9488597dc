/* vfork, posix_spawn, system and popen leave the caller's counts exact and add no file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out
// RUN: test $(ls | grep -c gprof) = 1
// RUN: %expect a.out %s

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC: work -> leaf 5000 */
__attribute__((noinline)) void work(void)
{
	for (int i = 0; i < 1000; i++)
		leaf();
}

static char *const arguments[] = { "true", NULL };

/* The child runs in its parent's memory, so that its call of execv is counted there. */
/* ARC: run_vfork -> vfork 20 */
/* ARC: run_vfork -> execv 20 */
__attribute__((noinline)) static int run_vfork(void)
{
	int status;
	pid_t child;

	for (int i = 0; i < 20; i++) {
		child = vfork();
		if (!child) {
			execv("/bin/true", arguments);
			_exit(1);
		}
		if (waitpid(child, &status, 0) != child || status)
			return 1;
	}
	return 0;
}

__attribute__((noinline)) static int run_spawn(void)
{
	int status;
	pid_t child;

	return posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) ||
	       waitpid(child, &status, 0) != child || status;
}

/* ARC: main -> work 5 */
/* CALLS: work 5 */
int main(void)
{
	FILE *p;

	work();
	if (run_vfork())
		return 1;
	work();
	if (run_spawn())
		return 2;
	work();
	if (system("true"))
		return 3;
	work();
	p = popen("true", "r");
	if (!p || pclose(p))
		return 4;
	work();
	return 0;
}
