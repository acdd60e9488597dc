/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * packed.c - see packed.h.
 */
#include "binary/packed.h"

#include <string.h>

#define REFS offsetof(struct gprof_cg_compact, refs)

static void fail(struct packed *p, const char *what)
{
	if (!p->wrong)
		p->wrong = what;
	p->at = p->size;
}

static void make_no_sense(struct packed *p)
{
	fail(p, "has impossible call sites");
}

/* LEB128, of at most 32 bits. */
static uint32_t number(struct packed *p, uint32_t *at)
{
	uint64_t value = 0;

	for (uint32_t shift = 0; shift < 35; shift += 7) {
		if (*at >= p->size) {
			fail(p, "is too small for its call sites");
			return 0;
		}
		value |= (uint64_t)(p->record[*at] & 127) << shift;
		if (!(p->record[(*at)++] & 128))
			break;
		if (shift == 28)
			make_no_sense(p);
	}
	if (value > UINT32_MAX)
		make_no_sense(p);
	return p->wrong ? 0 : (uint32_t)value;
}

static uint32_t get(struct packed *p)
{
	return number(p, &p->at);
}

static uint32_t after(struct packed *p, uint32_t last)
{
	uint32_t code = get(p);

	return last + (code >> 1 ^ -(code & 1));
}

/* The position of the hash at this place. */
static uint32_t hash(struct packed *p)
{
	uint32_t at = p->at;

	if (p->size - at < sizeof(uint64_t)) {
		fail(p, "is too small for its call sites");
		return 0;
	}
	p->at += sizeof(uint64_t);
	return at;
}

static uint32_t ref(struct packed *p, uint32_t i)
{
	if (i >= p->nrefs) {
		make_no_sense(p);
		return 0;
	}
	return (uint32_t)(REFS + i * sizeof(gprof_rel));
}

static uint32_t new_ref(struct packed *p)
{
	return ref(p, p->used++);
}

static uint32_t name(struct packed *p)
{
	uint32_t code = get(p);

	return code == 0 ? 0 : code == 1 ? new_ref(p) : ref(p, code - 2);
}

static uint32_t file(struct packed *p)
{
	uint32_t code = get(p);

	return code < 2 ? code * STORED_FILE_MODULE : code == 2 ? new_ref(p) : ref(p, code - 3);
}

/* ------------------------------------------------------------------ */

/* The sites take their cells from the list in front. */
static void skip_cells(struct packed *p)
{
	p->ncells = get(p);
	p->cell = p->at;
	for (uint32_t i = 0; i < p->ncells && !p->wrong; i++)
		get(p);
}

void packed_init(struct packed *p, const unsigned char *record, uint32_t size)
{
	struct gprof_cg_compact head;
	uint32_t most = (uint32_t)((size - REFS) / sizeof(gprof_rel));

	memcpy(&head, record, REFS);
	*p = (struct packed){ .record = record, .size = size, .next = 1,
			      .nrefs = head.flags >> GPROF_COMPACT_REFS,
			      .used = (head.flags & GPROF_FN_WRITTEN) != 0 };
	if (p->nrefs > most)
		p->wrong = "is too small for its call sites";
	else if (p->used > p->nrefs)
		p->wrong = "is too small for its lines";
	p->at = p->wrong ? size : (uint32_t)(REFS + p->nrefs * sizeof(gprof_rel));
	skip_cells(p);
	p->ncounters = get(p);
	p->nsites = get(p);
	p->line = get(p);
	p->file = file(p);
	if (head.flags & GPROF_FN_ADDR_TAKEN)
		p->type = hash(p);
	if (p->nsites > size - p->at)
		fail(p, "is too small for its call sites");
}

static uint32_t cell(struct packed *p)
{
	if (!p->ncells) {
		make_no_sense(p);
		return 0;
	}
	p->ncells--;
	p->counter += number(p, &p->cell);
	p->next = p->counter + GPROF_CELL_WORDS;
	return p->counter;
}

static uint32_t counter(struct packed *p, const struct cg_stored *s, unsigned head)
{
	uint32_t counter = p->next;

	if (s->kind == GPROF_SITE_INDIRECT)
		return head & GPROF_PACKED_COUNTER ? GPROF_NO_COUNTER : cell(p);
	if (head & GPROF_PACKED_COUNTER)
		counter = get(p) - 1; /* 0: GPROF_NO_COUNTER */
	if (s->kind == GPROF_SITE_DIRECT && counter != GPROF_NO_COUNTER)
		p->next = counter + 1;
	return counter;
}

static uint32_t wanted(struct packed *p)
{
	uint32_t code = get(p), at;

	if (code) {
		if (code > p->ntypes)
			make_no_sense(p);
		return p->wrong ? 0 : p->types[code - 1];
	}
	at = hash(p);
	if (p->ntypes < GPROF_PACKED_TYPES)
		p->types[p->ntypes++] = at;
	return at;
}

static uint32_t callee(struct packed *p, unsigned head)
{
	switch (head & (GPROF_PACKED_NEW_CALLEE | GPROF_PACKED_OLD_CALLEE)) {
	case 0:
		return 0;
	case GPROF_PACKED_NEW_CALLEE:
		return new_ref(p);
	case GPROF_PACKED_OLD_CALLEE:
		return ref(p, get(p));
	default:
		make_no_sense(p);
		return 0;
	}
}

void packed_site(struct packed *p, struct cg_stored *to)
{
	unsigned head = get(p), kind;

	*to = (struct cg_stored){ .callee = callee(p, head) };
	if (head & GPROF_PACKED_LINE)
		p->line = after(p, p->line);
	if (head & GPROF_PACKED_INLINED) {
		p->inlined = name(p);
		p->file = file(p);
	}
	kind = head & GPROF_PACKED_KIND ? get(p) : GPROF_SITE_DIRECT;
	if (head >> 7 || kind >> 10)
		make_no_sense(p);
	to->line = p->line;
	to->inlined = p->inlined;
	to->file = p->inlined ? p->file : 0;
	to->kind = kind & 7;
	to->flags = (uint8_t)(kind >> 3 << 1 | !!(head & GPROF_PACKED_BY_COUNTER));
	to->counter = counter(p, to, head);
	if (to->kind == GPROF_SITE_INDIRECT)
		to->type = wanted(p);
}

void packed_release(struct packed *p)
{
	if (p->ncells)
		make_no_sense(p);
}

struct cg_stored unpacked_site(const unsigned char *record, uint32_t offset)
{
	struct gprof_cg_site s;

	memcpy(&s, record + offset, sizeof s);
	return (struct cg_stored){
		.callee = offset + offsetof(struct gprof_cg_site, callee),
		.inlined = offset + offsetof(struct gprof_cg_site, inlined),
		.file = offset + offsetof(struct gprof_cg_site, file),
		.type = offset + offsetof(struct gprof_cg_site, type_hash),
		.counter = s.counter,
		.line = s.line,
		.kind = s.kind,
		.flags = s.flags,
	};
}
