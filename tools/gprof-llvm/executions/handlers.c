/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handlers.c - see handlers.h: entries of handlers, without their returns.
 *
 * A handler may end by a tail call.  Then it is the other function that returns: its entries and
 * returns are looked at in the same way, whoever else calls it.  A library's function returns,
 * unless its name says otherwise.
 */
#include "executions/handlers.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_fault(uint64_t signal)
{
	return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
	       signal == SIGTRAP;
}

/* The function at a run-time address, or GP_NONE. */
static uint32_t function_at(const struct program *p, const struct program_profile *l,
			    uint64_t address, uint32_t epoch)
{
	uint32_t module = profile_module_of(&l->profile, address, epoch);
	const struct object *o = module == GP_NONE ? NULL : &p->objects[l->objects[module]];

	if (!o || !o->present || !o->instrumented)
		return GP_NONE;
	return object_function_at(o, profile_file_address(&l->profile, module, address));
}

static bool has_node(const struct handlers *h, uint32_t node)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->nodes[i] == node)
			return true;
	return false;
}

static void add_table(struct handlers *h, const struct program *p, const struct program_profile *l,
		      const struct profile_table *t)
{
	const struct gprof_arc *slots = t->slots;

	for (size_t k = 0; k < t->n; k++) {
		uint32_t node;

		if (!slots[k].count || slots[k].kind != GPROF_ARC_HANDLER)
			continue;
		node = function_at(p, l, slots[k].to, t->epoch);
		h->foreign |= node == GP_NONE;
		if (node == GP_NONE || !p->graph.nodes[node].entries)
			continue;
		h->fault |= is_of_fault(slots[k].from);
		if (!has_node(h, node))
			*gp_push(h->nodes, h->n, h->room) = node;
	}
}

void handlers_init(struct handlers *h, const struct program *p)
{
	memset(h, 0, sizeof *h);
	for (size_t i = 0; i < p->nprofiles; i++)
		for (size_t k = 0; k < p->profiles[i].profile.narcs; k++)
			add_table(h, p, &p->profiles[i], &p->profiles[i].profile.arcs[k]);
}

/* ------------------------------------------------------------------ */

/* A function whose returns are asked for. */
struct inlined_entries {
	uint32_t object;   /* GP_NONE: it has no block counters, its node's entries are known */
	uint32_t function; /* position in blocks.functions */
	uint32_t node;
};

struct leaving {
	const struct program *p;
	const struct blocks *blocks;
	struct inlined_entries *items; /* each once */
	size_t n, room;
};

static void ask(struct leaving *l, struct inlined_entries asked)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].object == asked.object && l->items[i].function == asked.function &&
		    l->items[i].node == asked.node)
			return;
	*gp_push(l->items, l->n, l->room) = asked;
}

/* All code of a node; some functions have copies. */
static void ask_node(struct leaving *l, uint32_t node)
{
	size_t before = l->n;

	for (uint32_t i = 0; i < l->p->nobjects; i++)
		for (uint32_t k = 0; k < l->blocks[i].nfunctions; k++)
			if (l->p->objects[i].nodes[l->blocks[i].functions[k].record] == node)
				ask(l, (struct inlined_entries){ i, k, node });
	if (l->n == before)
		ask(l, (struct inlined_entries){ GP_NONE, GP_NONE, node });
}

static uint32_t starting_at(const struct blocks *b, uint64_t address)
{
	for (uint32_t i = 0; i < b->nfunctions; i++)
		if (b->functions[i].start == address)
			return i;
	return GP_NONE;
}

static bool may_not_return(const char *library_function)
{
	static const char *const known[] = { "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",
					     "setcontext", "swapcontext", "pthread_exit",
					     "thrd_exit", "syscall", "exit", "_exit", "_Exit",
					     "quick_exit", "abort", "raise", "kill" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(library_function, known[i]))
			return true;
	return false;
}

/* Returns true if the code of another object, or code without block counters, is known to
   return. */
static bool returns_elsewhere(const struct leaving *l, uint32_t object, const struct block_exit *e)
{
	const struct object *o = &l->p->objects[object];
	struct cg_site site;

	if (e->site == GP_NONE || object_function_at(o, e->to) != GP_NONE)
		return false;
	site = static_cg_site_numbered(&o->cg, e->site);
	if (site.kind != GPROF_SITE_DIRECT || !site.callee || may_not_return(site.callee))
		return false;
	for (size_t i = 0; i < l->p->nobjects; i++)
		if (l->p->objects[i].instrumented &&
		    elfobj_symbol_named(&l->p->objects[i].elf, site.callee) != GP_NONE)
			return false;
	return true;
}

/* Executions of an exit by which the function returns; what it jumps to is asked as well. */
static int64_t returns_by(struct leaving *l, uint32_t object, const struct block_exit *e)
{
	const struct blocks *b = &l->blocks[object];
	uint32_t to = e->to ? starting_at(b, e->to) : GP_NONE;

	if (to != GP_NONE)
		ask(l, (struct inlined_entries){ object, to,
					 l->p->objects[object].nodes[b->functions[to].record] });
	else if (e->to && !returns_elsewhere(l, object, e))
		return 0;
	return blocks_count(b, b->stretches[e->stretch].unknown).lo;
}

/* Entries of a function, at most. */
static int64_t entry_counts_add_function(const struct blocks *b, const struct block_function *f)
{
	const struct block_stretch *first = blocks_at(b, f->start);
	uint32_t at = first ? first - b->stretches : GP_NONE;
	int64_t entries = 0;

	for (size_t i = gp_first(k, b->nedges, b->edges[k].to < at);
	     i < b->nedges && b->edges[i].to == at; i++)
		if (b->edges[i].from == GP_NONE)
			entries = gp_plus(entries, blocks_count(b, b->edges[i].unknown).hi);
	return entries;
}

/* As far as they were counted, and not by its calls, which nobody has added up yet. */
static int64_t entries_counted(const struct program *p, uint32_t node)
{
	const struct node *n = &p->graph.nodes[node];

	return n->flags & NODE_DERIVED ? COUNT_UNBOUNDED : n->entries;
}

/* Entries of one function after which it was not seen to return. */
static int64_t left_by(struct leaving *l, struct inlined_entries at)
{
	const struct blocks *b = at.object == GP_NONE ? NULL : &l->blocks[at.object];
	const struct block_function *f = b ? &b->functions[at.function] : NULL;
	int64_t entries, returns = 0, counted = entries_counted(l->p, at.node);

	if (!f || f->state != BLOCKS_SOLVED)
		return counted;
	entries = entry_counts_add_function(b, f);
	if (entries > counted)
		entries = counted;
	for (size_t i = gp_first(k, b->nexits, b->exits[k].stretch < f->first);
	     i < b->nexits && b->exits[i].stretch < f->first + f->n; i++)
		returns = gp_plus(returns, returns_by(l, at.object, &b->exits[i]));
	return entries > returns ? entries - returns : 0;
}

int64_t handlers_left(const struct handlers *h, const struct program *p,
		      const struct blocks *blocks)
{
	struct leaving l = { .p = p, .blocks = blocks };
	int64_t left = 0;

	for (size_t i = 0; i < h->n; i++)
		ask_node(&l, h->nodes[i]);
	for (size_t i = 0; i < l.n; i++)
		left = gp_plus(left, left_by(&l, l.items[i]));
	free(l.items);
	return left;
}

void handlers_release(struct handlers *h)
{
	free(h->nodes);
	memset(h, 0, sizeof *h);
}
