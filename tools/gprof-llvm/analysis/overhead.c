/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overhead.c - see overhead.h.
 *
 * Code of class C belongs to the next call in the straight line that it is in, and after
 * the last one to that (the result is taken).
 */
#include "analysis/overhead.h"
#include "code/callsite.h"
#include "samples/attribution.h"

#include <string.h>

void overhead_init(struct overhead *o, const struct program *p)
{
	*o = (struct overhead){ .p = p };
	classes_init(&o->classes, p);
}

void overhead_release(struct overhead *o)
{
	classes_release(&o->classes);
	memset(o, 0, sizeof *o);
}

/* Returns true if the code of a call goes on over an instruction: the monitor counts in between. */
static bool is_of_call(const struct class_insn *insn)
{
	return insn->class == CLASS_C || insn->class == CLASS_M;
}

/* The call that an instruction of class C is for; f->n: none, it returns. */
static size_t find_call(const struct class_function *f, size_t at)
{
	if (f->insns[at].role == ROLE_RETURN)
		return f->n;
	for (size_t i = at; i < f->n && is_of_call(&f->insns[i]); i++) {
		if (f->insns[i].role == ROLE_CALL)
			return i;
		if (f->insns[i].role == ROLE_RETURN)
			break;
	}
	for (size_t i = at; i-- && is_of_call(&f->insns[i]);)
		if (f->insns[i].role == ROLE_CALL)
			return i;
	return f->n;
}

/* The function that the call before 'end' names.  Nodes are not made any more. */
static uint32_t callee_of(const struct overhead *o, uint32_t object, uint64_t end)
{
	struct object *file = &o->p->objects[object];
	struct callee callee = callsite_callee(&file->elf, end);
	uint32_t node;

	if (callee.name)
		return gp_names_get(&file->resolved, callee.name);
	node = callee.address ? object_function_at(file, callee.address) : GP_NONE;
	return node == GP_NONE ? program_entered_at(o->p, object, callee.address) : node;
}

static uint32_t whose_call(struct overhead *o, const struct class_place *at)
{
	const struct class_function *f = classes_of_function(&o->classes, at->object, at->address);
	size_t i, call;

	if (!f)
		return GP_NONE;
	i = gp_first(k, f->n, f->insns[k].offset <= at->address - f->start);
	if (!i)
		return GP_NONE;
	call = find_call(f, i - 1);
	if (call == f->n)
		return f->insns[i - 1].role == ROLE_RETURN ? at->node : GP_NONE;
	return callee_of(o, at->object, call + 1 < f->n ? f->start + f->insns[call + 1].offset
							: f->end);
}

uint32_t overhead_of(struct overhead *o, const struct resolved_sample *sample)
{
	struct class_place at;
	enum code_class class = classes_of_sample(&o->classes, sample, &at);
	uint32_t node;

	if (class == CLASS_P)
		return at.node;
	if (class != CLASS_C)
		return GP_NONE;
	if (at.below) /* in a stub */
		return sample->node;
	node = whose_call(o, &at);
	o->nobody += node == GP_NONE ? sample->below : 0;
	return node;
}
