/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* vanished_inlines.c - see vanished_inlines.h. */
#include "vanished_inlines.h"
#include "array.h"
#include "call_locations.h"
#include "debuginfo.h"
#include "ir.h"
#include "line_marks.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

struct traces {
	struct inlined_copies *c;
	struct call_locations calls;   /* of the remaining code */
	struct call_locations inlined; /* the inlined ones of 'calls' */
	LLVMMetadataRef *anywhere; /* functions called where no line says from; owned */
	uint32_t nanywhere, anywhere_room;
	uint32_t known;        /* copies that were not added here */
	bool failed;           /* memory is out */
};

static void add_anywhere(struct traces *t, LLVMValueRef call)
{
	LLVMValueRef at_exit = ir_at_exit(call);
	LLVMValueRef callee = at_exit ? at_exit : LLVMGetCalledValue(call);
	LLVMMetadataRef of = LLVMIsAFunction(callee) ? LLVMGetSubprogram(callee) : NULL;

	t->anywhere = array_room_or(&t->failed, t->anywhere, t->nanywhere, &t->anywhere_room,
				    sizeof *t->anywhere);
	if (of && !t->failed)
		t->anywhere[t->nanywhere++] = of;
}

static uint32_t number_of(const struct traces *t, LLVMValueRef subprogram)
{
	const struct marked_function *f = marked_function(t->c->m, subprogram);

	return f ? f->number + 1 : PLACES_ANY;
}

static uint32_t number_called(const struct traces *t, LLVMValueRef call, LLVMValueRef at_exit)
{
	LLVMValueRef callee = at_exit ? at_exit : LLVMGetCalledValue(call);
	LLVMMetadataRef of = LLVMIsAFunction(callee) ? LLVMGetSubprogram(callee) : NULL;

	return of ? number_of(t, LLVMMetadataAsValue(t->c->m->context, of)) : PLACES_ANY;
}

static void add_call(struct traces *t, LLVMValueRef call)
{
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(call);
	uint32_t copy = at && LLVMDILocationGetLine(at) ? inlined_copies_at(t->c, at) :
							  WRITTEN_NOWHERE;
	LLVMValueRef at_exit = ir_at_exit(call);

	if (copy != WRITTEN_NOWHERE)
		call_locations_add(&t->calls,
				   (struct call_place){ copy, source_flow_call_at(call, at_exit),
							number_called(t, call, at_exit) });
	else
		add_anywhere(t, call);
}

static void find_traces(struct traces *t, const struct flow *flow)
{
	const struct line_marks *w = t->c->line_marks;

	for (uint32_t i = 0; i < flow->nblocks; i++) {
		LLVMValueRef inst = LLVMGetFirstInstruction(flow->blocks[i].block);

		for (; inst && !t->failed; inst = LLVMGetNextInstruction(inst))
			if (ir_is_call(inst))
				add_call(t, inst);
	}
	for (uint32_t i = 0; i < w->nfunctions && !t->failed; i++)
		if (w->functions[i].within != WRITTEN_NOWHERE)
			call_locations_add(&t->inlined, (struct call_place){
				w->functions[i].within, source_flow_call(w->functions[i].inlined),
				number_of(t, w->functions[i].subprogram) });
	call_locations_sort(&t->calls);
	call_locations_sort(&t->inlined);
	t->failed |= t->calls.failed || t->inlined.failed;
}

static bool is_traced(const struct traces *t, struct call_place place, LLVMValueRef subprogram)
{
	for (uint32_t i = 0; i < t->nanywhere; i++)
		if (t->anywhere[i] == LLVMValueAsMetadata(subprogram))
			return true;
	return call_locations_has(&t->calls, place) || call_locations_has(&t->inlined, place);
}

/* The place of the call is made up again: source_flow_call() has its line and column. */
static void add_copy(struct traces *t, uint32_t copy, uint32_t call, LLVMValueRef callee)
{
	const struct inlined_copy *f = &t->c->line_marks->functions[copy];
	LLVMMetadataRef at = LLVMDIBuilderCreateDebugLocation(
		t->c->m->context, call >> 8, call & 255, LLVMValueAsMetadata(f->subprogram),
		f->inlined);

	inlined_copies_add(t->c, callee, at);
}

/* ------------------------------------------------------------------ what can vanish */

