/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * uninstrumented_calls.c - see uninstrumented_calls.h.
 */
#include "join/uninstrumented_calls.h"
#include "base/bytes.h"
#include "code/callsite.h"
#include "code/disasm.h"
#include "program/profiler_code.h"
#include "program/resolve.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* A call: addresses are of the object's file. */
struct plain_call {
	uint64_t from;    /* in the caller */
	uint64_t to;      /* where it leads, 0: */
	const char *name; /* linkage name, or NULL */
	bool may;         /* by pointer, possible only */
};

struct plain_calls {
	struct plain_call *items;
	size_t n, room;
};

/* ------------------------------------------------------------------ section .llvm.callgraph */

/*
 * Written by clang (-fexperimental-call-graph-section).
 *
 * A record is of a function: version (a byte, 0), flags (a byte), address (8 bytes), type (8
 * bytes), then lists as the flags say: of the addresses of functions called, of the types called by
 * pointer.  A list is a count (ULEB128) and 8 bytes each.  The format is experimental: what has
 * another version, or does not fit, ends the reading.
 */

#define NAME ".llvm.callgraph"
#define IS_TARGET 1u    /* its address is taken; the type is known */
#define HAS_CALLEES 2u
#define HAS_INDIRECT 4u

struct typed {
	uint64_t type, address;
};

struct typeds {
	struct typed *items;
	size_t n, room;
};

static void add_typed(struct typeds *t, uint64_t type, uint64_t address)
{
	if (type)
		*gp_push(t->items, t->n, t->room) = (struct typed){ type, address };
}

static void read_record(struct bytes *c, struct plain_calls *calls, struct typeds *targets,
			struct typeds *callers)
{
	uint64_t version = bytes_take(c, 1), flags = bytes_take(c, 1);
	uint64_t address = bytes_take(c, 8), type = bytes_take(c, 8);
	uint64_t n;

	if (version || flags & ~(uint64_t)(IS_TARGET | HAS_CALLEES | HAS_INDIRECT))
		c->bad = true;
	if (c->bad)
		return;
	if (flags & IS_TARGET)
		add_typed(targets, type, address);
	for (n = flags & HAS_CALLEES ? bytes_uleb(c) : 0; n && !c->bad; n--) {
		struct plain_call call = { .from = address, .to = bytes_take(c, 8) };

		if (call.to && !c->bad)
			*gp_push(calls->items, calls->n, calls->room) = call;
	}
	for (n = flags & HAS_INDIRECT ? bytes_uleb(c) : 0; n && !c->bad; n--)
		add_typed(callers, bytes_take(c, 8), address);
}

static int by_type(const void *x, const void *y, void *unused)
{
	const struct typed *a = x, *b = y;

	(void)unused;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Who calls a type may call each target of it. */
static void add_possible(struct plain_calls *calls, struct typeds *targets,
			 struct typeds *callers)
{
	size_t first = 0;

	gp_sort(targets->items, targets->n, sizeof *targets->items, by_type, NULL);
	gp_sort(callers->items, callers->n, sizeof *callers->items, by_type, NULL);
	for (size_t i = 0; i < callers->n; i++) {
		const struct typed *caller = &callers->items[i];

		while (first < targets->n && targets->items[first].type < caller->type)
			first++;
		for (size_t k = first; k < targets->n && targets->items[k].type == caller->type;
		     k++)
			*gp_push(calls->items, calls->n, calls->room) = (struct plain_call){
				.from = caller->address, .to = targets->items[k].address,
				.may = true };
	}
}

static void read_section(struct plain_calls *calls, const struct elfobj *elf)
{
	struct typeds targets = { 0 }, callers = { 0 };
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(elf->elf, &strings) < 0)
		return;
	while ((scn = elf_nextscn(elf->elf, scn))) {
		GElf_Shdr h;
		const char *name = gelf_getshdr(scn, &h)
					   ? elf_strptr(elf->elf, strings, h.sh_name) : NULL;
		Elf_Data *data = name && !strcmp(name, NAME) ? elf_rawdata(scn, NULL) : NULL;
		struct bytes c = { .at = data ? data->d_buf : NULL };

		c.end = c.at ? c.at + data->d_size : NULL;
		while (c.at && c.at < c.end && !c.bad)
			read_record(&c, calls, &targets, &callers);
	}
	add_possible(calls, &targets, &callers);
	free(targets.items);
	free(callers.items);
}

