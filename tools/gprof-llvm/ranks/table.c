/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - see table.h.
 *
 * The whole run says which ranks there are and which functions, each a row.  Then the profiles of
 * one rank after another become a result.  Its nodes find their rows by name, object and file, as
 * positions of nodes differ between results.
 */
#include "ranks/table.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define LEAST 5e6 /* ns that are a row of time in no function */

/* A figure over all ranks. */
struct spread {
	double now; /* of the rank that is being added */
	double sum, min, max;
	uint32_t least, most; /* ranks that have min and max: the first ones */
};

struct row {
	char *name;         /* as printed; borrowed */
	bool function;      /* it is one, not a row of other time */
	struct spread self; /* weights */
	struct spread calls;
};

/* The profiles of a rank. */
struct rank {
	uint32_t number;
	char **paths; /* borrowed, but for the list */
	size_t n, room;
};

struct ranks {
	const struct program *whole;
	struct rank *items; /* ascending */
	size_t n, room;
	size_t added;       /* ranks in the rows */
	size_t without;     /* profiles that have no rank */
	uint32_t wanted;    /* ranks of the job, 0: not known */
	struct row *rows;   /* then one of all */
	size_t nrows;
	struct gp_names index; /* key -> row */
	char **keys;        /* owned */
};

/* ------------------------------------------------------------------ ranks */

static int by_number(const void *x, const void *y, void *unused)
{
	const struct rank *a = x, *b = y;

	(void)unused;
	return a->number < b->number ? -1 : a->number > b->number;
}

static void find_ranks(struct ranks *l)
{
	struct gp_map at = { 0 };

	for (size_t i = 0; i < l->whole->nprofiles; i++) {
		const struct profile *p = &l->whole->profiles[i].profile;
		uint32_t number = profile_rank(p), *item;
		struct rank *rank;
		int created;

		if (number == GP_NONE) {
			l->without++;
			continue;
		}
		item = gp_map_put(&at, number, 0, &created);
		if (created) {
			*item = l->n;
			gp_push(l->items, l->n, l->room)->number = number;
		}
		rank = &l->items[*item];
		*gp_push(rank->paths, rank->n, rank->room) = p->path;
		l->wanted = profile_ranks(p) > l->wanted ? profile_ranks(p) : l->wanted;
	}
	gp_map_release(&at);
	gp_sort(l->items, l->n, sizeof *l->items, by_number, NULL);
}

static int check_ranks(const struct ranks *l, const struct result *whole, struct gp_error *e)
{
	if (!l->n)
		return gp_fail(e, "no profile of '%s' has a rank: start the ranks by mpirun, srun "
			       "or another launcher that numbers them", whole->name);
	if (l->n == 1)
		return gp_fail(e, "all profiles of '%s' are of rank %u: --ranks compares two or "
			       "more ranks", whole->name, l->items[0].number);
	return 0;
}

/* ------------------------------------------------------------------ rows */

/* Says which function a node is, in any result of the run; the caller frees it. */
static char *key_of(const struct program *p, size_t node)
{
	const struct function *f = &p->functions[node];
	const char *object = f->object == GP_NONE ? "" : p->objects[f->object].path;

	return gp_format("%s\n%s\n%s\n%s\n%u", p->graph.nodes[node].name, object,
			 f->file ? f->file : "", f->compiled ? f->compiled : "", f->line);
}

static void make_rows(struct ranks *l, char *const *names)
{
	const struct program *p = l->whole;
	int created;

	l->rows = gp_alloc(p->graph.nnodes + 1, sizeof *l->rows);
	l->keys = gp_alloc(p->graph.nnodes, sizeof *l->keys);
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		char *key = key_of(p, i);
		uint32_t *row = gp_names_put(&l->index, key, &created);

		if (!created) {
			free(key);
			continue;
		}
		*row = l->nrows;
		l->keys[l->nrows] = key;
		l->rows[l->nrows++] = (struct row){ .name = names[i],
						    .function = !program_is_row(p, i) };
	}
}

static void spread_add(struct spread *s, uint32_t rank, bool first)
{
	s->sum += s->now;
	if (first || s->now < s->min) {
		s->min = s->now;
		s->least = rank;
	}
	if (first || s->now > s->max) {
		s->max = s->now;
		s->most = rank;
	}
	s->now = 0;
}

static void add_rank(struct ranks *l, uint32_t rank, const struct program *p)
{
	struct row *all = &l->rows[l->nrows];

	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *node = &p->graph.nodes[i];
		char *key = key_of(p, i);
		uint32_t at = gp_names_get(&l->index, key);

		free(key);
		if (at == GP_NONE)
			continue;
		l->rows[at].self.now += node->self;
		l->rows[at].calls.now += graph_calls(node);
		all->self.now += node->self;
		all->calls.now += graph_calls(node);
	}
	for (size_t i = 0; i <= l->nrows; i++) {
		spread_add(&l->rows[i].self, rank, !l->added);
		spread_add(&l->rows[i].calls, rank, !l->added);
	}
	l->added++;
}

/* Reads the ranks, one after another. */
static int read_ranks(struct ranks *l, const struct result *whole, struct gp_error *e)
{
	struct request one = *whole->request;
	struct result r = { 0 };
	int rc = 0;

	one.binary = whole->binary;
	one.needs |= NEED_PARTS;
	one.wanted.all = one.wanted.one_process = false;
	one.wanted.only = true;
	for (size_t i = 0; i < l->n && rc == 0; i++) {
		one.wanted.paths = l->items[i].paths;
		one.wanted.npaths = l->items[i].n;
		rc = r.parts ? result_again(&r, &one, e) : result_make(&r, &one, e);
		if (rc == 0)
			add_rank(l, l->items[i].number, r.program);
	}
	result_release(&r);
	return rc;
}

