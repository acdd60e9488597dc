/* A SIGURG that another process sends is ignored, as in the plain program, and restarts what a handler may restart; only calls that no handler restarts end early. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out > out 2> err && test ! -s err && FileCheck %s < out && %expect a.out %s
// CHECK: read 1
// CHECK-NEXT: waited 1
// CHECK-NEXT: slept {{1|0, interrupted}}

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void rest(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

/* A process that sends signals while its parent waits, and then writes a byte. */
static pid_t begin_sender(int fd)
{
	pid_t parent = getpid(), child = fork();

	if (child)
		return child;
	for (int i = 0; i < 20; i++) {
		rest(10);
		kill(parent, SIGURG);
	}
	_exit(write(fd, "x", 1) != 1);
}

/* CALLS: work 1000 */
__attribute__((noinline)) static void work(volatile int *n)
{
	(*n)++;
}

int main(void)
{
	struct timespec time = { 0, 100000000 };
	int fds[2], slept;
	volatile int n = 0;
	char byte;
	pid_t child;

	if (pipe(fds) || (child = begin_sender(fds[1])) < 0)
		return 1;
	printf("read %zd\n", read(fds[0], &byte, 1));
	printf("waited %d\n", waitpid(child, NULL, 0) == child);
	child = begin_sender(fds[1]);
	slept = nanosleep(&time, NULL) == 0;
	printf("slept %d%s\n", slept, slept ? "" : errno == EINTR ? ", interrupted" : "?");
	while (waitpid(child, NULL, 0) != child)
		;
	for (int i = 0; i < 1000; i++)
		work(&n);
	return 0;
}
