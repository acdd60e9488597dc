/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * line_marks.c - see line_marks.h: marks.
 *
 * A mark is the pseudo-probe intrinsic, which all LLVM passes know: it costs nothing in their
 * estimates, and they duplicate and merge blocks that contain it.  Metadata of its own would not
 * survive: where two blocks begin or end alike, LLVM merges two marks into one and drops it.  So
 * the first operand names a node of the module's list MARK_METADATA: the subprogram that it was
 * written in, the source flow of its marks, and the functions that it calls.  It also keeps LLVM
 * from merging marks of two functions, and differs from the probes of
 * -fpseudo-probe-for-profiling, whose operands are hashes.
 */
#include "array.h"
#include "call_return.h"
#include "debuginfo.h"
#include "ir.h"
#include "line_marks.h"
#include "lines.h"
#include "source_flow.h"

#include <gprof-llvm/format.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_WRITES 0xaaaaaaaau /* in the value of the attribute, of each kind of memory */

/* A mark to be made. */
struct pending {
	LLVMValueRef before;      /* the mark goes before it */
	LLVMMetadataRef location; /* of the first line */
	uint32_t call;            /* that it ends at: source_flow_call() */
	uint32_t callee;          /* which that calls, position in marking.callees + 1; or 0 */
	bool at_exit;             /* has called, at the end */
	bool kept;                /* which optimisation keeps */
	uint32_t first, n;        /* lines, positions in marking.lines */
};

/* The function at work. */
struct marking {
	const struct module *m;
	LLVMBuilderRef b;
	LLVMValueRef intrinsic;
	LLVMMetadataRef subprogram;
	LLVMMetadataRef nowhere; /* line 0 of that */
	struct pending *marks; /* owned; while a block is read its last is not complete */
	uint32_t nmarks, marks_room;
	uint32_t *lines;       /* of all marks; owned */
	uint32_t nlines, lines_room;
	uint32_t *sorted;      /* the same, ascending; owned */
	struct lines of; /* its instructions */
	LLVMMetadataRef *callees; /* subprograms of functions that are here; owned */
	uint32_t ncallees, callees_room;
	struct source_flow_maker source_flow;
	bool lineless;         /* it has no line in its file: marks are for its callees */
	bool failed;           /* memory is out: no marks */
};

static bool is_mark(const struct module *m, LLVMValueRef inst)
{
	LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;

	return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) == m->mark;
}

/* One of several marks, whose numbers it chooses among (-enable-gvn-sink): they are lost. */
static bool is_sunk(LLVMValueRef mark)
{
	return !LLVMIsAConstantInt(LLVMGetOperand(mark, 0)) ||
	       !LLVMIsAConstantInt(LLVMGetOperand(mark, 1));
}

/* The node of a mark of ours, or NULL. */
static LLVMValueRef mark_node(const struct module *m, LLVMValueRef inst)
{
	uint64_t at;

	if (!is_mark(m, inst) || is_sunk(inst))
		return NULL;
	at = LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 0)) - GPROF_PASS_MARK_FIRST;
	return at < m->nmarked ? m->marked[at] : NULL;
}

/* The last one, if it says nothing. */
static void drop_empty(struct marking *w)
{
	const struct pending *last = w->nmarks ? &w->marks[w->nmarks - 1] : NULL;

	if (last && !last->n && !(last->callee && (w->lineless || last->at_exit)))
		w->nmarks--;
}

static void begin_mark(struct marking *w, LLVMValueRef before)
{
	drop_empty(w);
	w->marks = array_room_or(&w->failed, w->marks, w->nmarks, &w->marks_room, sizeof *w->marks);
	if (!w->failed)
		w->marks[w->nmarks++] = (struct pending){ .before = before, .first = w->nlines };
}

static void add_line(struct marking *w, uint32_t line)
{
	struct pending *mark = &w->marks[w->nmarks - 1];

	for (uint32_t i = 0; i < mark->n; i++)
		if (w->lines[mark->first + i] == line)
			return;
	w->lines = array_room_or(&w->failed, w->lines, w->nlines, &w->lines_room, sizeof *w->lines);
	if (!line || w->failed)
		return;
	w->lines[w->nlines++] = line;
	mark->n++;
}

static void add_instruction(struct marking *w, LLVMValueRef i)
{
	uint32_t line = lines_of(&w->of, i);

	if (!line)
		return;
	if (!w->marks[w->nmarks - 1].n)
		w->marks[w->nmarks - 1].location = LLVMInstructionGetDebugLoc(i);
	add_line(w, line);
}

