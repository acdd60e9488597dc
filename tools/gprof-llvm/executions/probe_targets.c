/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * probe_targets.c - see probe_targets.h.
 */
#include "code/callsite.h"
#include "code/disasm.h"
#include "executions/probe_targets.h"

#include <stdlib.h>
#include <string.h>

/* What is looked up in an object. */
enum { LOOK_PROBE, LOOK_EXTENT, LOOK_CELL, LOOK_SITES, LOOK_TEXT };

struct target_reader {
	struct probe_targets *to;
	const struct program *p;
	uint32_t object;
	const struct object *o;
	struct gp_map look; /* (address, LOOK_*): of a call with a probe; of code that was decoded;
			       of a word -> word of its cell, from the first; of a cell -> first of
			       its p->sites; of code -> cg.functions */
	uint32_t *next;     /* of p->sites: of the same cell */
	uint64_t cell;      /* of the call by pointer that is to follow, or 0 */
};

static uint32_t look_up(const struct target_reader *r, uint64_t address, int what)
{
	return gp_map_get(&r->look, address, what);
}

/* Returns true if it was not there. */
static bool note(struct target_reader *r, uint64_t address, int what, uint32_t value)
{
	int created;
	uint32_t *at = gp_map_put(&r->look, address, what, &created);

	if (created)
		*at = value;
	return created;
}

static void note_cells(struct target_reader *r)
{
	const struct static_cg *cg = &r->o->cg;

	for (size_t i = 0; i < cg->nfunctions; i++) {
		const struct cg_function *f = &cg->functions[i];

		if (f->text)
			note(r, f->text, LOOK_TEXT, i);
		for (uint32_t k = 0; f->counters && k < f->nsites; k++) {
			struct cg_site s = static_cg_site(cg, f, k);

			if (s.kind != GPROF_SITE_INDIRECT || s.counter == GPROF_NO_COUNTER)
				continue;
			for (uint32_t word = 0; word < GPROF_CELL_WORDS; word++)
				note(r, f->counters + 8 * ((uint64_t)s.counter + word), LOOK_CELL,
				     word);
		}
	}
}

/* Calls by pointer that were counted, by cell. */
static void note_sites(struct target_reader *r)
{
	for (size_t i = r->p->nsites; i--;) {
		const struct call_site *s = &r->p->sites[i];
		uint32_t from = r->p->graph.arcs[s->arc].from, *first;
		int created;

		if (r->p->functions[from].object != r->object || !s->counter || s->calls <= 0 ||
		    look_up(r, s->counter, LOOK_CELL) == GP_NONE)
			continue;
		first = gp_map_put(&r->look, s->counter, LOOK_SITES, &created);
		r->next[i] = *first;
		*first = i;
	}
}

/* A copy may count in words of its own. */
static void note_copies(struct target_reader *r)
{
	const struct static_cg *cg = &r->o->cg;

	for (size_t i = 0; i < cg->ncopies; i++) {
		uint64_t word = cg->counters + 8 * (uint64_t)cg->copies[i].word;

		note(r, word, LOOK_CELL, GPROF_CELL_WORDS + i);
	}
}

/* The first word of the cell that a word is of, or 0. */
static uint64_t cell_of(const struct target_reader *r, uint64_t word)
{
	const struct static_cg *cg = &r->o->cg;
	uint32_t at = word ? look_up(r, word, LOOK_CELL) : GP_NONE;

	if (at != GP_NONE && at >= GPROF_CELL_WORDS) {
		word = cg->counters + 8 * (uint64_t)cg->copies[at - GPROF_CELL_WORDS].of;
		at = look_up(r, word, LOOK_CELL);
	}
	return at < GPROF_CELL_WORDS ? word - 8 * (uint64_t)at : 0;
}

static void add(struct target_reader *r, uint64_t address, const char *callee, uint64_t cell,
		int64_t calls)
{
	*gp_push(r->to->items, r->to->n, r->to->room) = (struct probe_target){
		r->object, address, callee, cell, calls,
	};
}