/* ------------------------------------------------------------------ DWARF */

/* Call sites, which compilers write from -O1 on: DW_TAG_call_site of DWARF 5, and GNU's. */

struct reading {
	struct plain_calls *calls;
	uint64_t bias;
};

static void add_call_site(void *reading, Dwarf_Die *die, const struct debug_place *place)
{
	struct reading *r = reading;
	int tag = dwarf_tag(die);
	Dwarf_Attribute attribute;
	Dwarf_Addr low;
	Dwarf_Die callee;
	struct plain_call call = { .from = place->function };

	if ((tag != DW_TAG_call_site && tag != DW_TAG_GNU_call_site) || !place->function)
		return;
	if (!dwarf_attr(die, tag == DW_TAG_call_site ? DW_AT_call_origin : DW_AT_abstract_origin,
			&attribute) || !dwarf_formref_die(&attribute, &callee))
		return;
	if (dwarf_lowpc(&callee, &low) == 0 && low)
		call.to = low + r->bias;
	else
		call.name = debug_name(&callee);
	if (call.to || call.name)
		*gp_push(r->calls->items, r->calls->n, r->calls->room) = call;
}

static void read_dwarf(struct plain_calls *calls, struct debug *d)
{
	struct reading r = { .calls = calls };

	debug_dwarf(d, &r.bias);
	debug_walk(d, add_call_site, &r);
}

/* ------------------------------------------------------------------ instructions */

/*
 * libcapstone finds the instructions; what a call instruction calls, code/callsite.h knows.
 * A jump to the beginning of another function is a call too: the last one.
 */

static void add_branch(struct plain_calls *calls, uint64_t from, struct callee callee)
{
	if (callee.name || callee.address)
		*gp_push(calls->items, calls->n, calls->room) = (struct plain_call){
			.from = from, .to = callee.name ? 0 : callee.address,
			.name = callee.name };
}

static void read_function(struct plain_calls *calls, struct elfobj *elf,
			  const struct elf_symbol *f, struct disasm *d)
{
	struct disasm_insn insn;

	disasm_seek(d, f->address, f->address + f->size);
	while (disasm_next(d, &insn)) {
		uint64_t to = insn.jump ? insn.target : 0;

		if (insn.call)
			add_branch(calls, f->address,
				 callsite_callee(elf, insn.address + insn.size));
		else if (to && (to < f->address || to >= f->address + f->size))
			add_branch(calls, f->address, callsite_target(elf, to));
	}
}

static void read_disasm(struct plain_calls *calls, struct elfobj *elf,
			const struct elf_symbol *const *functions, size_t n)
{
	struct disasm d;

	if (disasm_open(&d, elf, true) < 0)
		return;
	for (size_t i = 0; i < n; i++)
		read_function(calls, elf, functions[i], &d);
	disasm_close(&d);
}

/* ------------------------------------------------------------------ adding */

struct adding {
	struct program *p;
	uint32_t object;
	bool inside; /* all its functions are callers */
	bool may;    /* possible calls are wanted */
};

/* Returns true if a function has no record, and is one whose calls are wanted. */
static bool is_caller(const struct adding *a, uint64_t start)
{
	const struct object *o = &a->p->objects[a->object];

	if (object_function_at(o, start) != GP_NONE || is_profiler_code(o, start))
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

static void add_section(const struct adding *a)
{
	struct plain_calls calls = { 0 };

	read_section(&calls, &a->p->objects[a->object].elf);
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
		read_dwarf(&calls, d);
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
		read_disasm(&calls, elf, functions, n);
	add(a, &calls, ARC_DISASM);
	free(functions);
	free(calls.items);
}

void uninstrumented_calls_add(struct program *p, enum uninstrumented_calls source, bool may)
{
	bool all = source == CALLS_ALL;

	for (size_t i = 0; source != CALLS_NONE && i < p->nobjects; i++) {
		struct adding a = { .p = p, .object = i, .may = may,
				    .inside = p->objects[i].instrumented || !i };

		if (!p->objects[i].present)
			continue;
		if (all || source == CALLS_SECTION)
			add_section(&a);
		if (all || source == CALLS_DWARF)
			add_dwarf(&a);
		if (all || source == CALLS_DISASM)
			add_disasm(&a);
	}
}