static LLVMValueRef first_place(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i) || LLVMIsALandingPadInst(i) ||
	       LLVMIsACatchPadInst(i) || LLVMIsACleanupPadInst(i))
		i = LLVMGetNextInstruction(i);
	return LLVMIsACatchSwitchInst(i) ? NULL : i;
}

static bool may_not_return(LLVMValueRef i)
{
	return LLVMIsACallInst(i) &&
	       !(call_return_flags(i) & (GPROF_SITE_RETURNS | GPROF_SITE_NEVER_RETURNS));
}

/* Of a function that is not here, and not said to have no effects. */
static bool is_kept(LLVMValueRef call)
{
	static const char *const without[] = { "memory", "readonly", "readnone", "allockind",
					       "allocsize" };
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
		return false;
	for (size_t i = 0; i < sizeof without / sizeof *without; i++)
		if (ir_has_attribute(callee, without[i]))
			return false;
	return true;
}

/* No instruction may come between such a call and its return. */
static bool ends_in_musttail(LLVMValueRef call)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);

	return LLVMIsTailCall(call) && next &&
	       (LLVMIsAReturnInst(next) || LLVMIsABitCastInst(next));
}

/* 'line': one more of its first stretch, or 0. */
static void begin_block(struct marking *w, LLVMValueRef first, uint32_t line)
{
	begin_mark(w, first);
	if (line && !w->failed) {
		/* That of 'first' may be none, and the mark is to say where it was inlined. */
		w->marks[w->nmarks - 1].location = LLVMDIBuilderCreateDebugLocation(
			w->m->context, line, 0, w->subprogram, NULL);
		add_line(w, line);
	}
}

/* Of a function that is here, + 1; 0: it is none. */
static uint32_t callee_of(struct marking *w, LLVMValueRef callee)
{
	LLVMMetadataRef subprogram;

	if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
		return 0;
	subprogram = LLVMGetSubprogram(callee);
	for (uint32_t i = 0; i < w->ncallees; i++)
		if (w->callees[i] == subprogram)
			return i + 1;
	w->callees = array_room_or(&w->failed, w->callees, w->ncallees, &w->callees_room,
				   sizeof *w->callees);
	if (!subprogram || w->failed)
		return 0;
	w->callees[w->ncallees++] = subprogram;
	return w->ncallees;
}

/* The last mark ends at a call. */
static void end_at(struct marking *w, LLVMValueRef call)
{
	LLVMValueRef at_exit = ir_at_exit(call);
	struct pending *mark = &w->marks[w->nmarks - 1];

	mark->call = source_flow_call_at(call, at_exit);
	mark->callee = callee_of(w, at_exit ? at_exit : LLVMGetCalledValue(call));
	mark->at_exit = at_exit != NULL;
}

static void end_block(struct marking *w, LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	struct pending *mark = w->nmarks ? &w->marks[w->nmarks - 1] : NULL;

	if (w->failed || !mark || !(mark->n || w->lineless) || !LLVMIsAInvokeInst(last))
		return;
	end_at(w, last);
}

static void read_block(struct marking *w, LLVMBasicBlockRef block, uint32_t line)
{
	LLVMValueRef next, place = first_place(block);
	uint32_t first;

	if (place)
		begin_block(w, place, line);
	first = w->nmarks - !!place;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && place && !w->failed; i = next) {
		next = LLVMGetNextInstruction(i);
		add_instruction(w, i);
		if (!may_not_return(i) || ends_in_musttail(i) || w->failed)
			continue;
		w->marks[w->nmarks - 1].kept = is_kept(i);
		end_at(w, i);
		begin_mark(w, next);
	}
	end_block(w, block);
	drop_empty(w);
	if (!w->failed)
		source_flow_block(&w->source_flow, block, first, w->nmarks);
}

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* How many marks have a line. */
static uint32_t marks_with(const struct marking *w, uint32_t line)
{
	uint32_t low = 0, high = w->nlines, n = 0;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (w->sorted[middle] < line)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + n < w->nlines && w->sorted[low + n] == line)
		n++;
	return n;
}

static bool put_words(void *marking, struct source_flow_maker *o, uint32_t at)
{
	const struct marking *w = marking;

	source_flow_word(o, w->marks[at].call);
	source_flow_word(o, w->marks[at].callee);
	for (uint32_t i = 0; i < w->marks[at].n; i++) {
		uint32_t line = w->lines[w->marks[at].first + i];

		source_flow_word(o, line);
		source_flow_word(o, marks_with(w, line));
	}
	return w->marks[at].kept;
}

