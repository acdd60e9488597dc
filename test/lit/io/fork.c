/* A forked child counts its own calls in its own profile, and the parent's descriptors keep their files in it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && GPROF_FILE=child.gprof %io env GPROF_FILE=%%p.gprof ./a.out > parent
// RUN: %calls $(cat parent).gprof | FileCheck --check-prefix=PARENT %s
// RUN: rm $(cat parent).gprof && %calls *.gprof | FileCheck --check-prefix=CHILD %s
// PARENT: write both calls 2 bytes 5 errors 0 jumps 0
// PARENT-NEXT: write parent calls 1 bytes
// CHILD: write both calls 1 bytes 4 errors 0 jumps 0
// CHILD-NEXT: write other calls 1 bytes 2 errors 0 jumps 0
// CHILD-NOT: write
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void put(int fd, size_t n)
{
	if (fd < 0 || write(fd, "1234", n) != (ssize_t)n)
		abort();
}

int main(void)
{
	int fd = open("both", O_WRONLY | O_CREAT, 0600), status;
	char text[16];
	pid_t pid;

	put(fd, 2);
	pid = fork();
	if (!pid) {
		put(fd, 4);
		close(fd);
		put(open("other", O_WRONLY | O_CREAT, 0600), 2);
		return 0;
	}
	waitpid(pid, &status, 0);
	put(fd, 3);
	fd = snprintf(text, sizeof(text), "%d", (int)getpid());
	return write(1, text, fd) != fd || status;
}
