/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * saves.c - a server that saves in the background, as Redis does: from inside an event's handler it
 * forks a child, which writes all keys as they were then and ends by _exit(), in the middle of its
 * calls.  Meanwhile a second thread frees memory, and the parent serves on, changes the keys and
 * reaps children.  The ledger is that of the server for "0", of the first child for "1", of the third
 * for "3"; that process prints its pid and, in a child, the number of keys that it saved.
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define NOINLINE __attribute__((noinline))
#define BUCKETS 256

struct key {
	struct key *next;
	long value, expires;
	char name[16];
};

static struct key *table[BUCKETS];
static int wanted, saves, running, served, commands[2], jobs[2];
static long clock_now;

NOINLINE static void begin(void)
{
	if (saves == wanted)
		ledger_open();
	else
		ledger = (long *)mmap(0, MARKS * sizeof *ledger, PROT_READ | PROT_WRITE,
				      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

NOINLINE static unsigned hash(const char *name)
{
	unsigned h = 5381;

	for (; *name; name++) {
		MARK(0);
		h = h * 33 ^ (unsigned char)*name;
	}
	return h % BUCKETS;
}

NOINLINE static struct key *find(const char *name)
{
	struct key *k = table[hash(name)];

	for (; k; k = k->next) {
		MARK(1);
		if (!strcmp(k->name, name))
			return k;
	}
	MARK(2);
	return NULL;
}

NOINLINE static int save_value(FILE *out, const struct key *k)
{
	switch (k->value % 4) {
	case 0:
		MARK(20);
		return fprintf(out, "%s\n", k->name);
	case 1:
		MARK(21);
		return fprintf(out, "%s %ld\n", k->name, k->value);
	case 2:
		MARK(22);
		if (k->expires) {
			MARK(23);
			fprintf(out, "until %ld ", k->expires);
		}
		return fprintf(out, "%s %lx\n", k->name, k->value);
	default:
		MARK(24);
		return fputs(k->name, out);
	}
}

NOINLINE static long save_key(FILE *out, const struct key *k)
{
	MARK(25);
	return save_value(out, k) >= 0;
}

NOINLINE static long save_table(FILE *out)
{
	long saved = 0;

	for (int i = 0; i < BUCKETS; i++) {
		MARK(26);
		for (struct key *k = table[i]; k; k = k->next) {
			MARK(27);
			saved += save_key(out, k);
		}
	}
	return saved;
}

/* Never comes back. */
NOINLINE static void save_child(void)
{
	FILE *out = fopen("/dev/null", "w");
	long saved;

	MARK(28);
	saved = save_table(out);
	fclose(out);
	if (saves == wanted) {
		printf("%d %ld\n", (int)getpid(), saved);
		fflush(stdout);
	}
	MARK(29);
	_exit(0);
}

NOINLINE static void save(void)
{
	pid_t child;

	MARK(3);
	fflush(stdout);
	saves++;
	child = fork();
	if (!child) {
		begin();
		save_child();
	}
	MARK(4);
	running += child > 0;
}

NOINLINE static void set(const char *name, long value)
{
	struct key *k = find(name);
	unsigned h;

	if (!k) {
		MARK(5);
		k = (struct key *)calloc(1, sizeof *k);
		h = hash(name);
		strcpy(k->name, name);
		k->next = table[h];
		table[h] = k;
	}
	k->value = value;
	k->expires = value % 3 ? 0 : clock_now + value;
	MARK(6);
}

NOINLINE static void drop(const char *name)
{
	struct key **at = &table[hash(name)];

	for (; *at; at = &(*at)->next) {
		struct key *k = *at;

		MARK(7);
		if (strcmp(k->name, name))
			continue;
		*at = k->next;
		MARK(8);
		if (write(jobs[1], &k, sizeof k) < 0)
			free(k);
		return;
	}
}

/* One command: 's' set, 'd' drop, 'g' get, 'b' save in the background. */
NOINLINE static void serve(int n)
{
	char name[16];

	snprintf(name, sizeof name, "key%d", n * 7 % 500);
	served++;
	switch (n % 9) {
	case 4:
		MARK(9);
		drop(name);
		break;
	case 5:
	case 6:
		MARK(10);
		find(name);
		break;
	case 8:
		if (n % 1800 == 1799) {
			MARK(11);
			save();
			break;
		}
		/* fall through */
	default:
		MARK(12);
		set(name, n);
	}
}

NOINLINE static void reap(void)
{
	int status;

	while (running && waitpid(-1, &status, WNOHANG) > 0)
		running--;
}

NOINLINE static int on_readable(int fd)
{
	int batch[16];
	ssize_t n = read(fd, batch, sizeof batch);

	MARK(13);
	for (ssize_t i = 0; i < n / (ssize_t)sizeof *batch; i++) {
		MARK(14);
		serve(batch[i]);
	}
	return n > 0;
}

static int (*volatile handlers[])(int) = { on_readable };

/* What a poll() finds ready depends on time, so nothing is marked. */
NOINLINE static void loop(void)
{
	struct pollfd p = { .fd = commands[0], .events = POLLIN };

	for (;;) {
		clock_now++;
		reap();
		if (poll(&p, 1, 100) > 0 && !handlers[0](p.fd))
			return;
	}
}

static void *free_later(void *unused)
{
	struct key *k;

	(void)unused;
	while (read(jobs[0], &k, sizeof k) == sizeof k && k) {
		MARK(15);
		free(k);
	}
	return NULL;
}

static void *load(void *unused)
{
	(void)unused;
	for (int n = 0; n < 6000; n++) {
		MARK(16);
		if (write(commands[1], &n, sizeof n) < 0)
			break;
	}
	close(commands[1]);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread, client;
	struct key *none = NULL;

	wanted = argc > 1 ? atoi(argv[1]) : 0;
	begin();
	if (pipe(commands) < 0 || pipe(jobs) < 0)
		return 9;
	pthread_create(&thread, NULL, free_later, NULL);
	pthread_create(&client, NULL, load, NULL);
	loop();
	while (wait(NULL) > 0)
		;
	if (write(jobs[1], &none, sizeof none) < 0)
		return 9;
	pthread_join(thread, NULL);
	pthread_join(client, NULL);
	MARK(17);
	if (!wanted)
		printf("%d %d\n", (int)getpid(), served);
	return 0;
}
