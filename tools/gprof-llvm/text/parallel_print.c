/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * parallel_print.c - see parallel_print.h.
 *
 * A thread keeps its text in memory until its turn comes.  Ranges are short, so that all
 * texts stay in the processors' caches.
 */
#include "text/parallel_print.h"
#include "base/util.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define RANGE 64           /* items printed at a time */
#define MOST_THREADS 16

struct printing {
	FILE *out;
	size_t n;
	void (*print)(FILE *out, size_t from, size_t to, void *context);
	void *context;
	pthread_mutex_t lock;   /* of what follows, and of writing to 'out' */
	pthread_cond_t turned;  /* 'written' has changed */
	size_t next;            /* first item that no thread has taken */
	size_t written;         /* items */
};

/* Takes a range; false: all are taken. */
static bool take(struct printing *p, size_t *from, size_t *to)
{
	pthread_mutex_lock(&p->lock);
	*from = p->next;
	*to = p->n - *from < RANGE ? p->n : *from + RANGE;
	p->next = *to;
	pthread_mutex_unlock(&p->lock);
	return *from < *to;
}

static void write_in_turn(struct printing *p, size_t from, size_t to, const char *text, size_t n)
{
	pthread_mutex_lock(&p->lock);
	while (p->written != from)
		pthread_cond_wait(&p->turned, &p->lock);
	fwrite_unlocked(text, 1, n, p->out);
	p->written = to;
	pthread_cond_broadcast(&p->turned);
	pthread_mutex_unlock(&p->lock);
}

static void *work(void *printing)
{
	struct printing *p = printing;
	char *text;
	size_t size = 0, from, to;
	FILE *memory = gp_text_open(&text, &size);

	while (take(p, &from, &to)) {
		rewind(memory);
		p->print(memory, from, to, p->context);
		if (fflush(memory) || ferror(memory))
			gp_no_memory();
		write_in_turn(p, from, to, text, size);
	}
	fclose(memory);
	free(text);
	return NULL;
}

void parallel_print(FILE *out, size_t n,
		    void (*print)(FILE *out, size_t from, size_t to, void *context),
		    void *context)
{
	struct printing p = { .out = out, .n = n, .print = print, .context = context,
			      .lock = PTHREAD_MUTEX_INITIALIZER,
			      .turned = PTHREAD_COND_INITIALIZER };
	pthread_t threads[MOST_THREADS];
	size_t wanted = gp_threads(n, PARALLEL_PRINT_LEAST, MOST_THREADS), made = 0;

	if (wanted == 1) {
		print(out, 0, n, context);
		return;
	}
	/* This one is a worker too, and so all of them if no other can be had. */
	while (made < wanted - 1 && pthread_create(&threads[made], NULL, work, &p) == 0)
		made++;
	work(&p);
	while (made)
		pthread_join(threads[--made], NULL);
}
