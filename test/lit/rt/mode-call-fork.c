/* A forked child counts in a file of its own with mode=call, from its first call on. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: GPROF_PASS=mode=call GPROF_OPTIONS= %gclang -O2 %s -o a.out && GPROF_FILE=%%p.profile ./a.out > children
// RUN: for p in $(cat children); do %expect --set child a.out %s $p.profile && rm $p.profile || exit 1; done
// RUN: %expect --set parent a.out %s *.profile

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;

NOINLINE void leaf(void)
{
	sink++;
}

/* ARC[child]: child -> leaf 5 */
/* ARC[child]: parent -> leaf 0 */
NOINLINE void child(void)
{
	for (volatile int i = 0; i < 5; i++)
		leaf();
	_exit(sink != 105);
}

/* ARC[parent]: parent -> leaf 100 */
/* ARC[parent]: child -> leaf 0 */
NOINLINE void parent(void)
{
	for (volatile int i = 0; i < 100; i++)
		leaf();
}

int main(void)
{
	int status;

	parent();
	for (int i = 0; i < 8; i++) {
		pid_t pid = fork();

		if (!pid)
			child();
		printf("%d\n", (int)pid);
		if (waitpid(pid, &status, 0) != pid || status)
			return 1;
	}
	return 0;
}
