/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flow_graph.c - the stretches of a function, and the equations of the flow between them.
 *
 * A stretch ends at a jump, a branch, a call, and where one may lead.  Its executions are an
 * unknown; so is each edge between two of them, unless it is the only one out of its stretch.  As
 * many executions enter it as leave it.  A call may be lost (exit, longjmp, an exception for a
 * caller, the process killed): that is an edge out as well, and so is the landing pad of its
 * exceptions.  Nothing is said of edges out of a stretch that only leaves the function.
 *
 * A function may call itself by a jump to its start (a tail call).  Where its entries are the
 * sum of its counted calls, such a jump is one of them already, and not an edge of its own.
 */
#include "blocks/block_builder.h"

#include <stdlib.h>
#include <string.h>

/* An edge from a stretch to another, or out of the function. */
struct edge {
	uint32_t from;    /* position in blocks.stretches, or GP_NONE */
	uint32_t call;    /* the same, of a stretch that a call ends */
	uint32_t to;      /* the same */
	uint32_t unknown;
};

struct edges {
	struct edge *items; /* into stretches of the function */
	size_t n, room;
	uint32_t *out;      /* unknowns: edges out of the stretch that is looked at */
	size_t nout, out_room;
	uint32_t *to_hub, *from_hub; /* unknowns */
	size_t nto_hub, to_hub_room, nfrom_hub, from_hub_room;
	bool again;         /* a jump to the function's start may be a call or not */
};

static uint32_t count_anew(struct block_builder *m, int64_t lo, int64_t hi)
{
	return linear_unknown(&m->b->system, m->routine.function, lo, hi);
}

static bool is_next(const struct routine *r, size_t at)
{
	return at + 1 < r->n &&
	       r->insns[at + 1].address == r->insns[at].address + r->insns[at].size;
}

/* ------------------------------------------------------------------ marks */

static void lead(struct routine *r, size_t at)
{
	if (at < r->n)
		r->marks[at] |= MARK_LEADER;
}

/* A test in the prologue, which a new thread leaves by a stub that comes right back. */
static bool mark_cold(struct block_builder *m, size_t at)
{
	struct routine *r = &m->routine;
	uint64_t back = m->processor->goes_on ? m->processor->goes_on(m->elf, r->insns[at].target)
					      : 0;

	if (!back || routine_at(r, back) == r->n || routine_at(r, r->insns[at].target) < r->n)
		return false;
	r->marks[at] |= MARK_COLD | MARK_OURS;
	if (at && r->insns[at - 1].flags & FLOW_COMPARES)
		r->marks[at - 1] |= MARK_OURS;
	lead(r, routine_at(r, back));
	return true;
}

/* The way to the runtime of a call by pointer, and where it comes back to. */
static void mark_link(struct block_builder *m, size_t at)
{
	struct routine *r = &m->routine;
	size_t back = routine_at(r, r->insns[at].refers);

	if (back == r->n || !is_next(r, at) || r->insns[at + 1].kind != FLOW_JUMP ||
	    routine_at(r, r->insns[at + 1].target) < r->n)
		return;
	r->marks[at] |= MARK_OURS;
	r->marks[at + 1] |= MARK_OURS;
	lead(r, back);
}

static void mark_ours(struct block_builder *m, size_t at)
{
	struct routine *r = &m->routine;
	const struct flow_insn *insn = &r->insns[at];
	size_t begins;

	/* From where its address is made; in between is the test of a cell. */
	if (counter_instruction_at(m, at, &begins) != GP_NONE)
		for (size_t i = begins; i <= at; i++)
			r->marks[i] |= MARK_OURS;
	if (insn->flags & FLOW_OURS)
		r->marks[at] |= MARK_OURS;
	if (insn->flags & FLOW_LINKS)
		mark_link(m, at);
	if (insn->flags & FLOW_COMPARES && counter_at(m, insn->refers) != GP_NONE && insn->refers &&
	    is_next(r, at) && r->insns[at + 1].kind == FLOW_BRANCH) {
		r->marks[at] |= MARK_OURS;
		r->marks[at + 1] |= MARK_OURS;
	}
}

/* __builtin_longjmp() comes back to an address that only the code has. */
static void mark_taken(struct block_builder *m, size_t by)
{
	struct routine *r = &m->routine;
	uint64_t address = builder_address(m, by);
	size_t at = address && address != r->start ? routine_at(r, address) : r->n;

	if (at < r->n)
		r->marks[at] |= MARK_LEADER | MARK_TAKEN;
}

