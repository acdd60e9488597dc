/* A sample that is due while its signal is blocked does not end the program that is executed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %clang %S/Inputs/exec-next.c -o next
// RUN: export GPROF_OPTIONS=rate=10000
// RUN: for i in 1 2 3 4 5 6 7 8 9 10; do ./a.out ./next; test $? = 5 || exit 1; done
// RUN: (ulimit -n 7; ./a.out ./next; test $? = 5)
// RUN: %expect --option=--all --set all a.out %s

#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static double cpu(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

/* ARC[all]: main -> execv 11*2 */
int main(int argc, char **argv)
{
	char *const none[] = { "none", NULL };
	sigset_t all;
	double end;

	if (argc < 2)
		return 1;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	for (end = cpu() + 0.01; cpu() < end;)
		leaf();
	/* After one that fails, samples are still taken, and still not sent on. */
	execv("./there-is-none", none);
	for (end = cpu() + 0.01; cpu() < end;)
		leaf();
	execv(argv[1], argv + 1);
	return 1;
}
