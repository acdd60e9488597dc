/* What is executed or spawned while all signals are blocked inherits that mask. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %clang -O2 %s -o plain
// RUN: for how in spawn exec; do ./plain $how > want; ./a.out $how > got; cmp want got || exit 1; done
// RUN: grep SigBlk got && %expect --option=--all a.out %s

#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* CALLS: main 2 */
int main(int argc, char **argv)
{
	char *const show[] = { "grep", "SigBlk", "/proc/self/status", NULL };
	int status = 1;
	sigset_t all;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	if (argc > 1 && !strcmp(argv[1], "exec"))
		execvp(show[0], show);
	if (posix_spawnp(&pid, show[0], NULL, NULL, show, environ))
		return 1;
	waitpid(pid, &status, 0);
	return status;
}