static void mark(struct block_builder *m, size_t at)
{
	struct routine *r = &m->routine;
	const struct flow_insn *insn = &r->insns[at];

	mark_ours(m, at);
	if (insn->kind == FLOW_ON)
		return;
	if (insn->kind == FLOW_BRANCH)
		mark_cold(m, at);
	if (insn->kind == FLOW_JUMP || insn->kind == FLOW_BRANCH)
		lead(r, routine_at(r, insn->target));
	lead(r, at + 1);
}

/* ------------------------------------------------------------------ stretches */

static void begin(struct block_builder *m, const struct flow_insn *insn)
{
	struct blocks *b = m->b;

	*gp_push(b->stretches, b->nstretches, b->stretches_room) = (struct block_stretch){
		.start = insn->address, .unknown = count_anew(m, 0, COUNT_UNBOUNDED),
		.function = m->routine.function, .first = b->ninsns, .jumps = GP_NONE,
		.outlined = GP_NONE };
}

static void keep(struct blocks *b, const struct flow_insn *insn, bool ours)
{
	*gp_push(b->insns, b->ninsns, b->insns_room) =
		insn->size | (insn->flags & FLOW_NOP ? BLOCK_INSN_NOP : 0) |
		(ours ? BLOCK_INSN_OURS : 0);
	if (ours)
		*gp_push(b->ours, b->nours, b->ours_room) = insn->address;
}

static void cut(struct block_builder *m)
{
	struct routine *r = &m->routine;
	struct block_stretch *s;

	r->stretch = gp_grow(r->stretch, &r->stretch_room, r->n, sizeof *r->stretch);
	for (size_t i = 0; i < r->n; i++) {
		size_t begins;
		uint32_t word = counter_instruction_at(m, i, &begins);

		if (!i || r->marks[i] & MARK_LEADER || !is_next(r, i - 1))
			begin(m, &r->insns[i]);
		r->stretch[i] = m->b->nstretches - 1;
		s = &m->b->stretches[r->stretch[i]];
		s->end = r->insns[i].address + r->insns[i].size;
		s->insns++;
		s->ours += !!(r->marks[i] & MARK_OURS);
		keep(m->b, &r->insns[i], r->marks[i] & MARK_OURS);
		if (word != GP_NONE)
			*gp_push(m->copies, m->ncopies, m->copies_room) =
				(struct counter_copy){ r->insns[begins].address, word, s->unknown };
	}
}

/* ------------------------------------------------------------------ edges */

static uint32_t stretch_at(const struct routine *r, uint64_t address)
{
	size_t at = routine_at(r, address);

	return at < r->n ? r->stretch[at] : GP_NONE;
}

static void add_edge(struct edges *e, uint32_t to, uint32_t unknown)
{
	if (to != GP_NONE)
		*gp_push(e->items, e->n, e->room) = (struct edge){ GP_NONE, GP_NONE, to, unknown };
}

static void go(struct edges *e, uint32_t to, uint32_t unknown)
{
	add_edge(e, to, unknown);
	*gp_push(e->out, e->nout, e->out_room) = unknown;
}

static uint32_t next_stretch(const struct routine *r, size_t at)
{
	return is_next(r, at) ? r->stretch[at + 1] : GP_NONE;
}

/* Straight on, but for a call of the profiler's. */
static bool goes_on(struct block_builder *m, const struct flow_insn *insn)
{
	return insn->kind == FLOW_ON || (insn->kind == FLOW_CALL && calls_ours(m, insn));
}

/* The site whose count is in the straight line before a call, or GP_NONE. */
static uint32_t site_before(struct block_builder *m, size_t at)
{
	const struct routine *r = &m->routine;

	while (at-- && goes_on(m, &r->insns[at])) {
		size_t begins;
		uint32_t word = counter_instruction_at(m, at, &begins);

		if (word != GP_NONE && m->words[word].kind >= COUNTER_CALLS)
			return m->words[word].site;
	}
	return GP_NONE;
}

/* Code that was moved out of functions, which a stretch ends by a call of, or by a jump to it; or
   NULL. */
static const struct block_outlined *outlined_by(struct block_builder *m, size_t at)
{
	uint32_t outlined = routine_outlined(m, &m->routine.insns[at]);

	m->b->stretches[m->routine.stretch[at]].outlined = outlined;
	return outlined == GP_NONE ? NULL : &m->b->outlined[outlined];
}