/* Threads and processes have a row each: their calls of one function are added up. */
static void add_pointer(struct target_reader *r, uint64_t address)
{
	struct probe_targets *t = r->to;
	size_t first = t->n, k;

	for (uint32_t i = look_up(r, r->cell, LOOK_SITES); i != GP_NONE; i = r->next[i]) {
		const struct call_site *s = &r->p->sites[i];
		const char *callee = r->p->graph.nodes[r->p->graph.arcs[s->arc].to].name;

		for (k = first; k < t->n && strcmp(t->items[k].callee, callee); k++)
			;
		if (k < t->n)
			gp_add(&t->items[k].calls, s->calls);
		else
			add(r, address, callee, r->cell, s->calls);
	}
}

static void add_direct(struct target_reader *r, const struct disasm_insn *insn)
{
	struct elfobj *elf = &r->p->objects[r->object].elf;
	struct callee to = insn->call ? callsite_callee(elf, insn->address + insn->size)
				      : callsite_target(elf, insn->target);
	uint32_t record = to.address ? look_up(r, to.address, LOOK_TEXT) : GP_NONE;
	const struct elf_symbol *s = to.address ? elfobj_symbol_at(elf, to.address) : NULL;

	if (to.name)
		add(r, insn->address, to.name, 0, 0);
	else if (record != GP_NONE)
		add(r, insn->address, r->o->cg.functions[record].name, 0, 0);
	else if (s)
		add(r, insn->address, s->name, 0, 0);
}

static void read_instruction(struct target_reader *r, const struct disasm_insn *insn)
{
	uint64_t cell = cell_of(r, insn->word);
	uint32_t kind;

	if (cell)
		r->cell = cell;
	if (!insn->call && !insn->jump)
		return;
	kind = look_up(r, insn->address, LOOK_PROBE);
	if (kind == PROBE_INDIRECT_CALL && r->cell)
		add_pointer(r, insn->address);
	else if (kind == PROBE_DIRECT_CALL && (insn->call || insn->target))
		add_direct(r, insn);
	if (kind != GP_NONE)
		r->cell = 0;
}

static void read_code(struct target_reader *r, const struct pseudo_probes *probes)
{
	struct disasm_insn insn;
	struct disasm d;

	if (disasm_open(&d, &r->o->elf, false) < 0)
		return;
	d.words = true;
	for (size_t i = 0; i < probes->n; i++) {
		uint64_t start, end;

		if (probes->items[i].kind == PROBE_BLOCK ||
		    !object_extent(r->o, probes->items[i].address, &start, &end) ||
		    !note(r, start, LOOK_EXTENT, 0))
			continue;
		r->cell = 0;
		disasm_seek(&d, start, end);
		while (disasm_next(&d, &insn))
			read_instruction(r, &insn);
	}
	disasm_close(&d);
}

static int by_address(const void *x, const void *y, void *unused)
{
	const struct probe_target *a = x, *b = y;

	(void)unused;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return strcmp(a->callee, b->callee);
}

void probe_targets_init(struct probe_targets *t, const struct program *p,
			const struct pseudo_probes *probes)
{
	*t = (struct probe_targets){ .p = p };
	for (uint32_t object = 0; object < p->nobjects; object++) {
		struct target_reader r = { .to = t, .p = p, .object = object,
					   .o = &p->objects[object] };

		if (!probes[object].n)
			continue;
		r.next = gp_alloc(p->nsites, sizeof *r.next);
		for (size_t i = 0; i < probes[object].n; i++)
			if (probes[object].items[i].kind != PROBE_BLOCK)
				note(&r, probes[object].items[i].address, LOOK_PROBE,
				     probes[object].items[i].kind);
		note_cells(&r);
		note_copies(&r);
		note_sites(&r);
		read_code(&r, &probes[object]);
		gp_map_release(&r.look);
		free(r.next);
	}
	gp_sort(t->items, t->n, sizeof *t->items, by_address, NULL);
}

const struct probe_target *probe_targets_at(const struct probe_targets *t, uint32_t object,
					    uint64_t address, size_t *n)
{
	size_t first = gp_first(k, t->n, t->items[k].object < object ||
				(t->items[k].object == object && t->items[k].address < address));
	const struct probe_target *at = t->items + first;

	*n = gp_first(k, t->n - first, at[k].object == object && at[k].address == address);
	return at;
}

void probe_targets_release(struct probe_targets *t)
{
	free(t->items);
	*t = (struct probe_targets){ 0 };
}
