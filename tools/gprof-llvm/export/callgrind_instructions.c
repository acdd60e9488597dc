/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_instructions.c - the event Ir of an export in callgrind's format: instructions that
 * were executed; see callgrind.h.
 *
 * Of a count that is only known to be between bounds the lower one is written, as the report does
 * where it adds up.  The profiler's own instructions are left out.
 */
#include "executions/exact.h"
#include "export/callgrind.h"

#include <stdlib.h>
#include <string.h>

static void add_count(struct callgrind *w, uint32_t node, uint32_t line, uint64_t address,
		      const struct block_count *c)
{
	if (c->how == SOLVED_NOT) {
		w->left.unbounded |= c->hi >= COUNT_UNBOUNDED;
		w->left.between += c->hi < COUNT_UNBOUNDED ? c->hi - c->lo : 0;
	}
	if (blocks_figure(*c))
		callgrind_row(w, node, GP_NONE, line, address)->cost.insns += blocks_figure(*c);
}

static void add_instruction(void *writer, const struct executed_insn *insn)
{
	struct callgrind *w = writer;
	struct stack_place place = { .node = insn->node, .object = insn->object,
				     .address = insn->address };

	if (!insn->ours)
		add_count(w, insn->node, insn->outlined ? w->p->functions[insn->node].line
						    : callgrind_line(w, &place),
			  insn->address, &insn->count);
}

/* Of a merged profile, by lines of the function's own file, as callgrind_line(). */
static void add_lines(struct callgrind *w)
{
	struct source_counts p;

	source_counts_init(&p, w->x->result->executions);
	for (size_t i = 0; i < p.nlines; i++) {
		const struct line_count *l = &p.lines[i];
		const struct function *f = &w->p->functions[l->node];
		bool own = l->file != GP_NONE && f->file &&
			   !strcmp(p.files.items[l->file], f->file);

		add_count(w, l->node, own ? l->line : f->line, 0, &l->insns);
	}
	source_counts_release(&p);
}

static void add_outside(struct callgrind *w)
{
	for (size_t i = 0; i < w->g->nnodes; i++)
		if (w->g->nodes[i].spontaneous > 0)
			w->outside[i].insns =
				inclusive_share(w->paths, i, w->g->nodes[i].spontaneous);
}

void callgrind_execute(struct callgrind *w)
{
	if (w->p->sum)
		add_lines(w);
	else
		executed_walk(w->x->result->executions, add_instruction, w);
	add_outside(w);
	w->left.unbounded |= executions_count_unsolved(w->x->result->executions) > 0;
}

void callgrind_share(struct callgrind *w, struct callgrind_row *const *rows)
{
	for (size_t i = 0; i < w->nrows; i++) {
		struct callgrind_row *row = rows[i];
		int64_t calls = row->arc == GP_NONE ? 0 : w->g->arcs[row->arc].count;

		if (calls > 0 && row->calls > 0)
			row->cost.insns = inclusive_arc(w->paths, row->arc) *
					  ((double)row->calls / (double)calls);
	}
}
