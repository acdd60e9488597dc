/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* copies.c - see copies.h. */
#include "copies.h"
#include "debuginfo.h"
#include "written.h"

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
		const struct written_function *f = &c->written->functions[c->slots[at] - 1];

		if (f->subprogram == subprogram && f->inlined == inlined)
			break;
	}
	return &c->slots[at];
}

static bool enlarge(struct inlined_copies *c)
{
	struct written *w = c->written;
	uint32_t n = c->nslots ? 2 * c->nslots : 64, *slots = calloc(n, sizeof *slots);
	struct written_function *functions = realloc(w->functions, n / 2 * sizeof *functions);

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
	struct written *w = c->written;
	struct written_function *f = &w->functions[w->nfunctions++];

	*slot = w->nfunctions;
	*f = (struct written_function){ .subprogram = subprogram, .inlined = inlined,
					.within = WRITTEN_NOWHERE };
	if (subprogram)
		position_of_subprogram(c->m->context, LLVMValueAsMetadata(subprogram), &f->at);
	return w->nfunctions - 1;
}

/* The copy with the call that a copy was inlined at. */
static void find_outer(struct inlined_copies *c, uint32_t copy)
{
	uint32_t outer = copies_at(c, c->written->functions[copy].inlined);

	c->written->functions[copy].within = outer;
}

uint32_t copies_find(struct inlined_copies *c, LLVMValueRef subprogram, LLVMMetadataRef inlined)
{
	uint32_t *slot, copy;

	if (2 * c->written->nfunctions >= c->nslots && !enlarge(c))
		return 0;
	slot = find(c, subprogram, inlined);
	if (*slot)
		return *slot - 1;
	copy = add(c, slot, subprogram, inlined);
	find_outer(c, copy);
	return copy;
}

uint32_t copies_at(struct inlined_copies *c, LLVMMetadataRef location)
{
	LLVMMetadataRef in = NULL;

	if (location)
		in = position_subprogram(c->m->context, LLVMDILocationGetScope(location));
	return in ? copies_find(c, LLVMMetadataAsValue(c->m->context, in),
				LLVMDILocationGetInlinedAt(location)) : WRITTEN_NOWHERE;
}

static void take_outline(struct written_function *f, const struct mark *mark)
{
	LLVMValueRef operands[MARK_OPERANDS];

	LLVMGetMDNodeOperands(mark->metadata, operands);
	f->outline = outline_of(operands[1]);
	f->callees = operands[2];
	f->put = calloc(4 * (size_t)f->outline.n + 4, sizeof *f->put);
	f->lost = f->put + f->outline.n + 1;
	f->here = f->lost + f->outline.n + 1;
	f->removable = f->here + f->outline.n + 1;
}

void copies_of_marks(struct inlined_copies *c, struct function *f)
{
	LLVMMetadataRef own = LLVMGetSubprogram(f->f);
	LLVMValueRef operands[MARK_OPERANDS];

	copies_find(c, own ? LLVMMetadataAsValue(c->m->context, own) : NULL, NULL);
	for (uint32_t i = 0; i < f->nmarks && !c->failed; i++) {
		struct mark *mark = &f->marks[i];

		LLVMGetMDNodeOperands(mark->metadata, operands);
		mark->copy = copies_find(c, operands[0], mark->inlined);
		if (!c->failed && !f->written.functions[mark->copy].put) {
			take_outline(&f->written.functions[mark->copy], mark);
			c->failed |= !f->written.functions[mark->copy].put;
		}
		if (!c->failed)
			f->written.functions[mark->copy].here[mark->number] = true;
	}
}

void inlined_copies_release(struct inlined_copies *c)
{
	free(c->slots);
}
