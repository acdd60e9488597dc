/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ordering.c - see ordering.h.
 *
 * A chain grows by one function at one of its ends, so that a function's place in it
 * is a number that stays: negative on the side that grew backwards.
 */
#include "gprof/graph/ordering.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ object files */

/* Which one a function is from, for --file-ordering: lines `OBJECT:... FUNCTION', such as `nm -A'
   prints.  `No symbols in OBJECT' is skipped. */

static int by_function(const void *x, const void *y, void *unused)
{
	const struct gnu_mapping *a = x, *b = y;
	int order = strcmp(a->function, b->function);

	(void)unused;
	/* Equal names keep their order: they point into one text. */
	return order ? order : a->function < b->function ? -1 : a->function > b->function;
}

/* Cuts a line into its parts; false: it has not all of them. */
static bool parse_line(char *line, struct gnu_mapping *m)
{
	char *colon = strchr(line, ':'), *blank = strrchr(line, ' ');

	if (!colon || colon == line || !blank || blank < colon)
		return false;
	*colon = 0;
	m->file = line;
	m->function = blank + 1;
	return true;
}

int gnu_mapping_parse(char *text, size_t size, const char *name, struct gnu_mapping **map,
		      size_t *n, struct gp_error *e)
{
	char *end = text + size;
	size_t room = 0;

	*map = NULL;
	*n = 0;
	while (text < end) {
		char *newline = memchr(text, '\n', (size_t)(end - text));
		struct gnu_mapping m;

		/* The caller left room for a NUL after the text. */
		*(newline ? newline : end) = 0;
		if (*text && strncmp(text, "No symbols in ", 14)) {
			if (!parse_line(text, &m))
				return gp_fail(e, "unable to parse mapping file %s.", name);
			m.first = !*n || strcmp(m.file, (*map)[*n - 1].file);
			*gp_push(*map, *n, room) = m;
		}
		text = newline ? newline + 1 : end;
	}
	gp_sort(*map, *n, sizeof **map, by_function, NULL);
	return 0;
}

/* ------------------------------------------------------------------ orders */

#define HOT 0.90  /* part of all calls in which functions called from many places count */
#define MOST 0.99 /* part of all calls placed before the rest */
#define USES 5    /* so many hot arcs into a function end the search for such functions */

struct link {
	uint32_t next, prev; /* in the chain, or GP_NONE */
	uint32_t chain;      /* valid when there is a next or prev */
	int32_t place;
	uint32_t uses;       /* hot arcs into it */
	bool placed;         /* printed, or not to be chained */
};

struct chain {
	uint32_t first, last;
};

struct list {
	uint32_t *arcs;
	size_t n, room;
};

struct order {
	struct gnu_graph *g;
	FILE *out;
	struct link *links; /* by symbol */
	struct chain *chains;
	size_t nchains, room;
	struct list all; /* arcs between two functions, by count */
};

static void put(struct list *l, uint32_t arc)
{
	*gp_push(l->arcs, l->n, l->room) = arc;
}

/* Positions, to keep equal arcs in order. */
struct ranked {
	uint32_t arc, place;
};

static int by_count(const void *x, const void *y, void *graph)
{
	const struct ranked *a = x, *b = y;
	const struct gnu_graph *g = graph;
	uint64_t m = g->arcs[a->arc].count, n = g->arcs[b->arc].count;

	if (m != n)
		return m > n ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static void sort_list(struct order *o, struct list *l)
{
	struct ranked *r = gp_alloc(l->n, sizeof *r);

	for (uint32_t i = 0; i < l->n; i++)
		r[i] = (struct ranked){ l->arcs[i], i };
	gp_sort(r, l->n, sizeof *r, by_count, o->g);
	for (size_t i = 0; i < l->n; i++)
		l->arcs[i] = r[i].arc;
	free(r);
}

static uint64_t calls_of(const struct order *o, const struct list *l)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		sum += o->g->arcs[l->arcs[i]].count;
	return sum;
}

static void order_init(struct order *o, struct gnu_graph *g, FILE *out)
{
	memset(o, 0, sizeof *o);
	o->g = g;
	o->out = out;
	o->links = gp_alloc(g->nsymbols, sizeof *o->links);
	for (size_t i = 0; i < g->nsymbols; i++)
		o->links[i].next = o->links[i].prev = GP_NONE;
	for (uint32_t i = 0; i < g->narcs; i++)
		if (g->arcs[i].parent != g->arcs[i].child)
			put(&o->all, i);
}

static void order_release(struct order *o)
{
	free(o->links);
	free(o->chains);
	free(o->all.arcs);
}

static void print_name(struct order *o, uint32_t symbol)
{
	gprintf(o->out, "%s\n", o->g->table->symbols[symbol].name);
}

/* ------------------------------------------------------------------ */

static bool is_single(const struct link *l)
{
	return l->next == GP_NONE && l->prev == GP_NONE;
}

