/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.c - counted calls by the lines, or by the instructions, that make them;
 * see annotation.h.
 *
 * A call that was inlined with the function around it is counted in each copy: the line
 * has the sum.  A call instruction is known by the counter that the code before it counts
 * in; where the compiler has copied both, each copy shows the sum, and how many there are.
 */
#include "annotate/annotation.h"
#include "code/disasm.h"

#include <stdlib.h>
#include <string.h>

/* The function of the source that a call was written in, or GP_NONE. */
static uint32_t written_in(struct annotation *a, const struct call_site *s)
{
	uint32_t from = a->p->graph.arcs[s->arc].from;

	return s->inlined ? gp_names_get(&a->linkages, s->inlined)
			  : annotation_find_function(a, from);
}

static void add_line(struct annotation *a, const struct call_site *s)
{
	const struct arc *arc = &a->p->graph.arcs[s->arc];
	const char *file = s->file ? s->file : a->p->functions[arc->from].file;
	struct annotate_level level = { .function = written_in(a, s) };

	if (level.function == GP_NONE || !a->functions[level.function].chosen)
		return;
	level.place = annotation_line(a, file, s->line);
	gp_add(&annotation_row(a, &level, ROW_CALLED, 0, arc->to)->calls, s->calls);
}

/* A call known by where it returns to. */
static void add_returned(struct annotation *a, const struct call_site *s)
{
	const struct arc *arc = &a->p->graph.arcs[s->arc];
	struct annotate_level level;
	size_t n;

	level = *annotation_levels(a, arc->from, a->p->functions[arc->from].object,
				   s->address - 1, &n);
	if (a->functions[level.function].chosen)
		gp_add(&annotation_row(a, &level, ROW_CALLED, 0, arc->to)->calls, s->calls);
}

/* ------------------------------------------------------------------ */

enum { WORD_SITE, WORD_COPIES, WORD_FIRST, WORD_OF }; /* what is looked up by a word's address */

/* The calls of one function. */
struct finding {
	struct annotation *a;
	uint32_t function;
	const struct object *o;
	struct gp_map words;     /* (address, WORD_*) -> number of a site of o->cg; code that
				    counts in it; first of 'sites'; position in o->cg.copies */
	uint32_t *next;          /* of p->sites: of the same counter */
	uint64_t counter;        /* of the call that is to follow, or 0 */
	struct cg_site site;     /* of the counter, if there is one */
	bool naming;             /* copies are known: rows are made */
};

static void add_words(struct finding *f, const struct cg_function *g)
{
	int created;

	for (uint32_t i = 0; i < g->nsites; i++) {
		struct cg_site s = static_cg_site(&f->o->cg, g, i);
		unsigned n = s.kind == GPROF_SITE_INDIRECT ? GPROF_CELL_WORDS :
			     s.kind == GPROF_SITE_DIRECT ? 1 : 0;

		for (unsigned k = 0; s.counter != GPROF_NO_COUNTER && k < n; k++)
			*gp_map_put(&f->words, g->counters + 8 * ((uint64_t)s.counter + k),
				    WORD_SITE, &created) = g->first_site + i;
	}
}

/* Words of copies. */
static void add_copies(struct finding *f)
{
	const struct static_cg *cg = &f->o->cg;
	int created;

	for (size_t i = 0; i < cg->ncopies; i++)
		*gp_map_put(&f->words, cg->counters + 8 * (uint64_t)cg->copies[i].word, WORD_OF,
			    &created) = i;
}

/* The word of a site, of which a copy may count in its own. */
static uint64_t word_of_site(const struct finding *f, uint64_t word)
{
	const struct static_cg *cg = &f->o->cg;
	uint32_t copy = gp_map_get(&f->words, word, WORD_OF);

	return copy == GP_NONE ? word : cg->counters + 8 * (uint64_t)cg->copies[copy].of;
}

static void note_counter(struct finding *f, uint64_t counted)
{
	uint64_t word = word_of_site(f, counted);
	uint32_t site = word ? gp_map_get(&f->words, word, WORD_SITE) : GP_NONE;

	if (site == GP_NONE)
		return;
	f->site = static_cg_site_numbered(&f->o->cg, site);
	f->counter = word;
	while (f->site.kind == GPROF_SITE_INDIRECT &&
	       gp_map_get(&f->words, f->counter - 8, WORD_SITE) == site)
		f->counter -= 8;
}

/* A way out of the code before a call: the monitor's, which comes back. */
static bool is_monitor(const struct finding *f, const struct disasm_insn *insn)
{
	const struct elf_symbol *s = insn->target ? elfobj_symbol_at(&f->o->elf, insn->target)
						  : NULL;

	return s && !strncmp(s->name, "__gprof_", 8);
}

