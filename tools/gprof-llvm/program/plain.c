/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain.c - see plain.h.
 */
#include "program/plain.h"
#include "code/callsite.h"
#include "program/ours.h"

#include <stdlib.h>
#include <string.h>

struct adding {
	struct program *p;
	uint32_t object;
	bool inside; /* all its functions are callers */
	bool may;    /* possible calls are wanted */
};

const char *plain_mark(uint32_t flags)
{
	if (flags & ARC_SECTION)
		return " (from .llvm.callgraph)";
	if (flags & ARC_DWARF)
		return " (from DWARF)";
	return flags & ARC_DISASM ? " (from code)" : "";
}

/* Whether a function has no record, and is one whose calls are wanted. */
static bool is_caller(const struct adding *a, uint64_t start)
{
	const struct object *o = &a->p->objects[a->object];

	if (object_function_at(o, start) != GP_NONE || ours_is(o, start))
		return false;
	return a->inside || gp_map_get(&o->by_symbol, start, 0) != GP_NONE;
}

static uint32_t caller_of(const struct adding *a, const struct plain_call *call)
{
	const struct elf_symbol *s = elfobj_symbol_at(&a->p->objects[a->object].elf, call->from);

	if (!s || !is_caller(a, s->address))
		return GP_NONE;
	return program_function_at(a->p, a->object, s->address, false);
}

static uint32_t callee_of(const struct adding *a, const struct plain_call *call)
{
	struct object *o = &a->p->objects[a->object];
	struct callee callee = { .name = call->name };

	if (call->to)
		callee = callsite_target(&o->elf, call->to);
	if (callee.name)
		return program_resolve(a->p, a->object, callee.name);
	return callee.address ? program_function_at(a->p, a->object, callee.address, false)
			      : GP_NONE;
}

static void add(const struct adding *a, const struct plain_calls *calls, uint32_t flag)
{
	struct graph *g = &a->p->graph;

	for (size_t i = 0; i < calls->n; i++) {
		const struct plain_call *call = &calls->items[i];
		uint32_t from, to;

		if (call->may && !a->may)
			continue;
		from = caller_of(a, call);
		to = from == GP_NONE ? GP_NONE : callee_of(a, call);
		if (to == GP_NONE || to == from || to == a->p->profiler ||
		    graph_find_arc(g, from, to) != GP_NONE)
			continue;
		graph_arc(g, from, to, 0, flag | ARC_UNCOUNTED | (call->may ? ARC_MAY : 0));
	}
}

/* ------------------------------------------------------------------ */

static void add_section(const struct adding *a)
{
	struct plain_calls calls = { 0 };

	plain_read_section(&calls, &a->p->objects[a->object].elf);
	add(a, &calls, ARC_SECTION);
	free(calls.items);
}

static void add_dwarf(const struct adding *a)
{
	static const struct files usual;
	struct debug *d = object_debug(&a->p->objects[a->object],
				       a->p->files ? a->p->files : &usual);
	struct plain_calls calls = { 0 };

	if (d)
		plain_read_dwarf(&calls, d);
	add(a, &calls, ARC_DWARF);
	free(calls.items);
}

static void add_disasm(const struct adding *a)
{
	struct elfobj *elf = &a->p->objects[a->object].elf;
	const struct elf_symbol **functions = gp_alloc(elf->nsymbols, sizeof *functions);
	struct plain_calls calls = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < elf->nsymbols; i++)
		if ((!i || elf->symbols[i].address != elf->symbols[i - 1].address) &&
		    is_caller(a, elf->symbols[i].address))
			functions[n++] = &elf->symbols[i];
	if (n)
		plain_read_disasm(&calls, elf, functions, n);
	add(a, &calls, ARC_DISASM);
	free(functions);
	free(calls.items);
}

void plain_add(struct program *p, enum plain_source source, bool may)
{
	bool all = source == PLAIN_ALL;

	for (size_t i = 0; source != PLAIN_NONE && i < p->nobjects; i++) {
		struct adding a = { .p = p, .object = i, .may = may,
				    .inside = p->objects[i].instrumented || !i };

		if (!p->objects[i].present)
			continue;
		if (all || source == PLAIN_SECTION)
			add_section(&a);
		if (all || source == PLAIN_DWARF)
			add_dwarf(&a);
		if (all || source == PLAIN_DISASM)
			add_disasm(&a);
	}
}
