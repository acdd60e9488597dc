/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.c - see blocks.h.
 *
 *   flow.h            the function's blocks, and how often each is executed, estimated
 *   stretch.h         its stretches, and the flow between them
 *   spanning_tree.h   the edges that need counters
 *   here              where their code goes
 *
 * The machine code shows the place of each counter, even after the code generator has moved and
 * copied blocks.  The static section records counters only to find lines: line_marks.h.
 */
#include "blocks.h"
#include "call_return.h"
#include "flow.h"
#include "line_marks.h"
#include "lines.h"
#include "spanning_tree.h"
#include "stretch.h"
#include "target.h"

#include <gprof-llvm/format.h>
#include <stdlib.h>

static void flag_sites(struct function *f)
{
	for (uint32_t i = 0; i < f->nsites; i++) {
		struct site *s = &f->sites[i];

		if (s->call)
			s->flags |= call_return_flags(s->call);
	}
}

/* The instruction before which an edge is counted, or NULL. */
static LLVMValueRef place_of(const struct network_edge *e, const struct flow *flow)
{
	LLVMBasicBlockRef block;

	if (e->before)
		return e->before;
	block = flow_split(flow, e->split);
	return block ? LLVMGetBasicBlockTerminator(block) : NULL;
}

static int make_places(struct function *f, struct network *n, const struct flow *flow)
{
	uint32_t chosen = 0;

	for (uint32_t i = 0; i < n->nedges; i++)
		chosen += n->edges[i].chosen;
	f->places = calloc(chosen + 1, sizeof *f->places);
	if (!f->places)
		return -1;
	for (uint32_t i = 0; i < n->nedges; i++) {
		LLVMValueRef before = n->edges[i].chosen ? place_of(&n->edges[i], flow) : NULL;

		if (!before)
			continue;
		n->edges[i].word = f->ncounters;
		f->places[f->nplaces++] = (struct place){ before, f->ncounters++ };
	}
	return 0;
}

static int plan(const struct module *m, struct function *f)
{
	struct network n = { 0 };
	struct flow flow;
	int rc = flow_read(&flow, f->f);

	lines_give_none(f->f);
	if (rc == 0)
		rc = network_read(&n, f, &flow);
	if (rc == 0)
		rc = spanning_tree_choose(&n);
	if (rc == 0)
		rc = make_places(f, &n, &flow);
	if (rc == 0)
		rc = line_marks_encode(m, f, &n, &flow);
	network_release(&n);
	flow_release(&flow);
	return rc;
}

int blocks_plan(const struct module *m, struct function *f)
{
	if (!m->options->blocks)
		return 0;
	flag_sites(f);
	return f->monitored ? plan(m, f) : 0;
}

void blocks_release(struct function *f)
{
	free(f->places);
	f->places = NULL;
}

void blocks_count(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	for (uint32_t i = 0; i < f->nplaces; i++) {
		LLVMPositionBuilderBefore(b, f->places[i].before);
		LLVMSetCurrentDebugLocation2(b, NULL);
		m->target->count(m, f, b, f->places[i].counter);
	}
}