static void put_mark(struct marking *w, uint32_t at, uint64_t node)
{
	const struct pending *mark = &w->marks[at];
	LLVMTypeRef i64 = w->m->i64;
	LLVMValueRef arguments[4] = { LLVMConstInt(i64, node, 0), LLVMConstInt(i64, at, 0),
				      LLVMConstInt(w->m->i32, 0, 0), LLVMConstAllOnes(i64) };

	LLVMPositionBuilderBefore(w->b, mark->before);
	LLVMSetCurrentDebugLocation2(w->b, mark->n ? mark->location : w->nowhere);
	LLVMBuildCall2(w->b, LLVMGlobalGetValueType(w->intrinsic), w->intrinsic, arguments, 4, "");
}

static void put_marks(struct marking *w)
{
	LLVMContextRef context = w->m->context;
	LLVMMetadataRef nodes[MARK_OPERANDS] = { w->subprogram };
	uint64_t node = GPROF_PASS_MARK_FIRST +
			LLVMGetNamedMetadataNumOperands(w->m->m, MARK_METADATA);

	w->sorted = malloc((w->nlines + 1) * sizeof *w->sorted);
	if (!w->sorted)
		return;
	for (uint32_t i = 0; i < w->nlines; i++)
		w->sorted[i] = w->lines[i];
	qsort(w->sorted, w->nlines, sizeof *w->sorted, ascending);
	nodes[1] = source_flow_finish(&w->source_flow, context, w->nmarks, put_words, w);
	nodes[2] = LLVMMDNodeInContext2(context, w->callees, w->ncallees);
	if (nodes[1])
		LLVMAddNamedMetadataOperand(
			w->m->m, MARK_METADATA,
			LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, nodes,
								     MARK_OPERANDS)));
	for (uint32_t i = 0; i < w->nmarks && nodes[1]; i++)
		put_mark(w, i, node);
	free(w->sorted);
}

static void mark_function(struct marking *w, LLVMValueRef f)
{
	LLVMBasicBlockRef b;

	w->subprogram = LLVMGetSubprogram(f);
	if (LLVMIsDeclaration(f) || !w->subprogram || ir_has_attribute(f, "optnone") ||
	    ir_has_attribute(f, "naked"))
		return;
	w->nmarks = w->nlines = w->ncallees = w->source_flow.nblocks = 0;
	lines_read(&w->of, f, w->subprogram);
	w->failed |= w->of.failed;
	w->lineless = !flow_scope_line(f) && !w->of.code.n && !w->of.jumps.n;
	w->nowhere = LLVMDIBuilderCreateDebugLocation(w->m->context, 0, 0, w->subprogram, NULL);
	for (b = LLVMGetFirstBasicBlock(f); b && !w->failed; b = LLVMGetNextBasicBlock(b))
		read_block(w, b, b == LLVMGetFirstBasicBlock(f) ? flow_scope_line(f) :
								  lines_head(&w->of, b));
	if (!w->failed)
		put_marks(w);
}

void line_marks_add(const struct module *m)
{
	struct marking w = { .m = m, .b = LLVMCreateBuilderInContext(m->context) };
	LLVMValueRef f;

	w.intrinsic = LLVMGetIntrinsicDeclaration(m->m, m->mark, NULL, 0);
	if (LLVMGetNamedMetadataNumOperands(m->m, "llvm.dbg.cu"))
		LLVMGetOrInsertNamedMetadata(m->m, MARK_METADATA, strlen(MARK_METADATA));
	for (f = LLVMGetFirstFunction(m->m); f; f = LLVMGetNextFunction(f))
		mark_function(&w, f);
	LLVMDisposeBuilder(w.b);
	free(w.marks);
	free(w.lines);
	free(w.callees);
	source_flow_release(&w.source_flow);
	lines_release(&w.of);
}

/* ------------------------------------------------------------------ */

static int by_subprogram(const void *x, const void *y)
{
	const struct marked_function *a = x, *b = y;

	return ((uintptr_t)a->subprogram > (uintptr_t)b->subprogram) -
	       ((uintptr_t)a->subprogram < (uintptr_t)b->subprogram);
}

struct marked_function *marked_function(const struct module *m, LLVMValueRef subprogram)
{
	struct marked_function key = { .subprogram = subprogram };

	return m->nmarked ? bsearch(&key, m->subprograms, m->nmarked, sizeof key,
				     by_subprogram) : NULL;
}

