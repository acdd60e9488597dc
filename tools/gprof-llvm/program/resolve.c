/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * resolve.c - which function a name or an address means (see resolve.h).
 *
 * A name is looked up in the object that calls it, then in the others in
 * their order of loading, first among the records, then among the symbols.
 * Where several definitions answer (interposition, ifunc) the one that was
 * entered is meant; if several were, the first, and 'ambiguous' counts it.
 */
#include "code/processor.h"
#include "program/profiler_code.h"
#include "program/program.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

uint32_t program_node(struct program *p, const char *name, uint32_t object, uint32_t flags)
{
	uint32_t node = graph_node(&p->graph, name);
	struct function *f = gp_push(p->functions, p->nfunctions, p->functions_room);

	p->graph.nodes[node].flags = flags;
	p->graph.nodes[node].object = object;
	f->object = object;
	return node;
}

static const char *keep(struct program *p, char *text)
{
	return *gp_push(p->strings, p->nstrings, p->strings_room) = text;
}

uint32_t program_row(struct program *p, uint32_t object)
{
	struct object *o;

	if (object == GP_NONE) {
		if (p->unknown == GP_NONE)
			p->unknown = program_node(p, "<unknown>", GP_NONE,
						  NODE_OPAQUE | NODE_DERIVED);
		return p->unknown;
	}
	o = &p->objects[object];
	if (o->row == GP_NONE) {
		char *name = gp_format(o->instrumented ? "<unknown in %s>" :
				       o->name[0] == '[' ? "%s" : "[%s]", o->name);

		o->row = program_node(p, keep(p, name), object, NODE_OPAQUE | NODE_DERIVED);
	}
	return o->row;
}

uint32_t program_profiler(struct program *p)
{
	if (p->profiler == GP_NONE)
		p->profiler = program_node(p, "<profiler>", GP_NONE, NODE_OPAQUE | NODE_DERIVED);
	return p->profiler;
}

uint32_t program_ready(struct program *p)
{
	if (p->ready == GP_NONE)
		p->ready = program_node(p, "<ready>", GP_NONE, NODE_OPAQUE | NODE_DERIVED);
	return p->ready;
}

uint32_t program_counter(const struct program *p, uint32_t object, uint64_t address)
{
	const struct object *o = &p->objects[object];
	size_t at = gp_first(i, o->ncounters, o->counters[i].number < address);

	return at < o->ncounters && o->counters[at].number == address ? o->counters[at].item
								      : GP_NONE;
}

/* ------------------------------------------------------------------ */

/* The function that a symbol names a part of. */
static uint32_t split_from(const struct object *o, const char *name)
{
	size_t n = elf_part_of(name);
	char *whole = n ? gp_format("%.*s", (int)n, name) : NULL;
	uint32_t node = whole ? gp_names_get(&o->by_name, whole) : GP_NONE;

	if (whole && node == GP_NONE)
		node = gp_names_get(&o->local_names, whole);
	free(whole);
	return node;
}

/* The function without a record that a symbol names. */
static uint32_t symbol_node(struct program *p, uint32_t object, const struct elf_symbol *s,
			    const char *name)
{
	struct object *o = &p->objects[object];
	uint32_t node = object_function_at(o, s->address);
	uint32_t *at;
	int created;

	if (node == GP_NONE)
		node = split_from(o, s->name);
	if (node != GP_NONE)
		return node;
	if (is_profiler_code(o, s->address))
		return program_profiler(p);
	at = gp_map_put(&o->by_symbol, s->address, 0, &created);
	if (!created)
		return *at;
	*at = program_node(p, name, object, NODE_OPAQUE | NODE_DERIVED);
	p->functions[*at].address = s->address;
	return *at;
}

/*
 * The function that an entry of a jump table of -fsanitize=cfi goes to.  Pointers to the function
 * hold the entry's address; the function's code has the name with ".cfi" after it.
 */
