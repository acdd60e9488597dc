/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_profile.c - see sample_profile.h.
 *
 * Of a count with bounds the lower one is taken.  A probe that may have run, or not, is left out:
 * 0 would make its code cold.
 *
 * Calls of the profiler's own functions may have the probe of a call beside them.
 */
#include "optimize/sample_profile.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ */

static uint32_t context_of(struct sample_profile *s, const struct probed_function *f,
			   uint32_t parent, uint32_t site)
{
	int created;
	uint32_t *at = gp_map_put(&s->contexts_at, (uint64_t)parent << 32 | site, f->guid,
				  &created);

	if (created) {
		*at = s->ncontexts;
		*gp_push(s->contexts, s->ncontexts, s->contexts_room) = (struct sample_context){
			.function = f, .parent = parent, .site = site,
			.inlined = GP_NONE, .next = GP_NONE,
		};
	}
	return *at;
}

/* The contexts of an object's bodies; GP_NONE: its function has no name. */
static uint32_t *find_contexts(struct sample_profile *s, const struct pseudo_probes *probes)
{
	uint32_t *contexts = gp_alloc(probes->nbodies, sizeof *contexts);

	for (size_t i = 0; i < probes->nbodies; i++) {
		const struct probed_body *b = &probes->bodies[i];
		const struct probed_function *f = probed_function(probes, b->guid);
		uint32_t parent = b->parent == GP_NONE ? GP_NONE : contexts[b->parent];
		bool known = f && !b->twin && (b->parent == GP_NONE || parent != GP_NONE) &&
			     b->site <= LARGEST_PROBE;

		contexts[i] = known ? context_of(s, f, parent, b->site) : GP_NONE;
		s->twins += b->twin != 0;
	}
	return contexts;
}

/* Returns true if the instruction calls a function of the profiler. */
static bool is_own_call(const struct sample_profile *s, uint32_t object, uint64_t address)
{
	static const char own[] = "__gprof_";
	size_t n;
	const struct probe_target *t = probe_targets_at(&s->targets, object, address, &n);

	return n && !strncmp(t->callee, own, sizeof own - 1);
}

static void set_known(struct sample_profile *s, uint64_t guid, bool known, bool entry)
{
	int created;
	uint32_t *is = gp_map_put(&s->known, guid, 0, &created);

	if (created)
		*is = SAMPLE_KNOWN;
	if (!known)
		*is &= ~(uint32_t)SAMPLE_KNOWN;
	if (entry)
		*is |= SAMPLE_ENTRY;
}

static void add_counts(struct sample_profile *s, uint32_t object)
{
	const struct pseudo_probes *probes = &s->probes[object];
	uint32_t *contexts = find_contexts(s, probes);

	for (size_t i = 0; i < probes->n; i++) {
		const struct pseudo_probe *probe = &probes->items[i];
		const struct probed_body *body = &probes->bodies[probe->body];
		struct block_count count = { 0 };
		bool counted = executions_at(s->r->executions, object, probe->address, &count);
		bool open = count.how == SOLVED_NOT && !count.lo && count.hi;

		if (probe->kind == PROBE_BLOCK)
			set_known(s, body->guid, counted && !open && !body->twin,
				  probe->number == 1);
		if (contexts[probe->body] == GP_NONE || !counted ||
		    probe->number > LARGEST_PROBE ||
		    (probe->kind != PROBE_BLOCK && is_own_call(s, object, probe->address)))
			continue;
		*gp_push(s->counts, s->ncounts, s->counts_room) = (struct probe_count){
			.context = contexts[probe->body], .number = probe->number,
			.executions = blocks_figure(count),
			.open = open,
			.object = probe->kind == PROBE_BLOCK ? GP_NONE : object,
			.address = probe->address,
		};
	}
	free(contexts);
}

