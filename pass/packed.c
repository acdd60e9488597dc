/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * packed.c - see packed.h.
 *
 * A call site differs little from the one before it, so most take a byte of flags, a callee, and
 * a line if there is debug information.  The refs of a function are found by the
 * slot of their address in a table, which is kept at most half full.
 */
#include "packed.h"
#include "array.h"
#include "debuginfo.h"
#include "ir.h"
#include "named.h"

#include <gprof-llvm/format.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of positions, followed by the numbers of refs from 0 on. */
enum { NAME_NONE, NAME_NEW, NAME_REFS };
enum { FILE_NONE, FILE_MODULE, FILE_NEW, FILE_REFS };

struct packing {
	struct packed *to;
	const struct module *m;
	uint32_t *slots;     /* number of a ref, plus 1; owned */
	uint32_t nslots;     /* a power of two */
	uint64_t *types;     /* hashes put so far; owned */
	uint32_t ntypes, types_room;
	uint32_t line, counter; /* of the site before: its line, the word after its own */
	struct position at;     /* of the site before: inlined and file; owned */
};

static void put_byte(struct packing *p, uint8_t byte)
{
	struct packed *to = p->to;

	to->bytes = array_room_or(&to->failed, to->bytes, to->n, &to->room, 1);
	if (!to->failed)
		to->bytes[to->n++] = byte;
}

/* LEB128. */
static void put(struct packing *p, uint64_t value)
{
	for (; value >= 128; value >>= 7)
		put_byte(p, (uint8_t)(value | 128));
	put_byte(p, (uint8_t)value);
}

static void put_difference(struct packing *p, uint32_t value, uint32_t last)
{
	int32_t delta = (int32_t)(value - last);

	put(p, (uint32_t)delta << 1 ^ (uint32_t)(delta >> 31));
}

static void put_type(struct packing *p, LLVMTypeRef type)
{
	uint64_t hash = ir_type_hash(type);

	for (uint32_t i = 0; i < 64; i += 8)
		put_byte(p, (uint8_t)(hash >> i));
}

/* ------------------------------------------------------------------ */

static uint32_t slot_of(const struct packing *p, LLVMValueRef ref)
{
	uint32_t at = (uint32_t)((uintptr_t)ref * 0x9e3779b97f4a7c15u >> 32);

	for (;; at++) {
		uint32_t number = p->slots[at & (p->nslots - 1)];

		if (!number || p->to->refs[number - 1] == ref)
			return at & (p->nslots - 1);
	}
}

static void grow_slots(struct packing *p)
{
	uint32_t *old = p->slots;

	if (2 * p->to->nrefs < p->nslots)
		return;
	p->nslots = p->nslots ? 2 * p->nslots : 64;
	p->slots = calloc(p->nslots, sizeof *p->slots);
	p->to->failed |= !p->slots;
	for (uint32_t i = 0; i < p->to->nrefs && p->slots; i++)
		p->slots[slot_of(p, p->to->refs[i])] = i + 1;
	free(old);
}

/* The ref's number; the number of refs if it is new, and then is one. */
static uint32_t number_of(struct packing *p, LLVMValueRef ref)
{
	struct packed *to = p->to;
	uint32_t slot;

	grow_slots(p);
	if (to->failed)
		return 0;
	slot = slot_of(p, ref);
	if (p->slots[slot])
		return p->slots[slot] - 1;
	to->refs = array_room_or(&to->failed, to->refs, to->nrefs, &to->refs_room,
				 sizeof *to->refs);
	if (to->failed)
		return 0;
	to->refs[to->nrefs] = ref;
	p->slots[slot] = ++to->nrefs;
	to->failed |= to->nrefs > GPROF_COMPACT_MOST_REFS;
	return to->nrefs - 1;
}

/* 'first' and above: a new ref; below: the number of a known one. */
static void put_ref(struct packing *p, uint32_t first, const char *text)
{
	uint32_t before = p->to->nrefs, number = number_of(p, named_string(p->m, text));

	put(p, number == before ? first : first + 1 + number);
}

static void put_name(struct packing *p, const char *name)
{
	if (name && *name)
		put_ref(p, NAME_NEW, name);
	else
		put(p, NAME_NONE);
}

static void put_file(struct packing *p, const char *file)
{
	if (!file || !*file)
		put(p, FILE_NONE);
	else if (p->m->file && !strcmp(file, p->m->file))
		put(p, FILE_MODULE);
	else
		put_ref(p, FILE_NEW, file);
}

/* ------------------------------------------------------------------ */

static bool is_cell(const struct site *s)
{
	return s->kind == GPROF_SITE_INDIRECT && s->counter != GPROF_NO_COUNTER;
}

/* The position of the cells comes first: the runtime reads no further. */
static void put_cells(struct packing *p, const struct function *f)
{
	uint32_t n = 0, last = 0;

	for (uint32_t i = 0; i < f->nsites; i++)
		n += is_cell(&f->sites[i]);
	put(p, n);
	for (uint32_t i = 0; i < f->nsites; i++) {
		if (!is_cell(&f->sites[i]))
			continue;
		put(p, f->sites[i].counter - last);
		last = f->sites[i].counter;
	}
}