static void add_calls(struct finding *f, const struct disasm_insn *insn, uint32_t copies)
{
	const struct program *p = f->a->p;
	struct annotate_level at = { .function = f->function };
	uint32_t object = f->o - p->objects;
	uint32_t i = gp_map_get(&f->words, f->counter, WORD_FIRST);

	for (; i != GP_NONE; i = f->next[i]) {
		struct annotate_row *row;

		at.place = annotation_address(f->a, object, insn->address + insn->size - 1);
		row = annotation_row(f->a, &at, ROW_CALLED, 0, p->graph.arcs[p->sites[i].arc].to);
		gp_add(&row->calls, p->sites[i].calls);
		row->copies = copies;
	}
}

static void read_instruction(struct finding *f, const struct annotate_range *range,
			     const struct disasm_insn *insn)
{
	bool leaves = insn->jump && (insn->target < range->start || insn->target >= range->end);
	uint32_t *copies;
	int created;

	note_counter(f, insn->word);
	if (!f->counter || !(insn->call || leaves) || is_monitor(f, insn))
		return;
	copies = gp_map_put(&f->words, f->counter, WORD_COPIES, &created);
	if (f->naming)
		add_calls(f, insn, *copies);
	else
		*copies = created ? 1 : *copies + 1;
	f->counter = 0;
}

static void read_ranges(struct finding *f, struct disasm *d, const struct annotate_range *ranges,
			size_t n)
{
	struct disasm_insn insn;

	for (size_t i = 0; i < n; i++) {
		f->counter = 0;
		disasm_seek(d, ranges[i].start, ranges[i].end);
		while (disasm_next(d, &insn))
			read_instruction(f, &ranges[i], &insn);
	}
}

/* The sites of the function, grouped by counter. */
static void add_sites(struct finding *f, uint32_t node)
{
	const struct program *p = f->a->p;
	int created;

	f->next = gp_alloc(p->nsites, sizeof *f->next);
	for (size_t i = p->nsites; i--;) {
		const struct call_site *s = &p->sites[i];
		uint32_t *first;

		if (p->graph.arcs[s->arc].from != node || !s->counter)
			continue;
		first = gp_map_put(&f->words, s->counter, WORD_FIRST, &created);
		f->next[i] = *first;
		*first = i;
	}
}

static void find_calls(struct annotation *a, uint32_t function)
{
	uint32_t node = a->functions[function].node;
	struct finding f = { .a = a, .function = function,
			     .o = &a->p->objects[a->functions[function].object] };
	struct annotate_range *ranges;
	struct disasm d;
	size_t n;

	if (disasm_open(&d, &f.o->elf, true) < 0)
		return;
	d.words = true;
	for (size_t i = 0; i < f.o->cg.nfunctions; i++)
		if (f.o->nodes[i] == node && f.o->cg.functions[i].counters)
			add_words(&f, &f.o->cg.functions[i]);
	add_copies(&f);
	add_sites(&f, node);
	ranges = annotation_ranges(a, function, &n);
	read_ranges(&f, &d, ranges, n);
	f.naming = true;
	read_ranges(&f, &d, ranges, n);
	free(ranges);
	free(f.next);
	gp_map_release(&f.words);
	disasm_close(&d);
}

/* Other instances of the functions chosen, which have neither time nor executions, have calls. */
static void find_instances(struct annotation *a)
{
	const struct program *p = a->p;
	struct gp_map lines = { 0 };
	int created;

	for (size_t i = 0; i < a->nfunctions; i++)
		if (a->functions[i].chosen && a->functions[i].line)
			*gp_map_put(&lines, a->functions[i].line, 0, &created) = i;
	for (size_t i = 0; i < p->graph.nnodes; i++)
		if (p->functions[i].record &&
		    gp_map_get(&lines, p->functions[i].line, 0) != GP_NONE)
			annotation_function(a, i);
	gp_map_release(&lines);
}

void annotation_calls(struct annotation *a)
{
	if (!a->by_instruction)
		find_instances(a);
	for (size_t i = 0; i < a->p->nsites; i++) {
		const struct call_site *s = &a->p->sites[i];

		if (s->address)
			add_returned(a, s);
		else if (!a->by_instruction)
			add_line(a, s);
	}
	for (size_t i = 0; a->by_instruction && i < a->nfunctions; i++)
		if (a->functions[i].chosen && a->functions[i].node != GP_NONE &&
		    a->functions[i].object != GP_NONE &&
		    a->p->objects[a->functions[i].object].present)
			find_calls(a, i);
}
