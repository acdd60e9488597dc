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
#define LONGEST 1000 /* us that a call waits after the signal */
#else
#define FLAGS 0
#define LONGEST 2000000
#endif

static volatile sig_atomic_t got;

static void handle(int sig)
{
	got = sig;
}

/* The switches of a process that sleeps, or -1. */
static long switches(pid_t pid)
{
	char path[40], line[200], state = 0;
	long n = -1;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f)) {
		sscanf(line, "State: %c", &state);
		sscanf(line, "voluntary_ctxt_switches: %ld", &n);
	}
	if (!f || fclose(f))
		_exit(1);
	return state == 'S' ? n : -1;
}

/* Waits until the process sleeps for long: it has come to its call. */
static void await_sleep(pid_t pid)
{
	long before, after = -1;

	do {
		before = after;
		usleep(3000);
		after = switches(pid);
	} while (after < 0 || after != before);
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
			usleep(LONGEST);
			_exit(0);
		}
		got = 0;
		if (waitpid(child, &status, 0) < 0) {
			ended++;
			kill(child, SIGKILL);
			waitpid(child, &status, 0);
		}
		if (!got)
			return 2;
	}
	printf("%d calls ended\n", ended);
	return ended == (FLAGS ? 0 : 300) ? 0 : 1;
}