/* Types of the sites of a function are few. */
static void put_wanted(struct packing *p, const struct site *s)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(s->call);
	uint64_t hash = ir_type_hash(type);

	for (uint32_t i = 0; i < p->ntypes; i++)
		if (p->types[i] == hash) {
			put(p, i + 1);
			return;
		}
	put(p, 0);
	put_type(p, type);
	if (p->ntypes == GPROF_PACKED_TYPES)
		return;
	p->types = array_room_or(&p->to->failed, p->types, p->ntypes, &p->types_room,
				 sizeof *p->types);
	if (!p->to->failed)
		p->types[p->ntypes++] = hash;
}

/* The counter that is implied: the word after the words of the previous site. */
static bool counter_follows(const struct packing *p, const struct site *s)
{
	return s->kind == GPROF_SITE_INDIRECT ? s->counter == GPROF_NO_COUNTER
					      : s->counter != p->counter;
}

static bool same_text(const char *a, const char *b)
{
	return !a || !b ? a == b : !strcmp(a, b);
}

/* The function that the site's callee refers to; NULL: none. */
static LLVMValueRef callee_ref(const struct packing *p, const struct site *s, LLVMValueRef counters)
{
	const char *name = s->callee ? named_symbol(s->callee) : s->name;

	return counters ? counters : name && *name ? named_string(p->m, name) : NULL;
}

static void put_numbers(struct packing *p, const struct site *s, const struct position *at,
			uint8_t head, uint32_t callee)
{
	if (head & GPROF_PACKED_OLD_CALLEE)
		put(p, callee);
	if (head & GPROF_PACKED_LINE)
		put_difference(p, at->line, p->line);
	if (head & GPROF_PACKED_INLINED) {
		put_name(p, at->inlined);
		put_file(p, at->inlined ? at->file : NULL);
	}
	if (head & GPROF_PACKED_KIND)
		put(p, (uint32_t)s->kind | (uint32_t)s->flags >> 1 << 3);
	if (head & GPROF_PACKED_COUNTER && s->kind != GPROF_SITE_INDIRECT)
		put(p, s->counter == GPROF_NO_COUNTER ? 0 : (uint64_t)s->counter + 1);
	if (s->kind == GPROF_SITE_INDIRECT)
		put_wanted(p, s);
}

static void put_site(struct packing *p, const struct site *s)
{
	LLVMValueRef counters = named_callee_counters(p->m, s->callee), ref;
	uint32_t before, callee = 0;
	struct position at;
	uint8_t head = counters ? GPROF_PACKED_BY_COUNTER : 0;

	position_of_call(s->call, &at);
	ref = callee_ref(p, s, counters);
	before = p->to->nrefs;
	if (ref) {
		callee = number_of(p, ref);
		head |= callee == before ? GPROF_PACKED_NEW_CALLEE : GPROF_PACKED_OLD_CALLEE;
	}
	if (at.line != p->line)
		head |= GPROF_PACKED_LINE;
	if (!same_text(at.inlined, p->at.inlined) || !same_text(at.file, p->at.file))
		head |= GPROF_PACKED_INLINED;
	if (counter_follows(p, s))
		head |= GPROF_PACKED_COUNTER;
	if (s->kind != GPROF_SITE_DIRECT || s->flags & ~GPROF_SITE_BY_COUNTER)
		head |= GPROF_PACKED_KIND;
	put_byte(p, head);
	put_numbers(p, s, &at, head, callee);
	p->line = at.line;
	if (s->counter != GPROF_NO_COUNTER && s->kind <= GPROF_SITE_INDIRECT)
		p->counter = s->counter + (s->kind == GPROF_SITE_INDIRECT ? GPROF_CELL_WORDS : 1);
	position_release(&p->at);
	p->at = at;
}

int packed_put(struct packed *to, const struct module *m, const struct function *f,
	       LLVMValueRef lines)
{
	struct packing p = { .to = to, .m = m, .counter = 1 };
	struct position at;

	*to = (struct packed){ 0 };
	if (lines)
		number_of(&p, lines);
	position_of_function(f->f, &at);
	put_cells(&p, f);
	put(&p, f->ncounters);
	put(&p, f->nsites);
	put(&p, at.line);
	put_file(&p, at.file);
	if (f->address_taken)
		put_type(&p, LLVMGlobalGetValueType(f->f));
	p.line = at.line;
	for (uint32_t i = 0; i < f->nsites && !to->failed; i++)
		put_site(&p, &f->sites[i]);
	while ((to->nrefs * sizeof(gprof_rel) + to->n) % 8 && !to->failed)
		put_byte(&p, 0);
	position_release(&at);
	position_release(&p.at);
	free(p.slots);
	free(p.types);
	return to->failed ? -1 : 0;
}

void packed_release(struct packed *p)
{
	free(p->refs);
	free(p->bytes);
}