/* ------------------------------------------------------------------ the table */

/* The rank that has most would save so much if all had the mean. */
static double cost_of(const struct ranks *l, const struct spread *s)
{
	return s->max - s->sum / l->n;
}

static int by_cost(const void *x, const void *y, void *context)
{
	const struct ranks *l = context;
	const struct row *a = x, *b = y;
	double self = cost_of(l, &a->self) - cost_of(l, &b->self);
	double calls = cost_of(l, &a->calls) - cost_of(l, &b->calls);

	if (self)
		return self > 0 ? -1 : 1;
	if (calls)
		return calls > 0 ? -1 : 1;
	return strcmp(a->name, b->name);
}

static bool has_row(const struct row *row)
{
	return row->calls.max > 0 || row->self.max >= (row->function ? 1 : LEAST);
}

static void print_imbalance(FILE *out, const struct ranks *l, const struct spread *s)
{
	if (s->sum > 0)
		gprintf(out, " %8.1f%%", 100 * (s->max * l->n / s->sum - 1));
	else
		gprintf(out, " %9s", "-");
}

/* Times only if there are any. */
static void print_row(const struct report *r, const struct ranks *l, const struct row *row)
{
	const struct spread *s = &row->self, *c = &row->calls;
	const int decimals = measure_decimals(l->whole->measure, 2);

	if (report_is_timed(r)) {
		gprintf(r->out, "%8.*f", decimals, report_units(r, cost_of(l, s)));
		print_imbalance(r->out, l, s);
		gprintf(r->out, " %8.*f %8.*f %5u %8.*f %5u", decimals,
			report_units(r, s->sum / l->n), decimals, report_units(r, s->min),
			s->least, decimals, report_units(r, s->max), s->most);
		gprintf(r->out, " ");
	}
	print_imbalance(r->out, l, c);
	gprintf(r->out, " %13.1f %11.0f %5u %11.0f %5u  %s\n", c->sum / l->n, c->min, c->least,
		c->max, c->most, row->name ? row->name : "total");
}

static void print_header(const struct report *r)
{
	char cost[32], mean[32];

	snprintf(cost, sizeof cost, "cost %s", r->program->measure->unit);
	snprintf(mean, sizeof mean, "mean %s", r->program->measure->unit);
	gprintf(r->out, "Ranks:\n\n");
	if (report_is_timed(r))
		gprintf(r->out, "%8s %9s %8s %8s %5s %8s %5s ", cost, "imbalance", mean, "min",
			"rank", "max", "rank");
	gprintf(r->out, " %9s %13s %11s %5s %11s %5s  %s\n", "imbalance", "mean calls", "min",
		"rank", "max", "rank", "name");
}

static void print_legend(const struct report *r)
{
	if (report_is_timed(r))
		fputs("\n"
		      "Times are own times of functions.  The cost is the maximum less the mean: "
		      "the time that\n"
		      "the slowest rank would save if all ranks did an equal part of the "
		      "function.\n", r->out);
	else
		fputc('\n', r->out);
	fputs("The imbalance is the maximum divided by the mean, less 1.  Calls are without those "
	      "of a\n"
	      "function by itself.  A rank that never ran a function counts with 0.\n", r->out);
}

/* Ranks and profiles that the table lacks. */
static void print_missing(const struct report *r, const struct ranks *l)
{
	if (l->without)
		gprintf(r->out, "left out: %zu profile%s without a rank\n", l->without,
			l->without == 1 ? "" : "s");
	if (l->n < l->wanted)
		gprintf(r->out, "%zu of %u ranks have profiles\n", l->n, l->wanted);
}

static void print_table(const struct report *r, struct ranks *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->nrows; i++)
		if (has_row(&l->rows[i]))
			l->rows[n++] = l->rows[i];
	gp_sort(l->rows, n, sizeof *l->rows, by_cost, l);
	print_header(r);
	for (size_t i = 0; i < report_count_shown(r, n); i++)
		print_row(r, l, &l->rows[i]);
	report_more(r, n);
	print_row(r, l, &l->rows[l->nrows]);
	print_missing(r, l);
	if (!r->options.brief)
		print_legend(r);
}

static void ranks_release(struct ranks *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->items[i].paths);
	free(l->items);
	for (size_t i = 0; i < l->nrows; i++)
		free(l->keys[i]);
	free(l->keys);
	free(l->rows);
	gp_names_release(&l->index);
}

static int compare(const struct report *r, struct gp_error *e)
{
	struct ranks l = { .whole = r->program };
	int rc;

	find_ranks(&l);
	rc = check_ranks(&l, r->result, e);
	if (rc == 0) {
		make_rows(&l, r->names);
		rc = read_ranks(&l, r->result, e);
	}
	if (rc == 0)
		print_table(r, &l);
	ranks_release(&l);
	return rc;
}

int ranks_table(FILE *out, const struct request *q, const struct report_options *o,
		struct gp_error *e)
{
	struct request all = *q;
	struct result whole;
	struct report r;
	int rc;

	all.untimed = true;
	all.join.arcs = STATIC_OFF;
	all.not_merged = "a merged profile has no record of ranks: name the original profiles";
	rc = result_make(&whole, &all, e);
	if (rc == 0) {
		report_init(&r, out, &whole, o);
		rc = compare(&r, e);
		report_release(&r);
	}
	result_release(&whole);
	return rc;
}