/* The end of the chain of 'in' that is nearer to it. */
static uint32_t nearer_end(const struct order *o, uint32_t in, bool last_if_equal)
{
	const struct link *l = &o->links[in];
	const struct chain *c;
	int32_t after, before;

	if (is_single(l))
		return in;
	c = &o->chains[l->chain];
	after = o->links[c->last].place - l->place;
	before = l->place - o->links[c->first].place;
	return after < before || (after == before && last_if_equal) ? c->last : c->first;
}

/* 'one', alone, becomes the neighbour of the end 'end' of another chain. */
static void append(struct order *o, uint32_t end, uint32_t one, bool after)
{
	struct link *e = &o->links[end], *l = &o->links[one];

	if (is_single(e)) {
		struct chain *c = gp_push(o->chains, o->nchains, o->room);

		*c = (struct chain){ end, end };
		e->chain = (uint32_t)o->nchains - 1;
		e->place = 0;
	}
	l->chain = e->chain;
	if (after) {
		e->next = one;
		l->prev = end;
		l->place = e->place + 1;
		o->chains[e->chain].last = one;
	} else {
		e->prev = one;
		l->next = end;
		l->place = e->place - 1;
		o->chains[e->chain].first = one;
	}
}

/*
 * Links the ends of an arc: of which one must be alone.  A pair of two alone is caller
 * before callee; otherwise the one alone goes to the nearer end of the other's chain,
 * on the last end's side where both are as near to a callee, the first for a caller.
 */
static bool link_arc(struct order *o, const struct gnu_arc *a)
{
	const struct link *parent = &o->links[a->parent], *child = &o->links[a->child];
	uint32_t end;

	if (is_single(parent)) {
		end = nearer_end(o, a->child, false);
		append(o, end, a->parent, !is_single(&o->links[end]) &&
					  o->links[end].next == GP_NONE);
		return true;
	}
	if (!is_single(child))
		return false;
	end = nearer_end(o, a->parent, true);
	append(o, end, a->child, o->links[end].next == GP_NONE);
	return true;
}

static void print_chains(struct order *o, const struct list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct gnu_arc *a = &o->g->arcs[l->arcs[i]];
		uint32_t s = a->parent;

		if (o->links[s].placed || o->links[a->child].placed || is_single(&o->links[s]))
			continue;
		for (s = o->chains[o->links[s].chain].first; s != GP_NONE; s = o->links[s].next) {
			o->links[s].placed = true;
			print_name(o, s);
		}
	}
}

/* Functions that no chain took. */
static void print_singles(struct order *o, const struct list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct gnu_arc *a = &o->g->arcs[l->arcs[i]];

		if (o->links[a->parent].placed || o->links[a->child].placed)
			continue;
		o->links[a->parent].placed = true;
		print_name(o, a->parent);
	}
}

/* Makes chains of the arcs, or of the most used ones, and prints them; what does not fit
   goes to 'rest'. */
static void place(struct order *o, const struct list *l, bool all, struct list *rest)
{
	uint64_t total = all ? 0 : calls_of(o, l), sum = 0;

	for (size_t i = 0; i < l->n; i++) {
		struct gnu_arc *a = &o->g->arcs[l->arcs[i]];

		sum += a->count;
		if (a->placed)
			continue;
		if ((!all && (double)sum / (double)total > MOST) || o->links[a->child].placed ||
		    o->links[a->parent].placed || !link_arc(o, a))
			put(rest, l->arcs[i]);
		else
			a->placed = true;
	}
	print_chains(o, l);
	if (all)
		print_singles(o, l);
}

/* ------------------------------------------------------------------ */

static void count_uses(struct order *o)
{
	uint64_t total = calls_of(o, &o->all), sum = 0;

	for (size_t i = 0; i < o->all.n; i++) {
		const struct gnu_arc *a = &o->g->arcs[o->all.arcs[i]];

		sum += a->count;
		if ((double)sum / (double)total > HOT)
			break;
		o->links[a->child].uses++;
	}
}

struct used {
	uint32_t symbol, uses;
};

static int by_uses(const void *x, const void *y, void *unused)
{
	const struct used *a = x, *b = y;

	(void)unused;
	if (a->uses != b->uses)
		return a->uses > b->uses ? -1 : 1;
	return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

static struct used *by_most_uses(struct order *o, const uint32_t *used, size_t n)
{
	struct used *sorted = gp_alloc(n, sizeof *sorted);

	for (size_t i = 0; i < n; i++)
		sorted[i] = (struct used){ used[i], o->links[used[i]].uses };
	gp_sort(sorted, n, sizeof *sorted, by_uses, NULL);
	return sorted;
}

static void take_arcs(struct order *o, struct list *l, const uint32_t *arcs, uint32_t from,
		      uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		struct gnu_arc *a = &o->g->arcs[arcs[i]];

		if (a->parent != a->child)
			put(l, arcs[i]);
		a->placed = true;
	}
}

/* The arcs of the most widely used functions, of which it marks 1.25 % as placed; returns
   one less than their number, which is how many of them GNU prints. */
static size_t collect_popular(struct order *o, const struct used *sorted, size_t n,
			      struct list *l)
{
	const struct gnu_graph *g = o->g;
	size_t last = 0;

