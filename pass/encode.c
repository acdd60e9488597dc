/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * encode.c - written_encode(): the bytes of struct gprof_lines; docs/format.md has their format.
 */
#include "debuginfo.h"
#include "written.h"

#include <gprof-llvm/format.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

struct encoding {
	struct written *to;
	const struct network *n;
	uint32_t edge;     /* of the network, the next one */
	uint32_t word;     /* the last that was put */
	uint32_t function, stretch, number, line; /* the last of a mark */
	bool failed;       /* memory is out */
};

static void put_byte(struct encoding *e, uint8_t byte)
{
	struct written *w = e->to;

	if (w->n == w->room) {
		uint32_t room = w->room ? 2 * w->room : 256;
		uint8_t *bytes = realloc(w->bytes, room);

		e->failed |= !bytes;
		if (!bytes)
			return;
		w->bytes = bytes;
		w->room = room;
	}
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

/* What counts an edge; above 0. */
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

static int add_function(const struct module *m, struct written *w, LLVMValueRef subprogram,
			LLVMMetadataRef inlined)
{
	struct written_function *functions =
		realloc(w->functions, (w->nfunctions + 1) * sizeof *functions);

	if (!functions)
		return -1;
	w->functions = functions;
	position_of_subprogram(m->context, LLVMValueAsMetadata(subprogram),
			       &functions[w->nfunctions].at);
	functions[w->nfunctions].put = NULL;
	functions[w->nfunctions].room = 0;
	functions[w->nfunctions].inlined = inlined;
	functions[w->nfunctions++].subprogram = subprogram;
	return 0;
}

static bool is_copy(const struct written_function *f, LLVMValueRef subprogram,
		    LLVMMetadataRef inlined)
{
	return f->subprogram == subprogram && f->inlined == inlined;
}

static uint32_t find_function(const struct module *m, struct encoding *e, LLVMValueRef subprogram,
			      LLVMMetadataRef inlined)
{
	struct written *w = e->to;

	if (is_copy(&w->functions[e->function], subprogram, inlined))
		return e->function;
	for (uint32_t i = 0; i < w->nfunctions; i++)
		if (is_copy(&w->functions[i], subprogram, inlined))
			return i;
	e->failed |= add_function(m, w, subprogram, inlined) < 0;
	return w->nfunctions - 1;
}

static void put_lines(struct encoding *e, LLVMValueRef *operands, unsigned n)
{
	for (unsigned i = 0; i < n; i += 2) {
		uint32_t line = (uint32_t)LLVMConstIntGetZExtValue(operands[i]);
		uint32_t marks = (uint32_t)LLVMConstIntGetZExtValue(operands[i + 1]);

		put(e, zigzag(line, e->line) << 1 | (marks > 1));
		if (marks > 1)
			put(e, marks);
		e->line = line;
	}
}

/* Whether a mark is the first of its number.  Its copies have the same lines. */
static bool is_first(struct encoding *e, struct written_function *f, uint32_t number)
{
	uint32_t room = 2 * number + 16;
	bool *put = f->put;

	if (number >= f->room) {
		put = realloc(put, room);
		e->failed |= !put;
		if (!put)
			return false;
		memset(put + f->room, 0, room - f->room);
		f->put = put;
		f->room = room;
	}
	if (put[number])
		return false;
	return put[number] = true;
}

/* Most marks are the next one of their function, in the next stretch or the same. */
static void put_head(struct encoding *e, const struct mark *mark, uint32_t function, uint32_t lines)
{
	uint32_t on = mark->stretch - e->stretch < 2 ? mark->stretch - e->stretch : 2;
	bool next = function == e->function && mark->number == e->number + 1;

	put(e, lines << 3 | on << 1 | next);
	if (on == 2)
		put(e, zigzag(mark->stretch, e->stretch));
	if (!next) {
		put(e, function);
		put(e, zigzag(mark->number, e->number));
	}
	e->function = function;
	e->stretch = mark->stretch;
	e->number = mark->number;
}

static void put_mark(const struct module *m, struct encoding *e, const struct mark *mark)
{
	unsigned n = LLVMGetMDNodeNumOperands(mark->lines);
	LLVMValueRef *operands = malloc((n + 1) * sizeof *operands);
	uint32_t function;

	e->failed |= !operands;
	if (!operands)
		return;
	LLVMGetMDNodeOperands(mark->lines, operands);
	function = find_function(m, e, operands[0], mark->inlined);
	if (!e->failed && !is_first(e, &e->to->functions[function], mark->number))
		n = 1;
	put_head(e, mark, function, n / 2);
	put_lines(e, operands + 1, n - 1);
	free(operands);
}

/* Copies whose marks have all gone, as far as instructions tell of them: nobody is to take the
   function for one whose copies are all known. */
static void add_markless(const struct module *m, struct encoding *e, LLVMBasicBlockRef block)
{
	LLVMMetadataRef at, last = NULL, in;

	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		at = LLVMInstructionGetDebugLoc(i);
		if (at == last)
			continue;
		for (last = at; at && !e->failed; at = LLVMDILocationGetInlinedAt(at)) {
			in = position_subprogram(m->context, LLVMDILocationGetScope(at));
			if (in && LLVMDILocationGetInlinedAt(at))
				find_function(m, e, LLVMMetadataAsValue(m->context, in),
					      LLVMDILocationGetInlinedAt(at));
		}
	}
}

int written_encode(const struct module *m, struct function *f, const struct network *n,
		   const struct flow *flow)
{
	struct encoding e = { .to = &f->written, .n = n, .number = UINT32_MAX };
	LLVMMetadataRef own = LLVMGetSubprogram(f->f);

	if (!f->nmarks || !own)
		return 0;
	if (add_function(m, &f->written, LLVMMetadataAsValue(m->context, own),
			 NULL) < 0)
		return -1;
	put(&e, flow->nblocks);
	for (uint32_t i = 0; i < flow->nblocks; i++)
		put_stretches(&e);
	put_edges(&e, flow);
	put(&e, f->nmarks);
	for (uint32_t i = 0; i < f->nmarks && !e.failed; i++)
		put_mark(m, &e, &f->marks[i]);
	for (uint32_t i = 0; i < flow->nblocks && !e.failed; i++)
		add_markless(m, &e, flow->blocks[i].block);
	return e.failed ? -1 : 0;
}

void written_release(struct function *f)
{
	for (uint32_t i = 0; i < f->written.nfunctions; i++) {
		position_release(&f->written.functions[i].at);
		free(f->written.functions[i].put);
	}
	free(f->written.functions);
	free(f->written.bytes);
	free(f->marks);
	f->written = (struct written){ 0 };
	f->marks = NULL;
}