static void end_call(struct block_builder *m, struct edges *e, size_t at)
{
	const struct block_outlined *outlined = outlined_by(m, at);
	uint32_t calls = m->b->stretches[m->routine.stretch[at]].unknown;
	struct routine *r = &m->routine;
	const struct flow_insn *insn = &r->insns[at];
	uint32_t next = next_stretch(r, at), lost;
	unsigned flags = insn->kind == FLOW_CALL ? calls_flags(m, insn, site_before(m, at)) : 0;
	size_t pad = insn->kind == FLOW_CALL ? landing_pad_of(r, insn) : r->n;

	if (outlined && outlined->returns)
		flags = GPROF_SITE_RETURNS;
	entry_counts_add_edge(m, insn, calls);
	if (flags & GPROF_SITE_NEVER_RETURNS && pad == r->n)
		return;
	if (flags & GPROF_SITE_RETURNS) {
		add_edge(e, next, calls);
		return;
	}
	if (pad < r->n) {
		r->marks[pad] &= ~MARK_PAD;
		go(e, r->stretch[pad], count_anew(m, 0, COUNT_UNBOUNDED));
	}
	lost = count_anew(m, r->twice || m->counts->inside ? -COUNT_UNBOUNDED : 0, COUNT_UNBOUNDED);
	m->b->system.unknowns[lost].lost =
		!m->counts->inside && !(flags & GPROF_SITE_NEVER_RETURNS);
	go(e, GP_NONE, lost);
	if (!(flags & GPROF_SITE_NEVER_RETURNS))
		go(e, next, count_anew(m, 0, COUNT_UNBOUNDED));
}

static const struct cg_function *function_of(const struct block_builder *m)
{
	return &m->cg->functions[m->b->functions[m->routine.function].record];
}

/* Returns true if its entries are the sum of the calls that name it. */
static bool is_sum_of_calls(const struct block_builder *m)
{
	const struct cg_function *f = function_of(m);

	return f->flags & GPROF_FN_DERIVED && !(m->cg->modules[f->module].flags & GPROF_MOD_LTO);
}

static bool calls_itself(const struct block_builder *m)
{
	const struct cg_function *f = function_of(m);

	for (uint32_t i = 0; i < f->nsites; i++)
		if (static_cg_site(m->cg, f, i).callee_word == f->counters)
			return true;
	return false;
}

/* Returns true if a jump is a call that the entries have. */
static bool is_entered_by(struct block_builder *m, struct edges *e, size_t at)
{
	uint32_t site;

	if (m->routine.insns[at].target != m->routine.start || !is_sum_of_calls(m) ||
	    !calls_itself(m))
		return false;
	site = m->routine.insns[at].kind == FLOW_JUMP ? site_before(m, at) : GP_NONE;
	if (site != GP_NONE &&
	    static_cg_site_numbered(m->cg, site).callee_word == function_of(m)->counters)
		return true;
	e->again = true;
	return false;
}

static void end_branch(struct block_builder *m, struct edges *e, size_t at)
{
	struct routine *r = &m->routine;
	uint64_t target = r->insns[at].target;
	uint32_t next = next_stretch(r, at), taken, to = stretch_at(r, target);
	bool cold = r->marks[at] & MARK_COLD;
	struct blocks *b = m->b;

	if (cold)
		to = stretch_at(r, m->processor->goes_on(m->elf, target));
	if (cold && to == next) {
		add_edge(e, next, b->stretches[r->stretch[at]].unknown);
		return;
	}
	is_entered_by(m, e, at);
	taken = count_anew(m, 0, cold ? m->counts->threads : COUNT_UNBOUNDED);
	if (to == GP_NONE)
		entry_counts_add_edge(m, &r->insns[at], taken);
	go(e, to, taken);
	go(e, next, count_anew(m, 0, COUNT_UNBOUNDED));
	if (!(r->marks[at] & MARK_OURS))
		*gp_push(b->branches, b->nbranches, b->branches_room) =
			(struct block_branch){ r->insns[at].address, r->stretch[at], taken };
}

