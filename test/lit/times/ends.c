// Calls that end with their thread, that a child of fork() goes on with, and that are under way
// when the process is killed.
//
// RUN: GPROF_PASS=time=ends+forks+stays+child %gclang -O2 -pthread %s -o t
// RUN: GPROF_FILE=all.%%p.gprof GPROF_OPTIONS=rate=0 ./t thread
// RUN: %gprof export t all.*.gprof -o t.json
// RUN: %python %S/Inputs/quantiles.py t.json ends calls==0 entries==3 'ended_calls+unwound_calls==3' open_calls==0
// RUN: rm all.*; GPROF_FILE=all.%%p.gprof GPROF_OPTIONS=rate=0 ./t fork
// RUN: %gprof export t all.*.gprof -o t.json
// RUN: %python %S/Inputs/quantiles.py t.json forks calls==1 open_calls==0 unwound_calls==0
// RUN: %python %S/Inputs/quantiles.py t.json child calls==5
// RUN: rm all.*; (GPROF_FILE=all.%%p.gprof GPROF_OPTIONS=rate=0 ./t kill; true)
// RUN: %gprof export t all.*.gprof -o t.json
// RUN: %python %S/Inputs/quantiles.py t.json stays calls==4 open_calls==1
// RUN: %gprof report --times t all.*.gprof | FileCheck %s
// CHECK: 4 {{.*}} stays
// CHECK: 1 not in the figures of stays: under way at the end

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

/* No cleanup runs. */
void ends(int how)
{
	sink++;
	if (how)
		syscall(SYS_exit, 0);
	pthread_exit(NULL);
}

static void *thread(void *p)
{
	ends(p != NULL);
	return p;
}

void child(void)
{
	sink++;
}

void forks(void)
{
	pid_t pid = fork();

	if (!pid) {
		for (int i = 0; i < 5; i++)
			child();
		return;
	}
	waitpid(pid, NULL, 0);
}

void stays(int last)
{
	sink++;
	if (last)
		kill(getpid(), SIGKILL);
}

int main(int argc, char **argv)
{
	pthread_t t;

	for (int i = 0; i < 3 && argv[1][0] == 't'; i++) {
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
	}
	if (argv[1][0] == 'f')
		forks();
	for (int i = 0; i < 5 && argv[1][0] == 'k'; i++)
		stays(i == 4);
	return argc - 2;
}