static uint32_t behind_jump(const struct object *o, uint64_t address)
{
	const struct processor *processor = processor_of(&o->elf);
	struct code code = { .address = address };
	const struct elf_symbol *s;
	uint64_t to;
	size_t n;

	code.bytes = elfobj_bytes(&o->elf, address, &code.n);
	if (!processor || !processor->leads || !code.bytes)
		return GP_NONE;
	if (code.n > 4 && !memcmp(code.bytes, "\xf3\x0f\x1e\xfa", 4)) { /* endbr64 */
		code.address += 4;
		code.bytes += 4;
		code.n -= 4;
	}
	s = processor->leads(&code, &to) ? elfobj_symbol_at(&o->elf, to) : NULL;
	n = s ? strlen(s->name) : 0;
	return n > 4 && s->address == to && !strcmp(s->name + n - 4, ".cfi")
		       ? object_function_at(o, to) : GP_NONE;
}

uint32_t program_function_at(struct program *p, uint32_t object, uint64_t address, bool time)
{
	const struct object *o = &p->objects[object];
	const struct elf_symbol *s;
	uint32_t node = object_function_at(o, address), stub;

	if (node != GP_NONE)
		return node;
	if (is_profiler_code(o, address))
		return program_profiler(p);
	if (!o->present || (time && !o->instrumented))
		return program_row(p, object);
	stub = gp_map_get(&o->elf.stubs, address, 0);
	if (stub != GP_NONE && !time)
		return program_resolve(p, object, o->elf.stub_names[stub]);
	node = time || !o->instrumented ? GP_NONE : behind_jump(o, address);
	if (node != GP_NONE)
		return node;
	s = elfobj_symbol_at(&o->elf, address);
	return s ? symbol_node(p, object, s, s->name) : program_row(p, object);
}

uint32_t program_at(struct program *p, const struct program_profile *l, uint64_t address,
		    uint32_t epoch, bool time, uint32_t *object)
{
	uint32_t module = profile_module_of(&l->profile, address, epoch);

	*object = GP_NONE;
	if (module == GP_NONE)
		return program_row(p, GP_NONE);
	*object = l->objects[module];
	return program_function_at(p, *object, profile_file_address(&l->profile, module, address),
				   time);
}

/* ------------------------------------------------------------------ */

/* An ifunc's variants are records 'name.VARIANT' in the same object. */
static uint32_t variant_node(struct program *p, uint32_t object, const char *name)
{
	const struct object *o = &p->objects[object];
	uint32_t found = GP_NONE, n = 0;
	size_t length = strlen(name);

	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		uint32_t node = o->nodes[i];

		if (node == GP_NONE || strncmp(o->cg.functions[i].name, name, length) ||
		    o->cg.functions[i].name[length] != '.' || !p->graph.nodes[node].entries)
			continue;
		found = node;
		n++;
	}
	if (n > 1)
		p->ambiguous++;
	return n == 1 ? found : GP_NONE;
}

/* Another object's definition of an exported name that was entered. */
static uint32_t interposed(struct program *p, uint32_t object, uint32_t node, const char *name)
{
	uint32_t other = GP_NONE, n = 0;

	for (uint32_t i = 0; i < p->nobjects; i++) {
		uint32_t k = i == object ? GP_NONE : gp_names_get(&p->objects[i].by_name, name);

		if (k == GP_NONE || !p->graph.nodes[k].entries ||
		    gp_names_get(&p->objects[i].elf.exported, name) == GP_NONE)
			continue;
		if (!n++)
			other = k;
	}
	if (!n)
		return node;
	if (p->graph.nodes[node].entries || n > 1)
		p->ambiguous++;
	return p->graph.nodes[node].entries ? node : other;
}

