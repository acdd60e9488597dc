/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain_section.c - clang's section .llvm.callgraph (-fexperimental-call-graph-section,
 * LLVM 22); see plain.h.
 *
 * A record is of a function: version (a byte, 0), flags (a byte), address (8 bytes), type (8
 * bytes), then lists as the flags say: of the addresses of functions called, of the types called by
 * pointer.  A list is a count (ULEB128) and 8 bytes each.  The format is experimental: what has
 * another version, or does not fit, ends the reading.
 */
#include "program/plain.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

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

struct cursor {
	const unsigned char *at, *end;
	bool bad; /* the bytes end within a record */
};

static uint64_t take(struct cursor *c, size_t size)
{
	uint64_t value = 0;

	if ((size_t)(c->end - c->at) < size) {
		c->bad = true;
		return 0;
	}
	memcpy(&value, c->at, size); /* little-endian, as binary/elfobj.c demands of the file */
	c->at += size;
	return value;
}

static uint64_t take_uleb(struct cursor *c)
{
	uint64_t value = 0;
	unsigned shift = 0, byte;

	do {
		byte = take(c, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !c->bad);
	return value;
}

static void add_typed(struct typeds *t, uint64_t type, uint64_t address)
{
	if (type)
		*gp_push(t->items, t->n, t->room) = (struct typed){ type, address };
}

static void read_record(struct cursor *c, struct plain_calls *calls, struct typeds *targets,
			struct typeds *callers)
{
	uint64_t version = take(c, 1), flags = take(c, 1), address = take(c, 8), type = take(c, 8);
	uint64_t n;

	if (version || flags & ~(uint64_t)(IS_TARGET | HAS_CALLEES | HAS_INDIRECT))
		c->bad = true;
	if (c->bad)
		return;
	if (flags & IS_TARGET)
		add_typed(targets, type, address);
	for (n = flags & HAS_CALLEES ? take_uleb(c) : 0; n && !c->bad; n--) {
		struct plain_call call = { .from = address, .to = take(c, 8) };

		if (call.to && !c->bad)
			*gp_push(calls->items, calls->n, calls->room) = call;
	}
	for (n = flags & HAS_INDIRECT ? take_uleb(c) : 0; n && !c->bad; n--)
		add_typed(callers, take(c, 8), address);
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

void plain_read_section(struct plain_calls *calls, const struct elfobj *elf)
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
		struct cursor c = { .at = data ? data->d_buf : NULL };

		c.end = c.at ? c.at + data->d_size : NULL;
		while (c.at && c.at < c.end && !c.bad)
			read_record(&c, calls, &targets, &callers);
	}
	add_possible(calls, &targets, &callers);
	free(targets.items);
	free(callers.items);
}
