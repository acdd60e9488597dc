/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descriptors.c - a thread that opens, closes and moves descriptors, and knows which file each
 * has to be, while others start and end threads without end.
 *
 * Only that thread opens anything: the lowest free number is known, and each call has one
 * answer.  A wrong one is a mistake, in the plain program too.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "counted.h"

#define MAKERS	2
#define NUMBERS 24

static ino_t files[2];	/* what the numbers are of: two files, by turns */
static char names[2][32];
static int first;	/* number */
static char which[NUMBERS];	/* 0: closed, else the file's place + 1 */

static void check(int number)
{
	struct stat found;
	int there = !fstat(first + number, &found);

	if (there != !!which[number])
		ledger_mistake("descriptor %d is %s", first + number, there ? "open" : "closed");
	else if (there && found.st_ino != files[which[number] - 1])
		ledger_mistake("descriptor %d is another file", first + number);
	which[number] = there ? (found.st_ino == files[1]) + 1 : 0;
}

static void open_one(int file)
{
	int lowest = 0, got;

	while (lowest < NUMBERS && which[lowest])
		lowest++;
	if (lowest == NUMBERS)
		return;
	got = open(names[file], O_RDONLY);
	if (got != first + lowest) {
		ledger_mistake("open() gave %d, not %d (%s)", got, first + lowest, strerror(errno));
		if (got >= 0)
			close(got);
		return;
	}
	which[lowest] = file + 1;
}

static void close_one(int number)
{
	int result = close(first + number);

	if ((result == 0) != !!which[number])
		ledger_mistake("close(%d) gave %d", first + number, result);
	which[number] = 0;
}

static void copy_one(int from, int to)
{
	int result;

	if (!which[from] || from == to)
		return;
	result = dup2(first + from, first + to);
	if (result != first + to)
		ledger_mistake("dup2(%d, %d): %s", first + from, first + to, strerror(errno));
	else
		which[to] = which[from];
}

static void step(void)
{
	int number = storm_random(NUMBERS);

	switch (storm_random(4)) {
	case 0:
		open_one(storm_random(2));
		break;
	case 1:
		close_one(number);
		break;
	case 2:
		copy_one(storm_random(NUMBERS), number);
		break;
	default:
		check(number);
	}
	if (!storm_random(5000)) {	/* as daemons do */
		syscall(SYS_close_range, first, ~0u, 0);
		memset(which, 0, sizeof(which));
	}
}

static void *life(void *argument)
{
	ledger_thread();
	work_some(storm_random(300));
	return argument;
}

static void *maker(void *argument)
{
	pthread_t thread;

	ledger_thread();
	while (!storm_over())
		if (!pthread_create(&thread, 0, life, 0))
			pthread_join(thread, 0);
	return argument;
}

static void prepare(void)
{
	struct stat found;

	for (int i = 0; i < 2; i++) {
		snprintf(names[i], sizeof(names[i]), "file.%d", i);
		first = open(names[i], O_RDWR | O_CREAT, 0666);
		if (first < 0 || fstat(first, &found))
			exit(97);
		files[i] = found.st_ino;
		close(first);
	}
	syscall(SYS_close_range, first, ~0u, 0);	/* what was inherited */
}

int main(int argc, char **argv)
{
	pthread_t makers[MAKERS];

	(void)argc;
	ledger_open(argv);
	prepare();
	for (int i = 0; i < MAKERS; i++)
		if (pthread_create(&makers[i], 0, maker, 0))
			return 1;
	while (!storm_over()) {
		step();
		ledger_call(3, counted_3(3));
	}
	for (int i = 0; i < MAKERS; i++)
		pthread_join(makers[i], 0);
	return 0;
}
