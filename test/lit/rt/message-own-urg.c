/* The line about a program that takes SIGURG does not end it where nobody reads its standard error. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out

#include <signal.h>
#include <unistd.h>

static void handler(int sig)
{
	(void)sig;
}

int main(int argc, char **argv)
{
	int ends[2];

	if (argc == 1) {
		if (pipe(ends) || dup2(ends[1], 2) < 0)
			return 1;
		close(ends[0]);
		close(ends[1]);
		execl(argv[0], argv[0], "again", (char *)NULL);
		return 1;
	}
	signal(SIGURG, handler);
	return 0;
}
