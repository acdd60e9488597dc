/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program the manual's examples are run with: it loads and parses, in two phases and outside of
 * both, with a thread called "worker" and a dump called "warm".  Each of these uses the CPU time of
 * many samples: a view that needs one refuses a part of the run without any.  With the argument
 * "serve" it says "ready" then, and works on until its input ends.
 */
#define _GNU_SOURCE
#include <gprof-llvm/gprof.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char text[4096];
static volatile unsigned sum;
static sem_t parsed;

#define ENOUGH 0.02 /* s of CPU time: several of the kernel's ticks */

/* CPU time of this thread, s. */
static double used(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

__attribute__((noinline)) void load(void)
{
	for (double end = used() + ENOUGH; used() < end;) {
		for (size_t i = 0; i < sizeof text; i++)
			text[i] = (char)('a' + i * i % 23);
		qsort(text, sizeof text, 1, compare);
	}
}

__attribute__((noinline)) void token(const char *s)
{
	sum += (unsigned)strlen(s);
	for (unsigned i = 0; i < 32; i++) /* enough to be sampled */
		sum = sum * 31 + (unsigned)s[i % 4];
}

__attribute__((noinline)) void parse(int depth)
{
	char word[] = "word";

	for (size_t i = 0; i < sizeof text; i += 64) {
		word[0] = text[i];
		token(word);
	}
	if (depth > 0)
		parse(depth - 1);
}

__attribute__((noinline)) void never(void)
{
	token("never");
}

static void *worker(void *unused)
{
	pthread_setname_np(pthread_self(), "worker");
	for (double end = used() + ENOUGH; used() < end;)
		parse(10);
	sem_post(&parsed);
	for (;;)
		pause();
	return unused;
}

static void work_on(void)
{
	int c;

	puts("ready");
	fflush(stdout);
	while ((c = getchar()) != EOF)
		parse(c == 'n' ? 1 : 2);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	gprof_phase_begin("load");
	load();
	gprof_phase_end("load");
	gprof_dump("warm");
	gprof_phase_begin("parse");
	sem_init(&parsed, 0, 0);
	if (pthread_create(&thread, NULL, worker, NULL) == 0)
		sem_wait(&parsed);
	for (double end = used() + ENOUGH; used() < end;)
		parse(10);
	gprof_phase_end("parse");
	for (double end = used() + ENOUGH; used() < end;)
		parse(10);
	if (argc > 2)
		never();
	if (argc > 1 && !strcmp(argv[1], "serve"))
		work_on();
	return 0;
}
