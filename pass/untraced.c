/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* untraced.c - see untraced.h. */
#include "untraced.h"
#include "array.h"
#include "debuginfo.h"
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

struct traces {
	struct copies *c;
	uint64_t *calls;       /* copy and outline_call() of what is left, ascending; owned */
	uint32_t n, room;
	LLVMMetadataRef *anywhere; /* functions called where no line says from; owned */
	uint32_t nanywhere, anywhere_room;
	bool failed;           /* memory is out */
};

static void add_trace(struct traces *t, uint32_t copy, uint32_t call)
{
	t->calls = array_room_or(&t->failed, t->calls, t->n, &t->room, sizeof *t->calls);
	if (!t->failed)
		t->calls[t->n++] = (uint64_t)copy << 32 | call;
}

static void add_anywhere(struct traces *t, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMMetadataRef of = LLVMIsAFunction(callee) ? LLVMGetSubprogram(callee) : NULL;

	t->anywhere = array_room_or(&t->failed, t->anywhere, t->nanywhere, &t->anywhere_room,
				    sizeof *t->anywhere);
	if (of && !t->failed)
		t->anywhere[t->nanywhere++] = of;
}

static void add_call(struct traces *t, LLVMValueRef call)
{
	LLVMContextRef context = t->c->m->context;
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(call), in;

	in = at && LLVMDILocationGetLine(at) ?
		     position_subprogram(context, LLVMDILocationGetScope(at)) : NULL;
	if (in)
		add_trace(t, copies_find(t->c, LLVMMetadataAsValue(context, in),
					 LLVMDILocationGetInlinedAt(at)), outline_call(at));
	else
		add_anywhere(t, call);
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void find_traces(struct traces *t, const struct flow *flow)
{
	const struct written *w = t->c->written;

	for (uint32_t i = 0; i < flow->nblocks; i++) {
		LLVMValueRef inst = LLVMGetFirstInstruction(flow->blocks[i].block);

		for (; inst && !t->failed; inst = LLVMGetNextInstruction(inst))
			if (ir_is_call(inst))
				add_call(t, inst);
	}
	for (uint32_t i = 0; i < w->nfunctions && !t->failed; i++)
		if (w->functions[i].within != WRITTEN_NOWHERE)
			add_trace(t, w->functions[i].within, outline_call(w->functions[i].inlined));
	if (t->n)
		qsort(t->calls, t->n, sizeof *t->calls, ascending);
}

static bool is_traced(const struct traces *t, uint32_t copy, uint32_t call, LLVMMetadataRef callee)
{
	uint64_t key = (uint64_t)copy << 32 | call;

	for (uint32_t i = 0; i < t->nanywhere; i++)
		if (t->anywhere[i] == callee)
			return true;
	return t->n && bsearch(&key, t->calls, t->n, sizeof key, ascending);
}

/* The place of the call is made up again: outline_call() has its line and column. */
static void add_copy(struct traces *t, uint32_t copy, uint32_t call, LLVMValueRef callee)
{
	const struct written_function *f = &t->c->written->functions[copy];
	LLVMMetadataRef at = LLVMDIBuilderCreateDebugLocation(
		t->c->m->context, call >> 8, call & 255, LLVMValueAsMetadata(f->subprogram),
		f->inlined);

	copies_find(t->c, callee, at);
}

/* Adding copies moves them. */
static void look_at(struct traces *t, uint32_t copy)
{
	const struct written_function f = t->c->written->functions[copy];
	unsigned n = f.put ? LLVMGetMDNodeNumOperands(f.callees) : 0;
	LLVMValueRef *callees = n ? malloc(n * sizeof *callees) : NULL;

	t->failed |= n && !callees;
	if (!callees)
		return;
	LLVMGetMDNodeOperands(f.callees, callees);
	for (uint32_t i = 0; i < f.outline.n && !t->failed; i++) {
		uint32_t callee = outline_callee(&f.outline, i), call;

		call = outline_call_of(&f.outline, i);
		if ((f.here[i] || f.lost[i]) && callee && call &&
		    !is_traced(t, copy, call, LLVMValueAsMetadata(callees[callee - 1])))
			add_copy(t, copy, call, callees[callee - 1]);
		t->failed |= t->c->failed;
	}
	free(callees);
}

int untraced_find(struct copies *c, struct function *f, const struct flow *flow)
{
	struct traces t = { .c = c };
	uint32_t n;

	find_traces(&t, flow);
	n = f->written.nfunctions;
	for (uint32_t i = 0; i < n && !t.failed; i++)
		look_at(&t, i);
	free(t.calls);
	free(t.anywhere);
	return t.failed || c->failed ? -1 : 0;
}
