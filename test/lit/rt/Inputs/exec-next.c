/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * exec-next.c - what is executed, not instrumented: unblocks all signals and
 * returns 5, or executes its arguments.
 */
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (argc > 1)
		execv(argv[1], argv + 1);
	return 5;
}
