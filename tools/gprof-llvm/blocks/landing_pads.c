/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * landing_pads.c - where exceptions land in a function, by the language-specific data areas (LSDA)
 * of its pieces, which no library reads.
 *
 * Layout: encoding and value of the base of landing pads (0xff: the piece's start), encoding
 * and value of the table of types, encoding and size of the table of calls; this has, for each
 * range of calls: start, length, landing pad, action.  A landing pad of 0 is none.
 *
 * A function whose blocks clang puts in sections of their own has an area for each section, one
 * after another.  All of them write the same base, and the size of their calls is to the end of
 * the last: each ends where the head of the next begins.  That may be the area of a section
 * without code, which nothing in .eh_frame leads to.
 */
#include "base/bytes.h"
#include "blocks/block_builder.h"

#include <dwarf.h>
#include <string.h>

#define LEAST_CALL 4 /* bytes of a range of calls; fewer are between tables */

struct reader {
	struct bytes bytes;
	const unsigned char *start;
	uint64_t address; /* of the start */
};

static uint64_t read_encoded(struct reader *r, uint8_t encoding)
{
	uint64_t at = encoding & DW_EH_PE_pcrel ? r->address + (r->bytes.at - r->start) : 0;

	switch (encoding & 0x0f) {
	case DW_EH_PE_absptr:
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return at + bytes_take(&r->bytes, 8);
	case DW_EH_PE_uleb128:
		return at + bytes_uleb(&r->bytes);
	case DW_EH_PE_udata4:
		return at + bytes_take(&r->bytes, 4);
	case DW_EH_PE_sdata4:
		return at + (int64_t)(int32_t)bytes_take(&r->bytes, 4);
	default:
		r->bytes.bad = true;
		return 0;
	}
}

static void add_landing(struct routine *s, struct reader *r, uint64_t from, uint64_t size,
			uint64_t pad)
{
	size_t at = routine_at(s, pad);

	if (at == s->n) {
		r->bytes.bad = true;
		return;
	}
	s->marks[at] |= MARK_LEADER | MARK_PAD;
	*gp_push(s->landings, s->nlandings, s->landings_room) =
		(struct landing){ from, from + size, at };
}

static void read_calls(struct block_builder *m, struct reader *r, uint64_t start, uint64_t base,
		       uint8_t encoding)
{
	while (bytes_left(&r->bytes) >= LEAST_CALL && !r->bytes.bad) {
		uint64_t from = read_encoded(r, encoding), size = read_encoded(r, encoding);
		uint64_t pad = read_encoded(r, encoding);

		bytes_uleb(&r->bytes);
		if (pad && !r->bytes.bad)
			add_landing(&m->routine, r, start + from, size, base + pad);
	}
}

/* The head of an area. */
struct area {
	uint64_t base;            /* of landing pads */
	const unsigned char *end; /* of the calls, and of the calls of all areas after it */
	uint8_t encoding;         /* of the calls */
};

static bool read_head(struct reader *r, uint64_t start, struct area *a)
{
	uint8_t encoding = bytes_take(&r->bytes, 1);
	uint64_t size;

	a->base = encoding != DW_EH_PE_omit ? read_encoded(r, encoding) : start;
	encoding = bytes_take(&r->bytes, 1);
	if (encoding != DW_EH_PE_omit)
		bytes_uleb(&r->bytes);
	a->encoding = bytes_take(&r->bytes, 1);
	size = bytes_uleb(&r->bytes);
	if (r->bytes.bad || size > bytes_left(&r->bytes))
		return false;
	a->end = r->bytes.at + size;
	return true;
}

/* Where the calls of this area end: at the head of the next, which has the same base and end. */
static const unsigned char *end_of_calls(const struct reader *r, const struct area *a)
{
	struct area next;

	if (*r->start == DW_EH_PE_omit)
		return a->end;
	for (const unsigned char *at = r->bytes.at; at < a->end; at++) {
		struct reader other = { .start = at, .address = r->address + (at - r->start),
					.bytes = { .at = at, .end = r->bytes.end } };

		if (*at == *r->start && read_head(&other, 0, &next) && next.base == a->base &&
		    next.end == a->end)
			return at;
	}
	return a->end;
}

static bool read_table(struct block_builder *m, const struct elf_code *code)
{
	struct reader r = { .address = code->pads };
	struct area area;
	size_t n;

	r.start = r.bytes.at = elfobj_bytes(m->elf, r.address, &n);
	if (!r.start)
		return false;
	r.bytes.end = r.start + n;
	if (!read_head(&r, code->start, &area))
		return false;
	r.bytes.end = end_of_calls(&r, &area);
	read_calls(m, &r, code->start, area.base, area.encoding);
	return !r.bytes.bad;
}

static int by_address(const void *x, const void *y, void *unused)
{
	const struct landing *a = x, *b = y;

	(void)unused;
	return a->from < b->from ? -1 : a->from > b->from;
}

bool landing_pads_find(struct block_builder *m)
{
	struct routine *r = &m->routine;

	for (size_t i = 0; i < r->npieces; i++) {
		const struct elf_code *code = elfobj_code(m->elf, r->pieces[i].start);

		if (code && code->pads && !read_table(m, code))
			return builder_fail(m, BLOCKS_PADS);
	}
	gp_sort(r->landings, r->nlandings, sizeof *r->landings, by_address, NULL);
	return true;
}

/* The unwinder looks at the last byte of the call. */
size_t landing_pad_of(const struct routine *r, const struct flow_insn *call)
{
	uint64_t at = call->address + call->size - 1;
	size_t i = gp_first(k, r->nlandings, r->landings[k].from <= at);

	return i && at < r->landings[i - 1].to ? r->landings[i - 1].pad : r->n;
}
