/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clusters.c - see clusters.h.
 */
#include "base/util.h"
#include "optimize/clusters.h"

#include <stdlib.h>

#define LARGEST (1024 * 1024) /* bytes */
#define RARE 10               /* a call is rare below one part in so many */
#define THIN 8                /* a cluster may get so many times less dense */

/* Functions in a chain; a function names the cluster that it began as, or was appended to. */
struct cluster {
	uint32_t last;
	double calls, size;
};

struct clustering {
	const struct placed_function *functions;
	uint32_t n;
	struct cluster *clusters; /* by their first function */
	uint32_t *next;           /* function after one in its cluster, or GP_NONE */
	uint32_t *into;           /* function -> cluster, by way of others; itself: it leads one */
	uint32_t *caller;         /* the one with most calls, or GP_NONE */
	int64_t *most;            /* calls of that */
};

static double density(const struct cluster *c)
{
	return c->calls / c->size;
}

static uint32_t leader(struct clustering *w, uint32_t f)
{
	while (w->into[f] != f) {
		w->into[f] = w->into[w->into[f]];
		f = w->into[f];
	}
	return f;
}

static void find_callers(struct clustering *w, const struct placed_call *calls, size_t ncalls)
{
	for (size_t i = 0; i < ncalls; i++) {
		const struct placed_call *c = &calls[i];

		if (c->from == c->to || c->calls <= w->most[c->to])
			continue;
		w->most[c->to] = c->calls;
		w->caller[c->to] = c->from;
	}
}

static void append(struct clustering *w, uint32_t to, uint32_t from)
{
	struct cluster *a = &w->clusters[to], *b = &w->clusters[from];

	w->next[a->last] = from;
	w->into[from] = to;
	a->last = b->last;
	a->calls += b->calls;
	a->size += b->size;
}

static void join(struct clustering *w, uint32_t f)
{
	uint32_t from = leader(w, f), to;
	struct cluster whole;

	if (w->caller[f] == GP_NONE || (double)w->most[f] * RARE <= (double)w->functions[f].calls)
		return;
	to = leader(w, w->caller[f]);
	whole.calls = w->clusters[to].calls + w->clusters[from].calls;
	whole.size = w->clusters[to].size + w->clusters[from].size;
	if (from == to || whole.size > LARGEST ||
	    density(&whole) < density(&w->clusters[to]) / THIN)
		return;
	append(w, to, from);
}

static int by_density(const void *x, const void *y, void *clustering)
{
	const struct clustering *w = clustering;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	double a = density(&w->clusters[i]), b = density(&w->clusters[k]);

	if (a != b)
		return a > b ? -1 : 1;
	return i < k ? -1 : i > k;
}

/* The clusters one after the other, in the room of the list that names them. */
static uint32_t *laid_out(struct clustering *w, uint32_t *sorted)
{
	uint32_t *order = gp_alloc(w->n, sizeof *order), n = 0;

	for (uint32_t i = 0; i < w->n; i++)
		if (w->into[sorted[i]] == sorted[i])
			for (uint32_t f = sorted[i]; f != GP_NONE; f = w->next[f])
				order[n++] = f;
	return order;
}

uint32_t *clusters_order(const struct placed_function *functions, uint32_t n,
			 const struct placed_call *calls, size_t ncalls)
{
	struct clustering w = {
		.functions = functions, .n = n,
		.clusters = gp_alloc(n, sizeof *w.clusters),
		.next = gp_alloc(n, sizeof *w.next), .into = gp_alloc(n, sizeof *w.into),
		.caller = gp_alloc(n, sizeof *w.caller), .most = gp_alloc(n, sizeof *w.most),
	};
	uint32_t *sorted = gp_alloc(n, sizeof *sorted), *order;

	for (uint32_t i = 0; i < n; i++) {
		w.clusters[i] = (struct cluster){ i, (double)functions[i].calls,
						  (double)(functions[i].size ? functions[i].size
									     : 1) };
		w.next[i] = w.caller[i] = GP_NONE;
		w.into[i] = sorted[i] = i;
	}
	find_callers(&w, calls, ncalls);
	gp_sort(sorted, n, sizeof *sorted, by_density, &w);
	for (uint32_t i = 0; i < n; i++)
		join(&w, sorted[i]);
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = i;
	gp_sort(sorted, n, sizeof *sorted, by_density, &w);
	order = laid_out(&w, sorted);
	free(sorted);
	free(w.clusters);
	free(w.next);
	free(w.into);
	free(w.caller);
	free(w.most);
	return order;
}
