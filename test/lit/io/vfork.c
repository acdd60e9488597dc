/* The child of a vfork changes its descriptors; the parent's keep their names. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls $(ls *.gprof | head -1) | FileCheck %s
// CHECK: write parent.log calls 1001 bytes 2002 errors 0 jumps 0
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void line(int fd)
{
	if (write(fd, "a\n", 2) != 2)
		abort();
}

int main(void)
{
	int log = open("parent.log", O_CREAT | O_WRONLY, 0600);
	int other = open("child.log", O_CREAT | O_WRONLY, 0600);
	int status;

	line(log);
	if (!vfork()) {
		dup2(other, log);
		line(log);
		execl("/bin/true", "true", (char *)NULL);
		_exit(1);
	}
	wait(&status);
	for (int i = 0; i < 1000; i++)
		line(log);
	return status;
}
