/* A child of a program that keeps SIGURG for itself gets none of our signals and says so; when it gives the signal back it is sampled. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: GPROF_FILE=kept%%p.gprof ./a.out > child && %readprofile kept$(cat child).gprof > kept
// RUN: grep -q '^pid .* flags 2$' kept && not grep '^sample ' kept && not grep -q '^samples 0 [1-9]' kept
// RUN: GPROF_FILE=back%%p.gprof ./a.out back > child
// RUN: %readprofile --stacks back$(cat child).gprof | grep 'burn'

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void handler(int sig)
{
	(void)sig;
	came++;
}

__attribute__((noinline)) static void burn(void)
{
	/* Whoever asks for CPU time all the time ends slices, and meets ticks seldom. */
	for (unsigned i = 0; i < 400000000; i++)
		__asm__ volatile("");
}

int main(int argc, char **argv)
{
	pid_t child;
	int status;

	(void)argv;
	signal(SIGURG, handler);
	child = fork();
	if (!child) {
		if (argc > 1)
			signal(SIGURG, SIG_DFL);
		burn();
		return came;
	}
	printf("%d\n", (int)child);
	return waitpid(child, &status, 0) != child || status || came;
}
