/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symspec.c - see symspec.h.
 *
 * Specs that name a function are found by hash, chained where several have one name;
 * those that do not (files, lines, "all") are tried on every symbol.
 *
 * GNU gprof keeps, for each list, a table of the runs of adjacent symbols that a spec
 * matched, with its own search by address; what that makes of runs that overlap is
 * reproduced in hide_covered() and drop_second_arcs().
 */
#include "gprof/options/symspec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void gnu_specs_add(struct gnu_specs *s, const char *text, enum gnu_list list)
{
	struct gnu_spec *spec = gp_push(s->specs, s->n, s->room);

	spec->text = gp_strdup(text);
	spec->list = list;
}

void gnu_specs_release(struct gnu_specs *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->specs[i].text);
	free(s->specs);
	free(s->callers);
	free(s->callees);
	free(s->include);
	free(s->exclude);
	memset(s, 0, sizeof *s);
}

bool gnu_specs_need_lines(const struct gnu_specs *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const char *text = s->specs[i].text;

		if (strpbrk(text, ".:") || isdigit((unsigned char)*text) ||
		    (strchr(text, '/') && isdigit((unsigned char)strchr(text, '/')[1])))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------ */

static void parse_name_or_line(char *text, struct gnu_pattern *p)
{
	if (isdigit((unsigned char)*text))
		p->line = atoi(text);
	else if (*text)
		p->name = text;
}

static void parse_side(char *text, struct gnu_pattern *p)
{
	char *colon = strrchr(text, ':');

	if (colon) {
		*colon = 0;
		if (colon > text)
			p->file_name = text;
		parse_name_or_line(colon + 1, p);
	} else if (strchr(text, '.')) {
		p->file_name = text;
	} else {
		parse_name_or_line(text, p);
	}
}

static void parse(struct gnu_spec *spec)
{
	char *slash = strchr(spec->text, '/');

	if (slash) {
		*slash = 0;
		spec->is_arc = true;
		parse_side(slash + 1, &spec->right);
	}
	parse_side(spec->text, &spec->left);
}

/* The file of that name that was seen last. */
static void find_file(const struct gnu_table *t, struct gnu_pattern *p)
{
	for (size_t i = t->nsources; p->file_name && !p->file && i-- > 0;)
		if (!strcmp(t->sources[i]->name, p->file_name))
			p->file = t->sources[i];
}

static bool matches(const struct gnu_pattern *p, const struct gnu_symbol *s)
{
	if (p->file_name && (!p->file || p->file != s->file))
		return false;
	if (p->line && p->line != s->line)
		return false;
	return !p->name || !strcmp(p->name, s->name);
}

/* ------------------------------------------------------------------ */

/* Adjacent symbols that one side of a spec matched. */
struct run {
	uint32_t first, last; /* symbols */
	uint32_t spec;
	uint32_t serial;      /* order of creation, as in GNU's tables */
	bool hidden;
};

struct runs {
	struct run *items;
	size_t n, room;
	uint32_t *open; /* run that a spec's last match is in, or GP_NONE; per spec */
};

/* Specs of one side, found by name. */
struct index {
	struct gp_names by_name;
	uint32_t *anonymous; /* specs without a name */
	size_t nanonymous, room;
	bool right;
};

struct search {
	struct gnu_specs *specs;
	struct gnu_table *table;
	bool exact;
	struct index left, right;
	struct runs lefts, rights;
};

static uint32_t *next_of(struct gnu_spec *spec, bool right)
{
	return right ? &spec->next_right : &spec->next_left;
}

/* From the last of the command line to the first, as GNU's list is. */
static void index_specs(struct index *x, struct gnu_specs *s, bool right)
{
	x->right = right;
	for (uint32_t i = 0; i < s->n; i++) {
		struct gnu_spec *spec = &s->specs[i];
		const struct gnu_pattern *p = right ? &spec->right : &spec->left;
		uint32_t *head;
		int created;

		if (right && !spec->is_arc)
			continue;
		if (!p->name) {
			*gp_push(x->anonymous, x->nanonymous, x->room) = i;
			continue;
		}
		head = gp_names_put(&x->by_name, p->name, &created);
		*next_of(spec, right) = created ? GP_NONE : *head;
		*head = i;
	}
}

static void extend(struct runs *r, uint32_t spec, uint32_t symbol)
{
	uint32_t open = r->open[spec];
	struct run *run;

	if (open != GP_NONE && r->items[open].last + 1 == symbol) {
		r->items[open].last = symbol;
		return;
	}
	r->open[spec] = (uint32_t)r->n;
	run = gp_push(r->items, r->n, r->room);
	*run = (struct run){ symbol, symbol, spec, (uint32_t)r->n - 1, false };
}

static int descending(const void *x, const void *y, void *unused)
{
	const uint32_t *a = x, *b = y;

	(void)unused;
	return *a > *b ? -1 : *a < *b;
}

static void match_side(struct search *s, struct index *x, struct runs *r, uint32_t symbol)
{
	const struct gnu_symbol *what = &s->table->symbols[symbol];
	uint32_t *found = NULL;
	size_t n = 0, room = 0;

	for (uint32_t i = gp_names_get(&x->by_name, what->name); i != GP_NONE;
	     i = *next_of(&s->specs->specs[i], x->right))
		*gp_push(found, n, room) = i;
	for (size_t i = 0; i < x->nanonymous; i++)
		*gp_push(found, n, room) = x->anonymous[i];
	gp_sort(found, n, sizeof *found, descending, NULL);
	for (size_t i = 0; i < n; i++) {
		const struct gnu_spec *spec = &s->specs->specs[found[i]];

		if (matches(x->right ? &spec->right : &spec->left, what))
			extend(r, found[i], symbol);
	}
	free(found);
}

static void find_runs(struct search *s)
{
	size_t n = s->specs->n;

	s->lefts.open = gp_alloc(n, sizeof *s->lefts.open);
	s->rights.open = gp_alloc(n, sizeof *s->rights.open);
	for (size_t i = 0; i < n; i++)
		s->lefts.open[i] = s->rights.open[i] = GP_NONE;
	for (uint32_t i = 0; i < s->table->nsymbols; i++) {
		match_side(s, &s->left, &s->lefts, i);
		match_side(s, &s->right, &s->rights, i);
	}
}

/* ------------------------------------------------------------------ */

static int by_list_and_start(const void *x, const void *y, void *search)
{
	const struct run *a = x, *b = y;
	const struct search *s = search;
	enum gnu_list p = s->specs->specs[a->spec].list, q = s->specs->specs[b->spec].list;

	if (p != q)
		return p < q ? -1 : 1;
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return a->serial < b->serial ? -1 : a->serial > b->serial;
}

/* Of several runs of a list that start at one symbol, GNU keeps the first. */
static void drop_seconds(struct search *s)
{
	struct run *r = s->lefts.items;

	for (size_t i = 1; i < s->lefts.n; i++)
		if (s->specs->specs[r[i].spec].list == s->specs->specs[r[i - 1].spec].list &&
		    r[i].first == r[i - 1].first)
			r[i].hidden = true;
}

/*
 * A run reaches as far as its last symbol, which (lying after the code) may end before it
 * starts.  GNU believes that.
 */
static uint64_t reach(const struct search *s, const struct run *r)
{
	return s->exact ? s->table->symbols[r->last].end : UINT64_MAX;
}

/* Takes out runs that reach nothing, as if nothing had matched. */
static void drop_empty(struct search *s)
{
	struct runs *l = &s->lefts;
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (s->table->symbols[l->items[i].first].address <= reach(s, &l->items[i]))
			l->items[n++] = l->items[i];
	l->n = n;
}

static void mark(struct search *s, const struct run *r, uint32_t last)
{
	for (uint32_t i = r->first; i <= last; i++)
		if (s->table->symbols[i].address <= reach(s, r))
			s->table->symbols[i].lists |=
				(uint16_t)(1u << s->specs->specs[r->spec].list);
}

/* The runs are sorted.  With 'exact', a run ends where the next one starts. */
static void mark_lists(struct search *s)
{
	const struct run *r = s->lefts.items;

	for (size_t i = 0; i < s->lefts.n; i++) {
		enum gnu_list list = s->specs->specs[r[i].spec].list;
		uint32_t last = r[i].last;
		size_t next = i + 1;

		s->specs->used |= 1u << list;
		if (r[i].hidden)
			continue;
		while (next < s->lefts.n && r[next].hidden)
			next++;
		if (s->exact && next < s->lefts.n &&
		    s->specs->specs[r[next].spec].list == list && r[next].first <= last)
			last = r[next].first - 1;
		mark(s, &r[i], last);
	}
}

static void set_bits(const struct search *s, uint64_t *rows, const struct run *r, bool right)
{
	for (uint32_t i = r->first; i <= r->last; i++) {
		const struct gnu_symbol *symbol = &s->table->symbols[i];

		if ((right ? symbol->end : symbol->address) <= reach(s, r))
			rows[i * s->specs->words + r->spec / 64] |= UINT64_C(1) << r->spec % 64;
	}
}

static void mark_arcs(struct search *s)
{
	struct gnu_specs *specs = s->specs;
	size_t words = (specs->n + 63) / 64;

	specs->words = words;
	specs->callers = gp_alloc(s->table->nsymbols * words, sizeof *specs->callers);
	specs->callees = gp_alloc(s->table->nsymbols * words, sizeof *specs->callees);
	specs->include = gp_alloc(words, sizeof *specs->include);
	specs->exclude = gp_alloc(words, sizeof *specs->exclude);
	for (size_t i = 0; i < specs->n; i++) {
		uint64_t *row = specs->specs[i].list == GNU_INCL_ARCS ? specs->include
									: specs->exclude;

		if (specs->specs[i].list == GNU_INCL_ARCS || specs->specs[i].list == GNU_EXCL_ARCS)
			row[i / 64] |= UINT64_C(1) << i % 64;
	}
	for (size_t i = 0; i < s->lefts.n; i++)
		if (!s->lefts.items[i].hidden)
			set_bits(s, specs->callers, &s->lefts.items[i], false);
	for (size_t i = 0; i < s->rights.n; i++)
		set_bits(s, specs->callees, &s->rights.items[i], true);
}

static bool has_arcs(const struct gnu_specs *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->specs[i].is_arc && (s->specs[i].list == GNU_INCL_ARCS ||
					   s->specs[i].list == GNU_EXCL_ARCS))
			return true;
	return false;
}

