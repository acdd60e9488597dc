/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_profile.c - see sample_profile.h.
 *
 * A context is a function, or one inlined at a site of a context.  Of a count with bounds the lower
 * one is written.  A probe that may have run, or not, is left out: 0 would make its code cold.
 *
 * Calls of the profiler's own functions may have the probe of a call beside them.
 */
#include "binary/pseudo_probes.h"
#include "executions/exact.h"
#include "optimize/sample_profile.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct sample_context {
	const struct probed_function *function;
	uint32_t parent;  /* position in contexts, before its own; or GP_NONE */
	uint32_t site;    /* number of the call's probe in the parent */
	int64_t total;    /* executions of its probes and of what is inlined in it */
	size_t first, n;  /* of its counts */
	uint32_t inlined, next; /* its first inlined context, the next one of its parent's; or
				   GP_NONE */
};

struct probe_count {
	uint32_t context, number;
	int64_t executions;
	bool open;        /* they may be 0 or more */
	uint32_t object;  /* of the call that the probe is of, or GP_NONE: */
	uint64_t address; /* of a block */
};

struct sample_writer {
	const struct result *r;
	FILE *out;
	const struct program *p;
	struct pseudo_probes *probes; /* of the objects */
	struct gp_map contexts_at;    /* (parent and site, guid) -> contexts */
	struct sample_context *contexts;
	size_t ncontexts, contexts_room;
	struct probe_count *counts;   /* by context and number */
	size_t ncounts, counts_room;
	struct probe_targets targets; /* of calls */
	struct gp_names entries;      /* linkage name -> the first node of that name */
	int64_t *heads;               /* by node: entries of all nodes of its name */
	uint32_t *roots;              /* contexts that ran, by name */
	size_t nroots, unknown;       /* functions without known executions */
};

/* ------------------------------------------------------------------ */

static uint32_t context_of(struct sample_writer *w, const struct probed_function *f,
			   uint32_t parent, uint32_t site)
{
	int created;
	uint32_t *at = gp_map_put(&w->contexts_at, (uint64_t)parent << 32 | site, f->guid,
				  &created);

	if (created) {
		*at = w->ncontexts;
		*gp_push(w->contexts, w->ncontexts, w->contexts_room) = (struct sample_context){
			.function = f, .parent = parent, .site = site,
			.inlined = GP_NONE, .next = GP_NONE,
		};
	}
	return *at;
}

/* The contexts of an object's bodies; GP_NONE: its function has no name. */
static uint32_t *find_contexts(struct sample_writer *w, const struct pseudo_probes *probes)
{
	uint32_t *contexts = gp_alloc(probes->nbodies, sizeof *contexts);

	for (size_t i = 0; i < probes->nbodies; i++) {
		const struct probed_body *b = &probes->bodies[i];
		const struct probed_function *f = probed_function(probes, b->guid);
		uint32_t parent = b->parent == GP_NONE ? GP_NONE : contexts[b->parent];
		bool known = f && (b->parent == GP_NONE || parent != GP_NONE);

		contexts[i] = known ? context_of(w, f, parent, b->site) : GP_NONE;
	}
	return contexts;
}

/* Returns true if the instruction calls a function of the profiler. */
static bool is_own_call(const struct sample_writer *w, uint32_t object, uint64_t address)
{
	static const char own[] = "__gprof_";
	size_t n;
	const struct probe_target *t = probe_targets_at(&w->targets, object, address, &n);

	return n && !strncmp(t->callee, own, sizeof own - 1);
}

