/* A child has a profile of its own when the program has written a title over its environment. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && GPROF_FILE=x-%%p.gprof ./a.out
// RUN: test $(ls | grep -c '^x-[0-9]*\.gprof$') = 2 && ls | count 3
// RUN: %expect --set both a.out %s x-*.gprof

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile int sink;

/* ARC[both]: main -> leaf 30 */
__attribute__((noinline)) void leaf(void)
{
	sink++;
}

int main(void)
{
	pid_t child;
	int status;

	for (char **variable = environ; *variable; variable++)
		memset(*variable, ' ', strlen(*variable));
	child = fork();
	for (int i = 0; i < (child ? 10 : 20); i++)
		leaf();
	if (!child)
		exit(0);
	return waitpid(child, &status, 0) != child || status;
}