	for (size_t i = 0; i < n / 80 && sorted[i].uses != USES; i++) {
		uint32_t s = sorted[i].symbol;

		take_arcs(o, l, g->children, g->children_at[s], g->children_at[s + 1]);
		take_arcs(o, l, g->parents, g->parents_at[s], g->parents_at[s + 1]);
		o->links[s].placed = true;
		last = i;
	}
	return last;
}

/* Arcs among the popular functions; these are free to be chained again. */
static void keep_inner(struct order *o, const struct list *from, struct list *to)
{
	for (size_t i = 0; i < from->n; i++) {
		const struct gnu_arc *a = &o->g->arcs[from->arcs[i]];

		if (!o->links[a->child].placed || !o->links[a->parent].placed)
			continue;
		put(to, from->arcs[i]);
		o->links[a->child].placed = false;
		o->links[a->parent].placed = false;
	}
	sort_list(o, to);
}

static void place_popular(struct order *o, const uint32_t *used, size_t n, struct list *rest,
			  struct list *scratch)
{
	struct used *sorted = by_most_uses(o, used, n);
	struct list inner = { .arcs = NULL };
	size_t shown = collect_popular(o, sorted, n, scratch);

	keep_inner(o, scratch, &inner);
	for (size_t i = 0; i < shown; i++)
		if (o->links[sorted[i].symbol].placed)
			print_name(o, sorted[i].symbol);
	place(o, &inner, true, rest);
	free(inner.arcs);
	free(sorted);
}

/* Functions that were called, in 'used'; the others are placed at the end. */
static size_t split_used(struct order *o, uint32_t *used, uint32_t *unused, size_t *nunused)
{
	size_t n = 0;

	*nunused = 0;
	for (uint32_t i = 0; i < o->g->nsymbols; i++) {
		if (gnu_graph_hides(o->g, i, false))
			continue;
		if (o->g->nodes[i].calls) {
			used[n++] = i;
		} else {
			unused[(*nunused)++] = i;
			o->links[i].placed = true;
		}
	}
	return n;
}

void gnu_order_functions(struct gnu_graph *g, FILE *out)
{
	uint32_t *used = gp_alloc(g->nsymbols, sizeof *used);
	uint32_t *unused = gp_alloc(g->nsymbols, sizeof *unused);
	struct list rest = { .arcs = NULL }, scratch = { .arcs = NULL };
	size_t nused, nunused;
	struct order o;

	order_init(&o, g, out);
	nused = split_used(&o, used, unused, &nunused);
	sort_list(&o, &o.all);
	count_uses(&o);
	place_popular(&o, used, nused, &rest, &scratch);
	place(&o, &o.all, false, &rest);
	place(&o, &rest, true, &scratch);
	for (size_t i = 0; i < nused; i++)
		if (!o.links[used[i]].placed)
			print_name(&o, used[i]);
	for (size_t i = 0; i < nunused; i++)
		print_name(&o, unused[i]);
	free(used);
	free(unused);
	free(rest.arcs);
	free(scratch.arcs);
	order_release(&o);
}

/* ------------------------------------------------------------------ */

static int by_file(const void *x, const void *y, void *unused)
{
	const struct gnu_mapping *a = x, *b = y;

	(void)unused;
	return strcmp(a->file, b->file);
}

/* Object files without a function in the program. */
static void print_other_files(struct order *o, struct gnu_mapping *map, size_t n)
{
	const struct gnu_table *t = o->g->table;
	struct gp_names known = { .slots = NULL };
	int created;

	for (size_t i = 0; i < t->nsymbols; i++)
		if (t->symbols[i].mapped)
			*gp_names_put(&known, t->symbols[i].name, &created) = 0;
	gp_sort(map, n, sizeof *map, by_file, NULL);
	for (size_t i = 0; i < n; i++)
		if ((!i || strcmp(map[i].file, map[i - 1].file)) &&
		    gp_names_get(&known, map[i].file) == GP_NONE)
			gprintf(o->out, "%s\n", map[i].file);
	gp_names_release(&known);
}

void gnu_order_files(struct gnu_graph *g, struct gnu_mapping *map, size_t n, bool exact,
		     FILE *out)
{
	struct list rest = { .arcs = NULL }, scratch = { .arcs = NULL };
	struct order o;

	order_init(&o, g, out);
	for (size_t i = 0; i < g->narcs; i++)
		g->arcs[i].placed = !g->table->symbols[g->arcs[i].parent].mapped ||
				    !g->table->symbols[g->arcs[i].child].mapped;
	if (!exact)
		sort_list(&o, &o.all);
	place(&o, &o.all, false, &rest);
	if (!exact)
		place(&o, &rest, true, &scratch);
	for (uint32_t i = 0; i < g->nsymbols; i++)
		if (g->table->symbols[i].mapped && g->table->symbols[i].unit == i &&
		    !o.links[i].placed)
			print_name(&o, i);
	print_other_files(&o, map, n);
	free(rest.arcs);
	free(scratch.arcs);
	order_release(&o);
}