enum { UNKNOWN, VANISHES, STAYS };

/* Of a function that vanishes; what has more branches leaves something, and in a module that is a
   whole program, without a bound nearly all functions could vanish within some copy. */
#define MOST_MARKS 8u

static bool can_vanish(const struct module *m, struct marked_function *f);

/* Its code, with the call that it ends at. */
static bool mark_can_vanish(const struct module *m, const struct source_flow *o,
			    const LLVMValueRef *callees, uint32_t mark)
{
	uint32_t callee = source_flow_callee(o, mark);
	struct marked_function *f = callee ? marked_function(m, callees[callee - 1]) : NULL;

	return !source_flow_is_kept(o, mark) && (!f || can_vanish(m, f));
}

/* Returns true if a way through the function has nothing that must stay.  'ways' is for the
   marks. */
static bool has_way(const struct module *m, const struct source_flow *o,
		    const LLVMValueRef *callees, uint32_t *ways, bool *seen)
{
	uint32_t n = 0;

	ways[n++] = o->n;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < source_flow_nnext(o, ways[i]); k++) {
			uint32_t to = source_flow_next(o, ways[i], k);

			if (to == o->n)
				return true;
			if (!seen[to] && mark_can_vanish(m, o, callees, to))
				ways[n++] = to;
			seen[to] = true;
		}
	return false;
}

/* When memory is out: it can. */
static bool can_vanish(const struct module *m, struct marked_function *f)
{
	LLVMValueRef operands[MARK_OPERANDS], *callees;
	struct source_flow o;
	uint32_t *ways;
	bool *seen;

	if (f->vanishes)
		return f->vanishes == VANISHES;
	f->vanishes = VANISHES; /* ends the recursion of functions that call themselves */
	LLVMGetMDNodeOperands(f->node, operands);
	o = source_flow_of(operands[1]);
	if (o.n > MOST_MARKS) {
		f->vanishes = STAYS;
		return false;
	}
	callees = malloc((LLVMGetMDNodeNumOperands(operands[2]) + 1) * sizeof *callees);
	ways = malloc((o.n + 1) * sizeof *ways);
	seen = calloc(o.n + 1, sizeof *seen);
	if (callees && ways && seen) {
		LLVMGetMDNodeOperands(operands[2], callees);
		f->vanishes = has_way(m, &o, callees, ways, seen) ? VANISHES : STAYS;
	}
	free(callees);
	free(ways);
	free(seen);
	return f->vanishes == VANISHES;
}

/* ------------------------------------------------------------------ */

static bool may_be_gone(const struct traces *t, LLVMValueRef subprogram)
{
	struct marked_function *f = marked_function(t->c->m, subprogram);

	return !f || (!f->apart && can_vanish(t->c->m, f));
}

/* One copy of a function without marks says that its lines may be missing. */
static bool is_added(const struct traces *t, LLVMValueRef subprogram)
{
	const struct line_marks *w = t->c->line_marks;

	for (uint32_t i = t->known; i < w->nfunctions; i++)
		if (w->functions[i].subprogram == subprogram)
			return true;
	return false;
}

/* A copy without marks has the marks of its function's source flow, and each may be gone. */
static bool find_source_flow(const struct traces *t, struct inlined_copy *f)
{
	LLVMValueRef operands[MARK_OPERANDS];
	const struct marked_function *of;

	if (f->put)
		return true;
	of = marked_function(t->c->m, f->subprogram);
	if (!of)
		return false;
	LLVMGetMDNodeOperands(of->node, operands);
	f->source_flow = source_flow_of(operands[1]);
	f->callees = operands[2];
	return true;
}

static bool may_have_run(const struct inlined_copy *f, uint32_t mark)
{
	return !f->put || f->here[mark] || f->lost[mark];
}

static bool is_removable(const struct traces *t, LLVMValueRef subprogram)
{
	struct marked_function *f = marked_function(t->c->m, subprogram);

	return f && f->removable;
}

/* Of code that is gone a call may stay, once for many times: it was moved out of a loop, and the
   loop removed. */
static bool may_be_fewer(const struct traces *t, const struct inlined_copy *f, uint32_t mark,
			 struct call_place place, LLVMValueRef subprogram)
{
	return (!f->put || f->lost[mark]) && is_removable(t, subprogram) &&
	       !call_locations_has(&t->inlined, place);
}

