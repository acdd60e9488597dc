/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * encode.c - line_marks_encode(): the bytes of struct gprof_lines; docs/format.md has their format.
 */
#include "array.h"
#include "debuginfo.h"
#include "inlined_copies.h"
#include "line_marks.h"
#include "lost_marks.h"
#include "vanished_inlines.h"

#include <gprof-llvm/format.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

struct encoding {
	struct line_marks *to;
	const struct network *n;
	uint32_t edge;     /* of the network, the next one */
	uint32_t word;     /* the last that was put */
	uint32_t function, stretch, number, line; /* the last of a mark */
	bool failed;       /* memory is out */
};

static void put_byte(struct encoding *e, uint8_t byte)
{
	struct line_marks *w = e->to;
	uint8_t *bytes = array_room(w->bytes, w->n, &w->room, 1);

	e->failed |= !bytes;
	if (!bytes)
		return;
	w->bytes = bytes;
	w->bytes[w->n++] = byte;
}

/* LEB128. */
static void put(struct encoding *e, uint32_t value)
{
	for (; value >= 128; value >>= 7)
		put_byte(e, (uint8_t)(value | 128));
	put_byte(e, (uint8_t)value);
}

static uint32_t zigzag(uint32_t value, uint32_t last)
{
	int32_t delta = (int32_t)(value - last);

	return (uint32_t)delta << 1 ^ (uint32_t)(delta >> 31);
}

/* The counter of an edge; above 0. */
static uint32_t code_of(struct encoding *e, const struct network_edge *edge)
{
	uint32_t code = 1 + (zigzag(edge->word, e->word) << 1 | edge->cell);

	e->word = edge->word;
	return code;
}

static uint32_t count_code(struct encoding *e, const struct network_edge *edge)
{
	return edge->word == GPROF_NO_COUNTER ? 0 : code_of(e, edge);
}

/* The edges of a block's stretches follow each other: body, lost, return, body ... */
static void put_stretches(struct encoding *e)
{
	const struct network_edge *edges = e->n->edges, *body;
	bool more;

	do {
		bool lost;

		body = &edges[e->edge++];
		lost = e->edge < e->n->nedges && edges[e->edge].kind == EDGE_LOST;
		e->edge += lost;
		more = lost && edges[e->edge].kind == EDGE_RETURN;
		put(e, count_code(e, body) << 2 | (uint32_t)lost << 1 | more);
		if (more)
			put(e, count_code(e, &edges[e->edge++]));
	} while (more);
}

static void put_edges(struct encoding *e, const struct flow *flow)
{
	uint32_t leaving = e->edge + flow->nedges;

	for (uint32_t i = 0; i < flow->nblocks; i++) {
		const struct flow_block *b = &flow->blocks[i];

		put(e, b->nout);
		if (!b->nout)
			put(e, count_code(e, &e->n->edges[leaving++]));
		for (uint32_t k = 0; k < b->nout; k++) {
			const struct network_edge *edge = &e->n->edges[e->edge++];
			uint32_t code = count_code(e, edge);

			put(e, zigzag(flow->edges[b->edges + k].to, i) << 1 | !!code);
			if (code)
				put(e, code);
		}
	}
}

/* ------------------------------------------------------------------ */

/* Where copies of the mark are gone, a mark is missing for good. */
static void put_lines(struct encoding *e, const struct inlined_copy *f, uint32_t number)
{
	for (uint32_t i = 0; i < source_flow_nlines(&f->source_flow, number); i++) {
		uint32_t marks, line = source_flow_line(&f->source_flow, number, i, &marks);

		marks += f->lost[number];
		put(e, zigzag(line, e->line) << 1 | (marks > 1));
		if (marks > 1)
			put(e, marks);
		e->line = line;
	}
}

