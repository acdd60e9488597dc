/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gmon.c - a call graph as a gmon.out that GNU gprof reads with the executable.
 *
 * Such a file knows one executable, a histogram of its addresses, and calls between
 * addresses in it.  All time of a function is put on its first two bytes, in a
 * histogram of its own: exact by function, and as small as the number of functions
 * that have time.  Histograms and counts that a field cannot hold are spread over
 * several records by gmon_write().  Anything that does not fit is reported, with its size.
 */
#include "writer/writer.h"
#include "gmon/gmon.h"
#include "text/escape.h"

#include <math.h>
#include <string.h>

#define RATE 10000 /* ticks a second: a time is rounded to 0.1 ms */

struct leftover { /* of one kind of what does not fit */
	uint64_t things;
	int64_t calls;
	double weight;
};

struct leftovers {
	struct leftover rows;    /* functions elsewhere, and rows of no function */
	struct leftover arcs;    /* with an end elsewhere */
	struct leftover outside; /* functions with spontaneous calls */
	bool measured;           /* time is passed on to callers by stacks */
};

static bool fits(const struct program *p, uint32_t node, uint32_t object)
{
	return p->functions[node].object == object && p->functions[node].address;
}

static int add_time(struct gmon *g, uint64_t address, double weight, struct gp_error *e)
{
	struct gmon_histogram *h = gmon_add_histogram(g, address & ~1ull, (address & ~1ull) + 2,
						      1, e);

	if (!h)
		return -1;
	h->bins[0] += gp_whole(measure_units(&measure_times[TIME_CPU], weight * RATE));
	return 0;
}

static int add_functions(struct gmon *g, const struct export *x, uint32_t object,
			 struct leftovers *left, struct gp_error *e)
{
	const struct program *p = x->result->program;
	bool any = false;

	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *n = &p->graph.nodes[i];

		if (!export_has(x, i))
			continue;
		if (n->spontaneous > 0) {
			left->outside.things++;
			gp_add(&left->outside.calls, n->spontaneous);
		}
		if (!fits(p, i, object)) {
			left->rows.things += n->self > 0;
			left->rows.weight += n->self;
			continue;
		}
		/* gprof wants a histogram, be it empty. */
		if (n->self <= 0 && any)
			continue;
		if (add_time(g, p->functions[i].address, n->self, e) < 0)
			return -1;
		any = true;
	}
	return 0;
}

static void add_arcs(struct gmon *g, const struct export *x, uint32_t object,
		     struct leftovers *left)
{
	const struct program *p = x->result->program;

	for (size_t i = 0; i < p->graph.narcs; i++) {
		const struct arc *a = &p->graph.arcs[i];
		const struct arc_measure *m = graph_measured(&p->graph, i);

		if (!export_has_arc(x, a))
			continue;
		left->measured |= m->self + m->child > 0;
		if (!a->count)
			continue;
		if (fits(p, a->from, object) && fits(p, a->to, object)) {
			gmon_add_arc(g, p->functions[a->from].address,
				     p->functions[a->to].address, a->count);
		} else {
			left->arcs.things++;
			gp_add(&left->arcs.calls, a->count);
		}
	}
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void print_losses(const struct export *x, const struct leftovers *left, FILE *notes)
{
	const struct measure *m = x->result->program->measure;
	const struct runs *r = x->runs;

	if (left->rows.things)
		gprintf(notes, "does not fit: %.3f %s of %llu row%s that are no functions of the "
			"executable (libraries, the kernel, unknown code)\n",
			measure_units(m, left->rows.weight), m->unit,
			(unsigned long long)left->rows.things, plural(left->rows.things));
	if (left->arcs.things)
		gprintf(notes, "does not fit: %lld call%s of %llu arc%s with an end outside the "
			"executable\n", (long long)left->arcs.calls,
			plural((uint64_t)left->arcs.calls),
			(unsigned long long)left->arcs.things, plural(left->arcs.things));
	if (left->outside.things)
		gprintf(notes, "does not fit: %lld spontaneous call%s of %llu function%s\n",
			(long long)left->outside.calls, plural((uint64_t)left->outside.calls),
			(unsigned long long)left->outside.things, plural(left->outside.things));
	if (left->measured)
		fputs("does not fit: the time of each arc, which stacks tell: GNU gprof divides a "
		      "callee's time by numbers of calls\n", notes);
	if (r->nthreads > 1 || r->n > 1)
		gprintf(notes, "does not fit: %zu process%s and %zu thread%s become one\n", r->n,
			r->n == 1 ? "" : "es", r->nthreads, plural(r->nthreads));
}

int export_gmon(const struct export *x, struct gp_error *e)
{
	const struct gmon_target target = { .pointer = 8 };
	uint32_t object = x->result->program->executable;
	struct leftovers left = { 0 };
	struct gmon g;
	int rc;

	gmon_init(&g, &target);
	g.rate = RATE;
	g.has_rate = true;
	strcpy(g.dimension, "seconds");
	g.abbreviation = 's';
	rc = add_functions(&g, x, object, &left, e);
	add_arcs(&g, x, object, &left);
	if (rc == 0)
		rc = gmon_write(&g, x->out, GMON_GNU, NULL, e);
	if (rc == 0)
		print_losses(x, &left, x->notes);
	gmon_release(&g);
	return rc;
}
