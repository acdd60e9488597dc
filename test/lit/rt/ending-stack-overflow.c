/* A stack overflow ends the process as ever, and every call up to it is in the file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ulimit -s 1024
// RUN: ./a.out > /dev/null; test $? = 139
// RUN: %expect -D N=$(cat truth) a.out %s a.out.*.gprof && rm a.out.*.gprof
// RUN: ./a.out handled > out; test $? = 3
// RUN: %expect -D N=$(cat truth) a.out %s a.out.*.gprof && grep overflow out

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long *depth; /* in memory that the parent sees too */
static char other_stack[65536];

/* ARC: deep -> deep N */
__attribute__((noinline)) int deep(int n)
{
	volatile char frame[64];

	frame[0] = (char)n;
	++*depth;
	return deep(n + 1) + frame[0];
}

static void handle(int sig)
{
	static const char line[] = "overflow\n";

	(void)sig;
	_exit(write(1, line, sizeof(line) - 1) < 0 ? 1 : 3);
}

static void use_other_stack(void)
{
	stack_t stack;
	struct sigaction action;

	memset(&stack, 0, sizeof(stack));
	stack.ss_sp = other_stack;
	stack.ss_size = sizeof(other_stack);
	sigaltstack(&stack, NULL);
	memset(&action, 0, sizeof(action));
	action.sa_handler = handle;
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGSEGV, &action, NULL);
}

static int write_truth(void)
{
	FILE *f = fopen("truth", "w");

	return !f || fprintf(f, "%ld\n", *depth) < 0 || fclose(f);
}

/* The child overflows; the parent, which makes none of the calls, keeps the truth. */
int main(int argc, char **argv)
{
	int status;
	pid_t child;

	(void)argv;
	depth = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (depth == MAP_FAILED)
		return 1;
	child = fork();
	if (!child) {
		if (argc > 1)
			use_other_stack();
		return deep(0);
	}
	if (waitpid(child, &status, 0) != child || write_truth())
		return 1;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	kill(getpid(), WTERMSIG(status));
	return 1;
}
