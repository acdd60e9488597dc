/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ranks.c - a rank of a parallel job: rank R calls work() R + 1 times N times, N being the
 * argument, and its child once more.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void work(void)
{
	sink++;
}

int main(int argc, char **argv)
{
	int rank = atoi(getenv("OMPI_COMM_WORLD_RANK")), times = argc > 1 ? atoi(argv[1]) : 1;
	pid_t child;

	for (int i = 0; i < (rank + 1) * times; i++)
		work();
	child = fork();
	if (!child) {
		work();
		return 0;
	}
	return waitpid(child, NULL, 0) != child;
}