/* To the runtime and back: the word before where it comes back to counts the first target. */
static void end_link(struct block_builder *m, struct edges *e, size_t at)
{
	struct routine *r = &m->routine;
	size_t back = routine_at(r, r->insns[at - 1].refers);
	uint32_t unknown = m->b->stretches[r->stretch[at]].unknown;
	size_t begins;
	uint32_t word = back ? counter_instruction_at(m, back - 1, &begins) : GP_NONE;

	add_edge(e, r->stretch[back], unknown);
	if (word != GP_NONE && m->words[word].kind == COUNTER_HITS)
		*gp_push(m->misses, m->nmisses, m->misses_room) =
			(struct counter_copy){ r->insns[at].address, word, unknown };
}

static void keep_exit(struct block_builder *m, size_t at, uint64_t to, uint32_t site)
{
	struct blocks *b = m->b;

	*gp_push(b->exits, b->nexits, b->exits_room) =
		(struct block_exit){ m->routine.stretch[at], site, to };
}

static void end_jump(struct block_builder *m, struct edges *e, size_t at)
{
	struct routine *r = &m->routine;
	uint32_t to = stretch_at(r, r->insns[at].target);
	const struct block_outlined *outlined = to == GP_NONE ? outlined_by(m, at) : NULL;
	uint32_t unknown = m->b->stretches[r->stretch[at]].unknown;

	if (r->marks[at] & MARK_OURS && at && r->insns[at - 1].flags & FLOW_LINKS) {
		end_link(m, e, at);
	} else if (is_entered_by(m, e, at)) {
		return;
	} else if (to != GP_NONE) {
		add_edge(e, m->b->stretches[r->stretch[at]].jumps = to, unknown);
	} else {
		entry_counts_add_edge(m, &r->insns[at], unknown);
		keep_exit(m, at, outlined && outlined->returns ? 0 : r->insns[at].target,
			  site_before(m, at));
	}
}

static void end_indirect(struct block_builder *m, struct edges *e, size_t at)
{
	struct routine *r = &m->routine;

	for (size_t i = gp_first(k, r->nedges, r->edges[k].from < at);
	     i < r->nedges && r->edges[i].from == at; i++)
		go(e, stretch_at(r, r->edges[i].to), count_anew(m, 0, COUNT_UNBOUNDED));
	if (r->marks[at] & MARK_HUB) {
		uint32_t unknown = count_anew(m, 0, COUNT_UNBOUNDED);

		go(e, GP_NONE, unknown);
		*gp_push(e->to_hub, e->nto_hub, e->to_hub_room) = unknown;
	}
	if (r->marks[at] & MARK_LEAVES)
		go(e, GP_NONE, count_anew(m, 0, COUNT_UNBOUNDED));
}

/* Of edges from a position on, which come from a stretch; from a hub each may be several. */
static void count_back(struct blocks *b, const struct edges *e, size_t first, uint64_t from,
		       uint32_t edges)
{
	for (size_t i = first; i < e->n; i++)
		if (b->stretches[e->items[i].to].start <= from)
			b->stretches[e->items[i].to].back += edges;
}

static bool is_call(const struct flow_insn *insn)
{
	return insn->kind == FLOW_CALL || insn->kind == FLOW_KERNEL;
}

/* The edges out of the stretch that an instruction ends. */
static void end(struct block_builder *m, struct edges *e, size_t at)
{
	struct routine *r = &m->routine;
	struct linear_system *s = &m->b->system;
	uint32_t unknown = m->b->stretches[r->stretch[at]].unknown;
	size_t first = e->n;

	e->nout = 0;
	switch (r->insns[at].kind) {
	case FLOW_ON:
		add_edge(e, next_stretch(r, at), unknown);
		break;
	case FLOW_CALL:
	case FLOW_KERNEL:
		end_call(m, e, at);
		break;
	case FLOW_JUMP:
		end_jump(m, e, at);
		break;
	case FLOW_BRANCH:
		end_branch(m, e, at);
		break;
	case FLOW_INDIRECT:
		end_indirect(m, e, at);
		break;
	case FLOW_RETURN:
		keep_exit(m, at, 0, GP_NONE);
		break;
	default:
		break;
	}
	count_back(m->b, e, first, r->insns[at].address, 1);
	for (size_t i = first; i < e->n; i++)
		*(is_call(&r->insns[at]) ? &e->items[i].call : &e->items[i].from) = r->stretch[at];
	if (!e->nout)
		return;
	linear_equation(s, 0);
	linear_term(s, unknown, 1);
	for (size_t i = 0; i < e->nout; i++)
		linear_term(s, e->out[i], -1);
}