static void add_counts(struct sample_writer *w, uint32_t object)
{
	const struct pseudo_probes *probes = &w->probes[object];
	uint32_t *contexts = find_contexts(w, probes);

	for (size_t i = 0; i < probes->n; i++) {
		const struct pseudo_probe *probe = &probes->items[i];
		struct block_count count;

		if (contexts[probe->body] == GP_NONE ||
		    !executions_at(w->r->executions, object, probe->address, &count) ||
		    (probe->kind != PROBE_BLOCK && is_own_call(w, object, probe->address)))
			continue;
		*gp_push(w->counts, w->ncounts, w->counts_room) = (struct probe_count){
			.context = contexts[probe->body], .number = probe->number,
			.executions = blocks_figure(count),
			.open = count.how == SOLVED_NOT && !count.lo && count.hi,
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
static void sum_up(struct sample_writer *w)
{
	gp_sort(w->counts, w->ncounts, sizeof *w->counts, by_number, NULL);
	for (size_t i = 0; i < w->ncounts; i++) {
		struct sample_context *c = &w->contexts[w->counts[i].context];

		if (!c->n++)
			c->first = i;
		gp_add(&c->total, w->counts[i].executions);
	}
	for (size_t i = w->ncontexts; i-- > 0;)
		if (w->contexts[i].parent != GP_NONE)
			gp_add(&w->contexts[w->contexts[i].parent].total, w->contexts[i].total);
}

/* ------------------------------------------------------------------ */

static void find_entries(struct sample_writer *w)
{
	const struct graph *g = &w->p->graph;

	w->heads = gp_alloc(g->nnodes, sizeof *w->heads);
	for (size_t i = 0; i < g->nnodes; i++) {
		int created;
		uint32_t *first;

		if (!w->p->functions[i].record)
			continue;
		first = gp_names_put(&w->entries, g->nodes[i].name, &created);
		if (created)
			*first = i;
		if (g->nodes[i].entries > 0)
			gp_add(&w->heads[*first], g->nodes[i].entries);
	}
	w->unknown = executions_count_unsolved(w->r->executions);
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
	const struct sample_writer *w = writer;
	const struct sample_context *a = &w->contexts[*(const uint32_t *)x];
	const struct sample_context *b = &w->contexts[*(const uint32_t *)y];

	if (a->parent != b->parent)
		return a->parent > b->parent ? -1 : 1; /* GP_NONE is the largest */
	if (a->site != b->site)
		return a->site < b->site ? -1 : 1;
	return compare_names(a->function, b->function);
}

/* Links the contexts that ran, in the order in which they are written. */
static void order_contexts(struct sample_writer *w)
{
	uint32_t *order = gp_alloc(w->ncontexts, sizeof *order);
	size_t n = 0;

	for (size_t i = 0; i < w->ncontexts; i++)
		if (w->contexts[i].total)
			order[n++] = i;
	gp_sort(order, n, sizeof *order, by_place, w);
	while (w->nroots < n && w->contexts[order[w->nroots]].parent == GP_NONE)
		w->nroots++;
	for (size_t i = n; i-- > w->nroots;) {
		struct sample_context *parent = &w->contexts[w->contexts[order[i]].parent];

		w->contexts[order[i]].next = parent->inlined;
		parent->inlined = order[i];
	}
	w->roots = order;
}

/* A callee of a call, and one of the cells that its calls were counted in. */
struct sample_callee {
	const char *name;
	uint64_t cell;
	int64_t calls;
};

static int by_calls(const void *x, const void *y, void *unused)
{
	const struct sample_callee *a = x, *b = y;

	(void)unused;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Adds the callees of a copy of a call.  Copies that count in one cell have the same calls. */
static void add_callees(const struct sample_writer *w, const struct probe_count *c,
			struct sample_callee **all, size_t *nall, size_t *room)
{
	size_t n;
	const struct probe_target *t = probe_targets_at(&w->targets, c->object, c->address, &n);

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

/* Of all copies of a call. */
static void put_callees(const struct sample_writer *w, const struct probe_count *counts, size_t n)
{
	struct sample_callee *all = NULL;
	size_t nall = 0, room = 0;

	for (size_t i = 0; i < n; i++)
		if (counts[i].object != GP_NONE)
			add_callees(w, &counts[i], &all, &nall, &room);
	gp_sort(all, nall, sizeof *all, by_calls, NULL);
	for (size_t i = 0; i < nall && all[i].calls; i++)
		gprintf(w->out, " %s:%" PRId64, all[i].name, all[i].calls);
	free(all);
}

static void put_counts(const struct sample_writer *w, const struct sample_context *c, int depth)
{
	const struct probe_count *counts = w->counts + c->first;

	for (size_t i = 0, next; i < c->n; i = next) {
		int64_t sum = 0;
		bool open = false;

		for (next = i; next < c->n && counts[next].number == counts[i].number; next++) {
			gp_add(&sum, counts[next].executions);
			open |= counts[next].open;
		}
		if (!sum && open)
			continue;
		gprintf(w->out, "%*s%u: %" PRId64, depth + 1, "", counts[i].number, sum);
		put_callees(w, counts + i, next - i);
		gprintf(w->out, "\n");
	}
}

/* Without recursion: a file may say that code is inlined to any depth. */
static void put_context(const struct sample_writer *w, uint32_t root)
{
	uint32_t at = root;
	int depth = 0;

	while (at != GP_NONE) {
		const struct sample_context *c = &w->contexts[at];

		if (depth)
			gprintf(w->out, "%*s%u: %.*s:%" PRId64 "\n", depth, "", c->site,
				(int)c->function->length, c->function->name, c->total);
		put_counts(w, c, depth);
		if (c->inlined != GP_NONE) {
			at = c->inlined;
			depth++;
			continue;
		}
		for (;;) {
			c = &w->contexts[at];
			gprintf(w->out, "%*s!CFGChecksum: %" PRIu64 "\n", depth + 1, "",
				c->function->hash);
			if (at == root)
				return;
			if (c->next != GP_NONE)
				break;
			at = c->parent;
			depth--;
		}
		at = c->next;
	}
}

static void put_root(const struct sample_writer *w, uint32_t root)
{
	const struct sample_context *c = &w->contexts[root];
	char *name = gp_format("%.*s", (int)c->function->length, c->function->name);
	uint32_t node = gp_names_get(&w->entries, name);

	gprintf(w->out, "%s:%" PRId64 ":%" PRId64 "\n", name, c->total,
		node == GP_NONE ? 0 : w->heads[node]);
	free(name);
	put_context(w, root);
}

/* ------------------------------------------------------------------ */

static int read_probes(struct sample_writer *w, struct gp_error *e)
{
	size_t n = 0;

	w->probes = gp_alloc(w->p->nobjects, sizeof *w->probes);
	for (size_t i = 0; i < w->p->nobjects; i++) {
		if (!w->p->objects[i].present || !w->p->objects[i].instrumented)
			continue;
		if (pseudo_probes_init(&w->probes[i], &w->p->objects[i].elf,
				       &w->p->objects[i].cg, e) < 0)
			return -1;
		n += w->probes[i].n;
	}
	return n ? 0 : gp_fail(e, "'%s' has no pseudo-probes: compile it with "
			       "-fpseudo-probe-for-profiling", w->r->name);
}

static void release(struct sample_writer *w)
{
	for (size_t i = 0; w->probes && i < w->p->nobjects; i++)
		pseudo_probes_release(&w->probes[i]);
	free(w->probes);
	gp_map_release(&w->contexts_at);
	free(w->contexts);
	free(w->counts);
	probe_targets_release(&w->targets);
	gp_names_release(&w->entries);
	free(w->heads);
	free(w->roots);
}

int sample_profile_write(const struct result *r, FILE *out, FILE *notes, struct gp_error *e)
{
	struct sample_writer w = { .r = r, .out = out, .p = r->program };
	int rc = executed_check(r->executions, r->name, e);

	if (rc == 0)
		rc = read_probes(&w, e);
	if (rc == 0) {
		probe_targets_init(&w.targets, w.p, w.probes);
		for (size_t i = 0; i < w.p->nobjects; i++)
			add_counts(&w, i);
		sum_up(&w);
		find_entries(&w);
		order_contexts(&w);
		for (size_t i = 0; i < w.nroots; i++)
			put_root(&w, w.roots[i]);
		if (w.unknown)
			gprintf(notes, "left out: %zu function%s whose executions are not "
				"known\n", w.unknown, w.unknown == 1 ? "" : "s");
	}
	release(&w);
	return rc;
}
