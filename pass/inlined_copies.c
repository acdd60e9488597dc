/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inlined_copies.c - see inlined_copies.h. */
#include "inlined_copies.h"
#include "debuginfo.h"
#include "line_marks.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static uint32_t slot_of(const struct inlined_copies *c, LLVMValueRef subprogram,
			LLVMMetadataRef inlined)
{
	uint64_t key = (uintptr_t)subprogram * 0x9e3779b97f4a7c15u ^ (uintptr_t)inlined;

	return (key * 0x9e3779b97f4a7c15u >> 32) & (c->nslots - 1);
}

/* Where a copy is, or the free slot for it. */
static uint32_t *find(const struct inlined_copies *c, LLVMValueRef subprogram,
		      LLVMMetadataRef inlined)
{
	uint32_t at = slot_of(c, subprogram, inlined);

	for (; c->slots[at]; at = (at + 1) & (c->nslots - 1)) {
		const struct inlined_copy *f = &c->line_marks->functions[c->slots[at] - 1];

		if (f->subprogram == subprogram && f->inlined == inlined)
			break;
	}
	return &c->slots[at];
}

static bool enlarge(struct inlined_copies *c)
{
	struct line_marks *w = c->line_marks;
	uint32_t n = c->nslots ? 2 * c->nslots : 64, *slots = calloc(n, sizeof *slots);
	struct inlined_copy *functions = realloc(w->functions, n / 2 * sizeof *functions);

	w->functions = functions ? functions : w->functions;
	c->failed |= !slots || !functions;
	if (c->failed) {
		free(slots);
		return false;
	}
	free(c->slots);
	c->slots = slots;
	c->nslots = n;
	for (uint32_t i = 0; i < w->nfunctions; i++)
		*find(c, w->functions[i].subprogram, w->functions[i].inlined) = i + 1;
	return true;
}

static uint32_t add(struct inlined_copies *c, uint32_t *slot, LLVMValueRef subprogram,
		    LLVMMetadataRef inlined)
{
	struct line_marks *w = c->line_marks;
	struct inlined_copy *f = &w->functions[w->nfunctions++];

	*slot = w->nfunctions;
	*f = (struct inlined_copy){ .subprogram = subprogram, .inlined = inlined,
					.within = WRITTEN_NOWHERE };
	if (subprogram)
		position_of_subprogram(c->m->context, LLVMValueAsMetadata(subprogram), &f->at);
	return w->nfunctions - 1;
}

/* The copy with the call that a copy was inlined at. */
static void find_outer(struct inlined_copies *c, uint32_t copy)
{
	uint32_t outer = inlined_copies_at(c, c->line_marks->functions[copy].inlined);

	c->line_marks->functions[copy].within = outer;
}

uint32_t inlined_copies_add(struct inlined_copies *c, LLVMValueRef subprogram,
			    LLVMMetadataRef inlined)
{
	uint32_t *slot, copy;

	if (2 * c->line_marks->nfunctions >= c->nslots && !enlarge(c))
		return 0;
	slot = find(c, subprogram, inlined);
	if (*slot)
		return *slot - 1;
	copy = add(c, slot, subprogram, inlined);
	find_outer(c, copy);
	return copy;
}

uint32_t inlined_copies_at(struct inlined_copies *c, LLVMMetadataRef location)
{
	LLVMMetadataRef in = NULL;

	if (location)
		in = position_subprogram(c->m->context, LLVMDILocationGetScope(location));
	return in ? inlined_copies_add(c, LLVMMetadataAsValue(c->m->context, in),
				LLVMDILocationGetInlinedAt(location)) : WRITTEN_NOWHERE;
}

static void take_source_flow(struct inlined_copy *f, const struct mark *mark)
{
	LLVMValueRef operands[MARK_OPERANDS];

	LLVMGetMDNodeOperands(mark->metadata, operands);
	f->source_flow = source_flow_of(operands[1]);
	f->callees = operands[2];
	f->put = calloc(4 * (size_t)f->source_flow.n + 4, sizeof *f->put);
	f->lost = f->put + f->source_flow.n + 1;
	f->here = f->lost + f->source_flow.n + 1;
	f->removable = f->here + f->source_flow.n + 1;
}

void inlined_copies_of_marks(struct inlined_copies *c, struct function *f)
{
	LLVMMetadataRef own = LLVMGetSubprogram(f->f);
	LLVMValueRef operands[MARK_OPERANDS];

	inlined_copies_add(c, own ? LLVMMetadataAsValue(c->m->context, own) : NULL, NULL);
	for (uint32_t i = 0; i < f->nmarks && !c->failed; i++) {
		struct mark *mark = &f->marks[i];

		LLVMGetMDNodeOperands(mark->metadata, operands);
		mark->copy = inlined_copies_add(c, operands[0], mark->inlined);
		if (!c->failed && !f->line_marks.functions[mark->copy].put) {
			take_source_flow(&f->line_marks.functions[mark->copy], mark);
			c->failed |= !f->line_marks.functions[mark->copy].put;
		}
		if (!c->failed)
			f->line_marks.functions[mark->copy].here[mark->number] = true;
	}
}

void inlined_copies_release(struct inlined_copies *c)
{
	free(c->slots);
}