static int by_number(const void *x, const void *y, void *unused)
{
	const struct probe_count *a = x, *b = y;

	(void)unused;
	if (a->context != b->context)
		return a->context < b->context ? -1 : 1;
	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Those of one context follow each other then; totals include what is inlined. */
static void sum_up(struct sample_profile *s)
{
	gp_sort(s->counts, s->ncounts, sizeof *s->counts, by_number, NULL);
	for (size_t i = 0; i < s->ncounts; i++) {
		struct sample_context *c = &s->contexts[s->counts[i].context];

		if (!c->n++)
			c->first = i;
		gp_add(&c->total, s->counts[i].executions);
	}
	for (size_t i = s->ncontexts; i-- > 0;)
		if (s->contexts[i].parent != GP_NONE)
			gp_add(&s->contexts[s->contexts[i].parent].total, s->contexts[i].total);
}

/* ------------------------------------------------------------------ */

/* Calls of a function's own code.  Full link-time optimisation inlines functions that count
   already, so their entries include inlined copies, which have counts of their own.  A loop may
   begin at the first instruction. */
static int64_t own_entries(const struct sample_profile *s, uint32_t node)
{
	const struct function *f = &s->p->functions[node];
	int64_t entries = s->p->graph.nodes[node].entries;
	struct block_count first;

	if (!f->address || !executions_at(s->r->executions, f->object, f->address, &first) ||
	    first.how == SOLVED_NOT || first.value > entries)
		return entries;
	return first.value;
}

static void find_entries(struct sample_profile *s)
{
	const struct graph *g = &s->p->graph;

	s->heads = gp_alloc(g->nnodes, sizeof *s->heads);
	for (size_t i = 0; i < g->nnodes; i++) {
		int created;
		uint32_t *first;

		if (!s->p->functions[i].record)
			continue;
		first = gp_names_put(&s->entries, g->nodes[i].name, &created);
		if (created)
			*first = i;
		else if (s->p->functions[i].object == s->p->functions[*first].object)
			continue; /* a twin, whose counts are left out */
		if (g->nodes[i].entries > 0)
			gp_add(&s->heads[*first], own_entries(s, i));
	}
	s->unknown = executions_count_unsolved(s->r->executions);
}

/* ------------------------------------------------------------------ */

static int compare_names(const struct probed_function *a, const struct probed_function *b)
{
	size_t n = a->length < b->length ? a->length : b->length;
	int order = memcmp(a->name, b->name, n);

	return order ? order : a->length < b->length ? -1 : a->length > b->length;
}

/* Roots by name; what is inlined in a context by site, and by name at one. */
static int by_place(const void *x, const void *y, void *writer)
{
	const struct sample_profile *s = writer;
	const struct sample_context *a = &s->contexts[*(const uint32_t *)x];
	const struct sample_context *b = &s->contexts[*(const uint32_t *)y];

	if (a->parent != b->parent)
		return a->parent > b->parent ? -1 : 1; /* GP_NONE is the largest */
	if (a->site != b->site)
		return a->site < b->site ? -1 : 1;
	return compare_names(a->function, b->function);
}

/* Links the contexts that ran, in the order in which they are written. */
static void order_contexts(struct sample_profile *s)
{
	uint32_t *order = gp_alloc(s->ncontexts, sizeof *order);
	size_t n = 0;

	for (size_t i = 0; i < s->ncontexts; i++)
		if (s->contexts[i].total)
			order[n++] = i;
	gp_sort(order, n, sizeof *order, by_place, s);
	while (s->nroots < n && s->contexts[order[s->nroots]].parent == GP_NONE)
		s->nroots++;
	for (size_t i = n; i-- > s->nroots;) {
		struct sample_context *parent = &s->contexts[s->contexts[order[i]].parent];

		s->contexts[order[i]].next = parent->inlined;
		parent->inlined = order[i];
	}
	s->roots = order;
}

static int by_calls(const void *x, const void *y, void *unused)
{
	const struct sample_callee *a = x, *b = y;

	(void)unused;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Adds the callees of a copy of a call.  Copies that count in one cell have the same calls. */
static void add_callees(const struct sample_profile *s, const struct probe_count *c,
			struct sample_callee **all, size_t *nall, size_t *room)
{
	size_t n;
	const struct probe_target *t = probe_targets_at(&s->targets, c->object, c->address, &n);

	for (size_t i = 0; i < n; i++) {
		int64_t calls = t[i].cell ? t[i].calls : c->executions;
		size_t k = 0;

		if (t[i].callee[0] == '[') /* a library, where the function is not known */
			continue;
		while (k < *nall && strcmp((*all)[k].name, t[i].callee))
			k++;
		if (k == *nall)
			*gp_push(*all, *nall, *room) = (struct sample_callee){ t[i].callee, 0, 0 };
		if (!t[i].cell || (*all)[k].cell != t[i].cell)
			gp_add(&(*all)[k].calls, calls);
		(*all)[k].cell = t[i].cell;
	}
}

struct sample_callee *sample_callees(const struct sample_profile *s,
				     const struct sample_count *count, size_t *n)
{
	const struct probe_count *copies = s->counts + count->first;
	struct sample_callee *all = NULL;
	size_t room = 0;

	*n = 0;
	for (size_t i = 0; i < count->n; i++)
		if (copies[i].object != GP_NONE)
			add_callees(s, &copies[i], &all, n, &room);
	gp_sort(all, *n, sizeof *all, by_calls, NULL);
	while (*n && !all[*n - 1].calls)
		--*n;
	return all;
}

bool sample_count_next(const struct sample_profile *s, const struct sample_context *c, size_t *at,
		       struct sample_count *count)
{
	const struct probe_count *counts = s->counts + c->first;

	while (*at < c->n) {
		bool open = false;

		*count = (struct sample_count){ .number = counts[*at].number,
						.first = c->first + *at };
		for (; *at < c->n && counts[*at].number == count->number; ++*at, count->n++) {
			gp_add(&count->executions, counts[*at].executions);
			open |= counts[*at].open;
		}
		if (count->executions || !open)
			return true;
	}
	return false;
}

uint32_t sample_context_next(const struct sample_profile *s, uint32_t root, uint32_t at)
{
	if (s->contexts[at].inlined != GP_NONE)
		return s->contexts[at].inlined;
	while (at != root && s->contexts[at].next == GP_NONE)
		at = s->contexts[at].parent;
	return at == root ? GP_NONE : s->contexts[at].next;
}

static int by_name(const void *x, const void *y, void *unused)
{
	(void)unused;
	return strcmp(*(char *const *)x, *(char *const *)y);
}

/* Several objects may have a function. */
char **sample_profile_known(const struct sample_profile *s, size_t *n)
{
	char **names = NULL;
	size_t room = 0, kept = 0;

	*n = 0;
	for (size_t i = 0; i < s->p->nobjects; i++)
		for (size_t k = 0; k < s->probes[i].nfunctions; k++) {
			const struct probed_function *f = &s->probes[i].functions[k];

			if (gp_map_get(&s->known, f->guid, 0) == (SAMPLE_KNOWN | SAMPLE_ENTRY))
				*gp_push(names, *n, room) =
					gp_format("%.*s", (int)f->length, f->name);
		}
	gp_sort(names, *n, sizeof *names, by_name, NULL);
	for (size_t i = 0; i < *n; i++)
		if (kept && !strcmp(names[kept - 1], names[i]))
			free(names[i]);
		else
			names[kept++] = names[i];
	*n = kept;
	return names;
}

int64_t sample_profile_head(const struct sample_profile *s, const struct sample_context *root)
{
	char *name = gp_format("%.*s", (int)root->function->length, root->function->name);
	uint32_t node = gp_names_get(&s->entries, name);

	free(name);
	return node == GP_NONE ? 0 : s->heads[node];
}

/* ------------------------------------------------------------------ */

static int read_probes(struct sample_profile *s, struct gp_error *e)
{
	size_t n = 0;

	s->probes = gp_alloc(s->p->nobjects, sizeof *s->probes);
	for (size_t i = 0; i < s->p->nobjects; i++) {
		if (!s->p->objects[i].present || !s->p->objects[i].instrumented)
			continue;
		if (pseudo_probes_init(&s->probes[i], &s->p->objects[i].elf,
				       &s->p->objects[i].cg, e) < 0)
			return -1;
		n += s->probes[i].n;
	}
	return n ? 0 : gp_fail(e, "'%s' has no pseudo-probes: compile it with "
			       "-fpseudo-probe-for-profiling", s->r->name);
}

void sample_profile_release(struct sample_profile *s)
{
	for (size_t i = 0; s->probes && i < s->p->nobjects; i++)
		pseudo_probes_release(&s->probes[i]);
	free(s->probes);
	gp_map_release(&s->contexts_at);
	gp_map_release(&s->known);
	free(s->contexts);
	free(s->counts);
	probe_targets_release(&s->targets);
	gp_names_release(&s->entries);
	free(s->heads);
	free(s->roots);
}

int sample_profile_init(struct sample_profile *s, const struct result *r, struct gp_error *e)
{
	*s = (struct sample_profile){ .r = r, .p = r->program };
	if (executed_check(r->executions, r->name, e) < 0 || read_probes(s, e) < 0)
		return -1;
	probe_targets_init(&s->targets, s->p, s->probes);
	for (size_t i = 0; i < s->p->nobjects; i++)
		add_counts(s, i);
	sum_up(s);
	find_entries(s);
	order_contexts(s);
	return 0;
}

void sample_profile_note(const struct sample_profile *s, FILE *notes)
{
	if (s->unknown)
		gprintf(notes, "left out: %zu function%s whose executions are not known\n",
			s->unknown, s->unknown == 1 ? "" : "s");
	if (s->twins)
		gprintf(notes, "left out: %zu static function%s with the name of another one: "
			"compile each file by a path of its own, such as the absolute one\n",
			s->twins, s->twins == 1 ? "" : "s");
}