/* Calls of functions that only read may be removed or merged. */
static bool only_reads(LLVMValueRef function)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
	LLVMAttributeRef memory = kind ? LLVMGetEnumAttributeAtIndex(
				function, LLVMAttributeFunctionIndex, kind) : NULL;

	return ir_has_attribute(function, "readnone") || ir_has_attribute(function, "readonly") ||
	       (memory && !(LLVMGetEnumAttributeValue(memory) & MEMORY_WRITES));
}

static void read_functions(struct module *m)
{
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(m->m); f; f = LLVMGetNextFunction(f)) {
		LLVMMetadataRef in = LLVMGetSubprogram(f);
		struct marked_function *of = in ? marked_function(
				m, LLVMMetadataAsValue(m->context, in)) : NULL;

		if (!of)
			continue;
		of->removable = only_reads(f);
		of->apart = ir_has_attribute(f, "noinline");
	}
}

int line_marks_list(struct module *m)
{
	uint32_t n = LLVMGetNamedMetadataNumOperands(m->m, MARK_METADATA);
	LLVMValueRef operands[MARK_OPERANDS];

	m->marked = malloc((n + 1) * sizeof *m->marked);
	m->subprograms = malloc((n + 1) * sizeof *m->subprograms);
	if (!m->marked || !m->subprograms)
		return -1;
	LLVMGetNamedMetadataOperands(m->m, MARK_METADATA, m->marked);
	m->nmarked = n;
	for (uint32_t i = 0; i < n; i++) {
		LLVMGetMDNodeOperands(m->marked[i], operands);
		m->subprograms[i] = (struct marked_function){
			.subprogram = operands[0], .node = m->marked[i], .number = i,
		};
	}
	qsort(m->subprograms, n, sizeof *m->subprograms, by_subprogram);
	read_functions(m);
	return 0;
}

/* Which copy of its subprogram a mark is of: at which call that was inlined, or NULL.  One made of
   marks of two copies has no line, and is of a copy of its own. */
static LLVMMetadataRef inlined_at(const struct module *m, LLVMValueRef mark, LLVMValueRef node)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(mark), in;
	LLVMValueRef operands[MARK_OPERANDS];

	if (!location)
		return NULL;
	LLVMGetMDNodeOperands(node, operands);
	in = position_subprogram(m->context, LLVMDILocationGetScope(location));
	return in == LLVMValueAsMetadata(operands[0]) || LLVMDILocationGetLine(location) ?
		       LLVMDILocationGetInlinedAt(location) : location;
}

static bool is_artificial(const struct module *m, LLVMMetadataRef location)
{
	LLVMMetadataRef in = position_subprogram(m->context, LLVMDILocationGetScope(location));

	return in && LLVMDISubprogramGetLine(in) == 0;
}

/* One made of marks of copies that were inlined at several places: these are executed as well. */
static bool is_merged(const struct module *m, LLVMMetadataRef inlined)
{
	for (; inlined; inlined = LLVMDILocationGetInlinedAt(inlined))
		if (!LLVMDILocationGetLine(inlined) && !is_artificial(m, inlined))
			return true;
	return false;
}

static int keep(const struct module *m, struct function *f, LLVMValueRef mark,
		LLVMValueRef node, LLVMValueRef after)
{
	struct mark *marks = array_room(f->marks, f->nmarks, &f->marks_room, sizeof *marks);

	if (!marks)
		return -1;
	f->marks = marks;
	f->marks[f->nmarks] = (struct mark){
		.block = LLVMGetInstructionParent(mark), .after = after,
		.metadata = node, .inlined = inlined_at(m, mark, node),
		.number = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(mark, 1)),
	};
	f->marks[f->nmarks].perhaps = is_merged(m, f->marks[f->nmarks].inlined);
	f->nmarks++;
	return 0;
}

static int take_block(const struct module *m, LLVMBasicBlockRef block, struct function *f)
{
	LLVMValueRef next, node, after = NULL;
	int rc = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		node = mark_node(m, i);
		if (!node && !(is_mark(m, i) && is_sunk(i))) {
			after = LLVMIsACallInst(i) ? i : after;
			continue;
		}
		if (node && f && rc == 0)
			rc = keep(m, f, i, node, after);
		LLVMInstructionEraseFromParent(i);
	}
	return rc;
}

int line_marks_remove(const struct module *m, LLVMValueRef function, struct function *f)
{
	LLVMBasicBlockRef b;
	int rc = 0;

	for (b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		if (take_block(m, b, f) < 0)
			rc = -1;
	return rc;
}