static void search_release(struct search *s)
{
	gp_names_release(&s->left.by_name);
	gp_names_release(&s->right.by_name);
	free(s->left.anonymous);
	free(s->right.anonymous);
	free(s->lefts.items);
	free(s->lefts.open);
	free(s->rights.items);
	free(s->rights.open);
}

void gnu_specs_apply(struct gnu_specs *s, struct gnu_table *t, bool exact)
{
	struct search search = { .specs = s, .table = t, .exact = exact };

	for (size_t i = 0; i < s->n; i++) {
		parse(&s->specs[i]);
		find_file(t, &s->specs[i].left);
		find_file(t, &s->specs[i].right);
	}
	index_specs(&search.left, s, false);
	index_specs(&search.right, s, true);
	find_runs(&search);
	gp_sort(search.lefts.items, search.lefts.n, sizeof *search.lefts.items, by_list_and_start,
		&search);
	if (exact) {
		drop_empty(&search);
		drop_seconds(&search);
	}
	mark_lists(&search);
	if (has_arcs(s))
		mark_arcs(&search);
	search_release(&search);
}

/* ------------------------------------------------------------------ */

bool gnu_specs_has(const struct gnu_specs *s, const struct gnu_symbol *symbol,
		   enum gnu_list include)
{
	if (s->used >> include & 1)
		return gnu_listed(symbol, include);
	return !gnu_listed(symbol, include + 1);
}

static bool meets(const struct gnu_specs *s, uint32_t caller, uint32_t callee,
		  const uint64_t *among)
{
	const uint64_t *from = s->callers + caller * s->words;
	const uint64_t *to = s->callees + callee * s->words;

	for (size_t i = 0; i < s->words; i++)
		if (from[i] & to[i] & among[i])
			return true;
	return false;
}

bool gnu_specs_wants_arc(const struct gnu_specs *s, uint32_t caller, uint32_t callee)
{
	if (!s->words)
		return true;
	if (s->used >> GNU_INCL_ARCS & 1)
		return meets(s, caller, callee, s->include);
	return !meets(s, caller, callee, s->exclude);
}
