/* A message never goes into a file of the program that has the number of a standard error that was closed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out 2>&- && test ! -s data
// RUN: ./a.out 2> err && test ! -s data
// RUN: ./a.out open 2> err && FileCheck %s < err
// CHECK: cannot create '{{.*}}.gprof': too many open files

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child can have no file, and would say so. */
int main(int argc, char **argv)
{
	struct rlimit none = { 0, 0 };
	pid_t child;
	int status;

	(void)argv;
	if (argc == 1) {
		close(2);
		if (open("data", O_WRONLY | O_CREAT | O_TRUNC, 0600) != 2)
			return 2;
	}
	setrlimit(RLIMIT_NOFILE, &none);
	child = fork();
	if (!child)
		_exit(0);
	return waitpid(child, &status, 0) != child || status;
}
