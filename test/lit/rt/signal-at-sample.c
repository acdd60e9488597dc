/* A signal of the program that comes at the same instant as a sample ends the system call, as without samples. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && env GPROF_OPTIONS=rate=10000 GPROF_FILE=own.gprof ./a.out
// RUN: %gclang -O2 -DRESTARTS %s -o b.out && env GPROF_OPTIONS=rate=10000 GPROF_FILE=own.gprof ./b.out
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef RESTARTS
#define FLAGS SA_RESTART
#else
#define FLAGS 0
#endif

static volatile sig_atomic_t got;

static void handle(int sig)
{
	got = sig;
}

/* Waits until the process sleeps. */
static void await_sleep(pid_t pid)
{
	char path[40], line[200] = "";

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	while (1) {
		FILE *f = fopen(path, "r");
		char *end = NULL;

		if (!f || !fgets(line, sizeof line, f))
			_exit(1);
		fclose(f);
		for (char *p = line; *p; p++)
			end = *p == ')' ? p : end;
		if (end && end[2] == 'S')
			return;
		usleep(100);
	}
}

int main(void)
{
	struct sigaction action = { .sa_handler = handle, .sa_flags = FLAGS };
	int ended = 0, status;

	sigaction(SIGINT, &action, NULL);
	for (int i = 0; i < 300; i++) {
		pid_t parent = getpid(), child = fork();

		if (!child) {
			await_sleep(parent);
			kill(parent, SIGINT);
			usleep(2000);
			_exit(0);
		}
		got = 0;
		if (waitpid(child, &status, 0) < 0) {
			ended++;
			waitpid(child, &status, 0);
		}
		if (!got)
			return 2;
	}
	printf("%d calls ended\n", ended);
	return ended == (FLAGS ? 0 : 300) ? 0 : 1;
}
