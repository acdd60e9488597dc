/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stretch.c - see stretch.h.
 *
 *   body    start to end of a stretch.  Known if it has a counted call in it, or is the
 *           function's first.
 *   return  end of a stretch to the start of the next one in the block: a call returned.
 *   lost    end of a stretch to outside: a call did not return.
 *   flow    end of a block's last stretch to the start of another block, or to outside.
 *
 * No counter can count lost edges.  Between a call that should become a jump and the return after
 * it no code may be added: otherwise some programs run out of stack.
 */
#include "stretch.h"
#include "array.h"
#include "call_return.h"
#include "ir.h"

#include <gprof-llvm/format.h>
#include <stdlib.h>
#include <string.h>

/* A block on an edge is a jump more than a count. */
#define PRICE_OF_SPLIT 3

/* The block at work. */
struct walk {
	struct network *n;
	struct function *f;
	const struct flow *flow;
	const struct flow_block *block;
	uint32_t start, end; /* vertices of the stretch */
	LLVMValueRef first;  /* its count may go before this; NULL: nowhere */
	bool known;          /* it is counted */
	uint32_t word;       /* by this word of the function's run */
	bool cell;           /* which is the first of a cell */
	uint32_t stretch;    /* its number */
	bool left;           /* it may have been left by a call already */
	uint32_t mark;       /* number of the first mark not passed yet */
	uint32_t site;       /* number of the first site not passed yet */
	uint32_t *ends;      /* vertex where each block ends, by its number; owned */
};

static uint32_t start_of(uint32_t block) { return STRETCH_OUTSIDE + 1 + block; }

/* An edge for the caller to fill in, or NULL. */
static struct network_edge *network_add(struct network *n, enum edge_kind kind, uint32_t from,
					uint32_t to, double weight)
{
	struct network_edge *e = array_room(n->edges, n->nedges, &n->room, sizeof *e);

	if (!e)
		return NULL;
	n->edges = e;
	e += n->nedges++;
	*e = (struct network_edge){ .from = from, .to = to, .weight = weight, .kind = kind,
				    .word = GPROF_NO_COUNTER };
	return e;
}

static int add_body(struct walk *w, bool fixed)
{
	struct network_edge *e = network_add(w->n, EDGE_BODY, w->start, w->end,
					     w->block->weight);

	if (!e)
		return -1;
	e->known = w->known;
	e->word = w->known ? w->word : GPROF_NO_COUNTER;
	e->cell = w->known && w->cell;
	e->fixed = fixed || !w->first;
	e->before = w->first;
	return 0;
}

static int add_lost(struct walk *w)
{
	struct network_edge *e = network_add(w->n, EDGE_LOST, w->end, STRETCH_OUTSIDE, 0);

	if (!e)
		return -1;
	e->fixed = true;
	return 0;
}

static int add_return(struct walk *w, LLVMValueRef call)
{
	struct network_edge *e;
	uint32_t start = w->n->nvertices++;

	e = network_add(w->n, EDGE_RETURN, w->end, start, w->block->weight);
	if (!e)
		return -1;
	e->before = LLVMGetNextInstruction(call);
	w->first = e->before;
	w->start = start;
	w->end = w->n->nvertices++;
	w->known = w->left = false;
	w->stretch++;
	return 0;
}

/* Other kinds have the number of a site there. */
static bool is_own_count(const struct site *s)
{
	return s->counter != GPROF_NO_COUNTER &&
	       (s->kind == GPROF_SITE_DIRECT || s->kind == GPROF_SITE_INDIRECT);
}

/* The sites are in the order of the instructions, which makes this linear. */
static void find_count(struct walk *w, LLVMValueRef inst)
{
	const struct site *s = w->f->sites;

	while (w->site < w->f->nsites && !s[w->site].call)
		w->site++;
	for (; w->site < w->f->nsites && s[w->site].call == inst; w->site++) {
		if (w->known || !is_own_count(&s[w->site]))
			continue;
		w->known = true;
		w->word = s[w->site].counter;
		w->cell = s[w->site].kind == GPROF_SITE_INDIRECT;
	}
}

static void place_marks(struct walk *w, LLVMValueRef after)
{
	struct mark *mark = w->f->marks;

	for (; w->mark < w->f->nmarks && mark[w->mark].block == w->block->block &&
	       mark[w->mark].after == after; w->mark++) {
		mark[w->mark].stretch = w->stretch;
		mark[w->mark].perhaps |= w->left;
	}
}

static bool may_not_return(LLVMValueRef call)
{
	return !(call_return_flags(call) & (GPROF_SITE_RETURNS | GPROF_SITE_NEVER_RETURNS));
}

/* A call in the midst of a block. */
static bool ends_stretch(const struct walk *w, LLVMValueRef inst)
{
	LLVMValueRef next;

	if (!LLVMIsACallInst(inst) || !may_not_return(inst) || call_may_be_jump(inst))
		return false;
	next = LLVMGetNextInstruction(inst);
	return !LLVMIsATerminatorInst(next) || !block_returns_by_copy(w->block->block);
}

/* Counts can go before it: it follows the instructions that must be first in a block, and the
   prologue, which follows the allocas. */
static LLVMValueRef first_place(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	while (i && (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || LLVMIsAAllocaInst(i) ||
		     LLVMIsACatchPadInst(i) || LLVMIsACleanupPadInst(i)))
		i = LLVMGetNextInstruction(i);
	return i && LLVMIsACatchSwitchInst(i) ? NULL : i;
}