/* Most marks are the next one of their function, in the next stretch or the same. */
static void put_head(struct encoding *e, const struct mark *mark, uint32_t function, uint32_t lines)
{
	uint32_t on = mark->stretch - e->stretch < 2 ? mark->stretch - e->stretch : 2;
	uint32_t how = mark->perhaps ? 3 : on;
	bool next = function == e->function && mark->number == e->number + 1;

	put(e, lines << 3 | how << 1 | next);
	if (how > 1)
		put(e, zigzag(mark->stretch, e->stretch));
	if (!next) {
		put(e, function);
		put(e, zigzag(mark->number, e->number));
	}
	e->function = function;
	e->stretch = mark->stretch;
	e->number = mark->number;
}

/* Copies of a mark have the same lines. */
static void put_mark(struct encoding *e, const struct mark *mark)
{
	struct inlined_copy *f = &e->to->functions[mark->copy];
	bool first = !f->put[mark->number];

	f->put[mark->number] = true;
	put_head(e, mark, mark->copy,
		 first ? source_flow_nlines(&f->source_flow, mark->number) : 0);
	if (first)
		put_lines(e, f, mark->number);
}

/* Copies that have lost all marks and still have instructions: without them the tool would take
   the function for one whose copies are all known. */
static void add_markless(struct inlined_copies *c, LLVMBasicBlockRef block)
{
	LLVMMetadataRef at, last = NULL;

	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		at = LLVMInstructionGetDebugLoc(i);
		if (at == last)
			continue;
		for (last = at; at && !c->failed; at = LLVMDILocationGetInlinedAt(at))
			if (LLVMDILocationGetInlinedAt(at))
				inlined_copies_at(c, at);
	}
}

static void find_lost(const struct module *m, struct inlined_copy *copy)
{
	const struct marked_function *of;

	if (!copy->lost)
		return;
	of = marked_function(m, copy->subprogram);
	for (uint32_t i = 0; i < copy->source_flow.n; i++)
		copy->lost[i] = lost_marks_has(m->lost_marks, of->number, i);
}

static bool find_copies(struct inlined_copies *c, struct function *f, const struct flow *flow)
{
	inlined_copies_of_marks(c, f);
	for (uint32_t i = 0; i < flow->nblocks && !c->failed; i++)
		add_markless(c, flow->blocks[i].block);
	for (uint32_t i = 0; i < f->line_marks.nfunctions && !c->failed; i++)
		find_lost(c->m, &f->line_marks.functions[i]);
	return !c->failed && vanished_inlines_add(c, f, flow) == 0;
}

/* Without a mark that is left it may still have copies, and the tool must know of these. */
static bool was_marked(const struct module *m, const struct function *f)
{
	LLVMMetadataRef own = LLVMGetSubprogram(f->f);

	return f->nmarks || (own && marked_function(m, LLVMMetadataAsValue(m->context, own)));
}

int line_marks_encode(const struct module *m, struct function *f, const struct network *n,
		   const struct flow *flow)
{
	struct encoding e = { .to = &f->line_marks, .n = n, .number = UINT32_MAX };
	struct inlined_copies c = { .m = m, .line_marks = &f->line_marks };

	if (!was_marked(m, f))
		return 0;
	e.failed = !find_copies(&c, f, flow);
	inlined_copies_release(&c);
	put(&e, flow->nblocks);
	for (uint32_t i = 0; i < flow->nblocks; i++)
		put_stretches(&e);
	put_edges(&e, flow);
	put(&e, f->nmarks);
	for (uint32_t i = 0; i < f->nmarks && !e.failed; i++)
		put_mark(&e, &f->marks[i]);
	return e.failed ? -1 : 0;
}

void line_marks_release(struct function *f)
{
	for (uint32_t i = 0; i < f->line_marks.nfunctions; i++) {
		position_release(&f->line_marks.functions[i].at);
		free(f->line_marks.functions[i].put);
	}
	free(f->line_marks.functions);
	free(f->line_marks.bytes);
	free(f->marks);
	f->line_marks = (struct line_marks){ 0 };
	f->marks = NULL;
}