/* ------------------------------------------------------------------ */

/* Entries have no counter but a word in the function's own code, or its calls. */
static void equate_entry(struct block_builder *m, const struct edges *e, uint32_t entry)
{
	const struct cg_function *f = function_of(m);
	struct linear_system *s = &m->b->system;
	uint32_t word;

	if (!is_sum_of_calls(m)) {
		if (f->flags & GPROF_FN_DERIVED)
			entry_counts_add_function(m, m->routine.start, entry);
		return;
	}
	word = counter_at(m, f->counters);
	linear_between(s, m->routine.function, m->called[word], m->called_most[word]);
	linear_term(s, entry, 1);
	if (e->again)
		linear_term(s, count_anew(m, 0, COUNT_UNBOUNDED), 1);
}

/* Edges into stretches that come from no instruction: the entry, landing pads without a call, the
   hub. */
static void add_entries(struct block_builder *m, struct edges *e)
{
	struct routine *r = &m->routine;
	uint32_t entry = count_anew(m, 0, COUNT_UNBOUNDED);

	add_edge(e, stretch_at(r, r->start), entry);
	equate_entry(m, e, entry);
	for (size_t i = 0; i < r->n; i++) {
		if (r->marks[i] & (MARK_PAD | MARK_TAKEN))
			add_edge(e, r->stretch[i], count_anew(m, 0, COUNT_UNBOUNDED));
		if (e->nto_hub && r->marks[i] & MARK_LABEL) {
			uint32_t unknown = count_anew(m, 0, COUNT_UNBOUNDED);

			add_edge(e, r->stretch[i], unknown);
			count_back(m->b, e, e->n - 1, UINT64_MAX, e->nto_hub);
			*gp_push(e->from_hub, e->nfrom_hub, e->from_hub_room) = unknown;
		}
	}
}

static void equate_hub(struct block_builder *m, const struct edges *e)
{
	if (!e->nto_hub)
		return;
	linear_equation(&m->b->system, 0);
	for (size_t i = 0; i < e->nto_hub; i++)
		linear_term(&m->b->system, e->to_hub[i], 1);
	for (size_t i = 0; i < e->nfrom_hub; i++)
		linear_term(&m->b->system, e->from_hub[i], -1);
}

static int by_target(const void *x, const void *y, void *unused)
{
	const struct edge *a = x, *b = y;

	(void)unused;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return a->unknown < b->unknown ? -1 : a->unknown > b->unknown;
}

/* Executions that enter a stretch; a stretch without an edge to it never ran. */
static void equate_in(struct block_builder *m, struct edges *e, uint32_t first)
{
	struct blocks *b = m->b;
	struct linear_system *s = &b->system;
	size_t i = 0;

	gp_sort(e->items, e->n, sizeof *e->items, by_target, NULL);
	for (uint32_t at = first; at < b->nstretches; at++) {
		linear_equation(s, 0);
		linear_term(s, b->stretches[at].unknown, 1);
		for (; i < e->n && e->items[i].to == at; i++) {
			linear_term(s, e->items[i].unknown, -1);
			*gp_push(b->edges, b->nedges, b->edges_room) = (struct block_edge){
				e->items[i].from, e->items[i].call, at, e->items[i].unknown };
		}
	}
}

static void find_marks(struct block_builder *m)
{
	struct routine *r = &m->routine;

	lead(r, routine_at(r, r->start));
	for (size_t i = 0; i < r->n; i++)
		mark(m, i);
	for (size_t i = 0; i < r->n; i++)
		mark_taken(m, i);
}

void flow_graph_make(struct block_builder *m)
{
	struct block_function *f = &m->b->functions[m->routine.function];
	struct routine *r = &m->routine;
	struct edges e = { 0 };

	if (!routine_read(m))
		return;
	find_marks(m);
	if (!landing_pads_find(m) || !indirect_jumps_find(m))
		return;
	f->first = m->b->nstretches;
	cut(m);
	f->n = m->b->nstretches - f->first;
	for (size_t i = 0; i < r->n; i++)
		if (i + 1 == r->n || r->stretch[i + 1] != r->stretch[i])
			end(m, &e, i);
	add_entries(m, &e);
	equate_in(m, &e, f->first);
	equate_hub(m, &e);
	free(e.items);
	free(e.out);
	free(e.to_hub);
	free(e.from_hub);
}