static bool is_copied_return(const struct walk *w, uint32_t block)
{
	const struct flow *flow = w->flow;

	if (!block_only_returns(flow->blocks[block].block))
		return false;
	for (uint32_t i = 0; i < flow->nedges; i++)
		if (flow->edges[i].to == block &&
		    block_returns_by_copy(flow->blocks[flow->edges[i].from].block))
			return true;
	return false;
}

/* Returns true if the call that a block ends in may have left it; no count may follow
   that. */
static bool left_at_end(LLVMBasicBlockRef block)
{
	LLVMValueRef call = LLVMGetLastInstruction(block);

	while (call && !LLVMIsACallInst(call))
		call = LLVMGetPreviousInstruction(call);
	return call && may_not_return(call);
}

static bool begins_left(const struct walk *w, uint32_t block)
{
	const struct flow *flow = w->flow;

	if (!block_only_returns(flow->blocks[block].block))
		return false;
	for (uint32_t i = 0; i < flow->nedges; i++) {
		LLVMBasicBlockRef from = flow->blocks[flow->edges[i].from].block;

		if (flow->edges[i].to == block && block_returns_by_copy(from) && left_at_end(from))
			return true;
	}
	return false;
}

static int read_block(struct walk *w, uint32_t number)
{
	LLVMValueRef i, last;

	w->block = &w->flow->blocks[number];
	w->start = start_of(number);
	w->end = w->n->nvertices++;
	w->known = number == 0;
	w->word = 0;
	w->cell = false;
	w->first = first_place(w->block->block);
	w->left = begins_left(w, number);
	place_marks(w, NULL);
	for (i = LLVMGetFirstInstruction(w->block->block); i; i = LLVMGetNextInstruction(i)) {
		find_count(w, i);
		if (!ends_stretch(w, i))
			w->left |= LLVMIsACallInst(i) && may_not_return(i);
		else if (add_body(w, false) < 0 || add_lost(w) < 0 || add_return(w, i) < 0)
			return -1;
		place_marks(w, i);
	}
	w->ends[number] = w->end;
	w->stretch++;
	last = LLVMGetBasicBlockTerminator(w->block->block);
	if (add_body(w, is_copied_return(w, number)) < 0)
		return -1;
	return ir_is_call(last) && may_not_return(last) ? add_lost(w) : 0;
}

/* The edge out of a block that has no successor. */
static int read_leaving(struct walk *w, uint32_t number)
{
	LLVMBasicBlockRef block = w->flow->blocks[number].block;
	LLVMValueRef i, last = LLVMGetBasicBlockTerminator(block);
	struct network_edge *e = network_add(w->n, EDGE_FLOW, w->ends[number],
					     STRETCH_OUTSIDE, w->flow->blocks[number].weight);

	if (!e)
		return -1;
	e->before = last;
	e->fixed = LLVMIsAUnreachableInst(last) || is_copied_return(w, number);
	for (i = last; i && !e->fixed; i = LLVMGetPreviousInstruction(i))
		e->fixed = call_may_be_jump(i);
	return 0;
}

static bool is_landing(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	while (i && LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i && (LLVMIsALandingPadInst(i) || LLVMIsACatchSwitchInst(i) ||
		     LLVMIsACleanupPadInst(i) || LLVMIsACatchPadInst(i));
}

/* How an edge between two blocks can be counted, best first. */
static void choose_place(struct network_edge *e, const struct flow *flow, uint32_t edge)
{
	const struct flow_block *from = &flow->blocks[flow->edges[edge].from];
	const struct flow_block *to = &flow->blocks[flow->edges[edge].to];
	LLVMValueRef last = LLVMGetBasicBlockTerminator(from->block);

	if (from->nout == 1) {
		e->before = last;
		e->fixed = ir_is_call(last) || block_returns_by_copy(from->block);
	} else if (to->nin == 1) {
		e->before = first_place(to->block);
		e->fixed = !e->before;
	} else {
		e->split = edge;
		e->weight *= PRICE_OF_SPLIT;
		e->fixed = is_landing(to->block) || LLVMIsAIndirectBrInst(last) ||
			   LLVMIsACallBrInst(last);
	}
}

static int read_edges(struct walk *w)
{
	struct network_edge *e;

	for (uint32_t i = 0; i < w->flow->nedges; i++) {
		const struct flow_edge *edge = &w->flow->edges[i];

		e = network_add(w->n, EDGE_FLOW, w->ends[edge->from], start_of(edge->to),
				edge->weight);
		if (!e)
			return -1;
		choose_place(e, w->flow, i);
	}
	for (uint32_t i = 0; i < w->flow->nblocks; i++)
		if (!w->flow->blocks[i].nout && read_leaving(w, i) < 0)
			return -1;
	return 0;
}

int network_read(struct network *n, struct function *f, const struct flow *flow)
{
	struct walk w = { .n = n, .f = f, .flow = flow };
	int rc = 0;

	memset(n, 0, sizeof *n);
	n->nvertices = start_of(flow->nblocks);
	w.ends = calloc(flow->nblocks, sizeof *w.ends);
	if (!w.ends)
		return -1;
	for (uint32_t i = 0; i < flow->nblocks && rc == 0; i++)
		rc = read_block(&w, i);
	if (rc == 0)
		rc = read_edges(&w);
	free(w.ends);
	return rc;
}

void network_release(struct network *n)
{
	free(n->edges);
	memset(n, 0, sizeof *n);
}