static bool has_no_trace(const struct traces *t, struct call_place place, LLVMValueRef subprogram)
{
	return may_be_gone(t, subprogram) && !is_traced(t, place, subprogram);
}

/* Returns true if executions of a function, called at the end of a mark, may be missing. */
static bool is_missing(const struct traces *t, const struct inlined_copy *f, uint32_t mark,
		       uint32_t copy, LLVMValueRef subprogram)
{
	struct call_place place = { copy, source_flow_call_of(&f->source_flow, mark),
				    number_of(t, subprogram) };

	return place.call && may_have_run(f, mark) && !is_added(t, subprogram) &&
	       (has_no_trace(t, place, subprogram) ||
		may_be_fewer(t, f, mark, place, subprogram));
}

/* Adding copies moves them. */
static void look_at(struct traces *t, uint32_t copy)
{
	struct inlined_copy f = t->c->line_marks->functions[copy];
	unsigned n = find_source_flow(t, &f) ? LLVMGetMDNodeNumOperands(f.callees) : 0;
	LLVMValueRef *callees = n ? malloc(n * sizeof *callees) : NULL;

	t->failed |= n && !callees;
	if (!callees)
		return;
	LLVMGetMDNodeOperands(f.callees, callees);
	for (uint32_t i = 0; i < f.source_flow.n && !t->failed; i++) {
		uint32_t callee = source_flow_callee(&f.source_flow, i);

		if (f.put)
			f.removable[i] = callee && is_removable(t, callees[callee - 1]);
		if (callee && is_missing(t, &f, i, copy, callees[callee - 1]))
			add_copy(t, copy, source_flow_call_of(&f.source_flow, i),
				 callees[callee - 1]);
		t->failed |= t->c->failed;
	}
	free(callees);
}

/* ------------------------------------------------------------------ calls that were removed */

static bool is_followed(const struct traces *t, const struct mark *mark, uint32_t call)
{
	LLVMValueRef i = mark->after ? LLVMGetNextInstruction(mark->after) :
				       LLVMGetFirstInstruction(mark->block);

	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMMetadataRef at = ir_is_call(i) ? LLVMInstructionGetDebugLoc(i) : NULL;

		if (at && source_flow_call_at(i, ir_at_exit(i)) == call &&
		    inlined_copies_at(t->c, at) == mark->copy)
			return true;
	}
	return false;
}

static LLVMValueRef callee_at(struct traces *t, const struct inlined_copy *f, uint32_t mark)
{
	unsigned n = LLVMGetMDNodeNumOperands(f->callees);
	LLVMValueRef *callees = malloc(n * sizeof *callees), callee;

	t->failed |= !callees;
	if (!callees)
		return NULL;
	LLVMGetMDNodeOperands(f->callees, callees);
	callee = callees[source_flow_callee(&f->source_flow, mark) - 1];
	free(callees);
	return callee;
}

/* Of one copy of a mark the call may be gone: its value was known from another one, or is not
   needed.  A call that was inlined is not. */
static void look_behind(struct traces *t, const struct mark *mark)
{
	const struct inlined_copy *f = &t->c->line_marks->functions[mark->copy];
	uint32_t call = source_flow_call_of(&f->source_flow, mark->number);
	struct call_place place;
	LLVMValueRef callee;

	if (!f->removable[mark->number] || !call || is_followed(t, mark, call))
		return;
	callee = callee_at(t, f, mark->number);
	place = (struct call_place){ mark->copy, call, callee ? number_of(t, callee) : PLACES_ANY };
	if (callee && !is_added(t, callee) && !call_locations_has(&t->inlined, place))
		add_copy(t, mark->copy, call, callee);
}

int vanished_inlines_add(struct inlined_copies *c, struct function *f, const struct flow *flow)
{
	struct traces t = { .c = c };

	find_traces(&t, flow);
	t.known = f->line_marks.nfunctions;
	for (uint32_t i = 0; i < f->line_marks.nfunctions && !t.failed; i++)
		look_at(&t, i);
	for (uint32_t i = 0; i < f->nmarks && !t.failed && !c->failed; i++)
		look_behind(&t, &f->marks[i]);
	call_locations_release(&t.inlined);
	call_locations_release(&t.calls);
	free(t.anywhere);
	return t.failed || c->failed ? -1 : 0;
}