/* 'called' is the name in the code: 'name', or with LLVM 14 also 'name.ifunc'. */
static uint32_t resolve_here(struct program *p, uint32_t object, const char *called,
			     const char *name)
{
	struct object *o = &p->objects[object];
	uint32_t node = gp_names_get(&o->by_name, name), symbol;

	if (node != GP_NONE)
		return gp_names_get(&o->elf.exported, name) == GP_NONE
			       ? node : interposed(p, object, node, name);
	symbol = elfobj_symbol_named(&o->elf, name);
	if (symbol == GP_NONE)
		symbol = elfobj_symbol_named(&o->elf, called);
	if (symbol == GP_NONE)
		return gp_names_get(&o->local_names, name);
	if (o->elf.symbols[symbol].ifunc) {
		node = variant_node(p, object, name);
		if (node != GP_NONE)
			return node;
	}
	return symbol_node(p, object, &o->elf.symbols[symbol], name);
}

static uint32_t resolve_elsewhere(struct program *p, uint32_t object, const char *name)
{
	for (uint32_t i = 0; i < p->nobjects; i++) {
		struct object *o = &p->objects[i];
		uint32_t symbol = o->present ? gp_names_get(&o->elf.exported, name) : GP_NONE;
		uint32_t node;

		if (i == object || !o->present)
			continue;
		node = gp_names_get(&o->by_name, name);
		if (node != GP_NONE)
			return node;
		if (symbol != GP_NONE)
			return symbol_node(p, i, &o->elf.symbols[symbol], name);
	}
	return GP_NONE;
}

static uint32_t undefined_node(struct program *p, const char *name)
{
	int created;
	uint32_t *at = gp_names_put(&p->undefined, name, &created);

	if (created)
		*at = program_node(p, name, GP_NONE, NODE_OPAQUE | NODE_DERIVED);
	return *at;
}

/* The name that clang gives the symbol of a dispatched function. */
static const char *without_ifunc(struct program *p, const char *name)
{
	size_t n = strlen(name);

	if (n <= 6 || strcmp(name + n - 6, ".ifunc"))
		return name;
	return keep(p, gp_format("%.*s", (int)(n - 6), name));
}

/* The object's own function of that name, where no other object can define it.  Most calls are of
   such functions, and the look-up is as fast as one in 'resolved'. */
static uint32_t own_function(const struct object *o, const char *name)
{
	uint32_t node = gp_names_get(&o->by_name, name);

	return node != GP_NONE && gp_names_get(&o->elf.exported, name) == GP_NONE
		       ? node : GP_NONE;
}

static uint32_t resolve(struct program *p, uint32_t object, const char *name)
{
	uint32_t node = own_function(&p->objects[object], name);
	const char *wanted;
	int created;

	if (node == GP_NONE)
		node = gp_names_get(&p->objects[object].resolved, name);
	if (node != GP_NONE)
		return node;
	wanted = without_ifunc(p, name);
	node = resolve_here(p, object, name, wanted);
	if (node == GP_NONE)
		node = resolve_elsewhere(p, object, wanted);
	if (node == GP_NONE)
		node = undefined_node(p, wanted);
	*gp_names_put(&p->objects[object].resolved, name, &created) = node;
	return node;
}

uint32_t program_resolved(const struct program *p, uint32_t object, const char *name)
{
	const struct object *o = &p->objects[object];
	uint32_t node = gp_map_get(&o->resolved_at, (uintptr_t)name, 0);

	if (node == GP_NONE)
		node = own_function(o, name);
	return node == GP_NONE ? gp_names_get(&o->resolved, name) : node;
}

void program_resolves(struct program *p, uint32_t object, const char *name, uint32_t node)
{
	struct object *o = &p->objects[object];
	int created;

	if (gp_names_get(&o->elf.exported, name) == GP_NONE)
		*gp_map_put(&o->resolved_at, (uintptr_t)name, 0, &created) = node;
}

/* Linkers merge equal names, so most calls of a function have the same address for it. */
uint32_t program_resolve(struct program *p, uint32_t object, const char *name)
{
	uint32_t node = gp_map_get(&p->objects[object].resolved_at, (uintptr_t)name, 0);
	int created;

	if (node != GP_NONE)
		return node;
	node = resolve(p, object, name);
	*gp_map_put(&p->objects[object].resolved_at, (uintptr_t)name, 0, &created) = node;
	return node;
}
