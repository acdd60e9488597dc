/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_scan.c - calls as GNU gprof finds them; see static_arcs.h.
 *
 * Only the code of functions that a histogram covers is looked at, and only targets
 * that one covers, by the lower 32 bits of their addresses, are taken.
 */
#include "gprof/static_arcs.h"

#include <gelf.h>

struct scan {
	struct gnu_graph *g;
	const struct gmon *profile;
	const struct gnu_code *text; /* section .text */
	bool big_endian;
};

struct range {
	uint64_t low, high; /* high exclusive */
};

/* Outside of .text there is nothing to look at. */
static void clip_to_text(const struct scan *s, struct range *r)
{
	uint64_t end = s->text->address + s->text->size;

	if (r->low < s->text->address)
		r->low = s->text->address;
	if (r->high > end)
		r->high = end;
}

/* The part of a function that a histogram covers. */
static int clip(const struct gmon *p, struct range *r, struct gp_error *e)
{
	struct range whole = *r;
	bool found = false;

	for (size_t i = 0; i < p->nhistograms; i++) {
		const struct gmon_histogram *h = &p->histograms[i];
		uint64_t low = h->low > r->low ? h->low : r->low;
		uint64_t high = h->high < r->high ? h->high : r->high;

		if (low >= high)
			continue;
		if (found)
			return gp_fail(e, "found a symbol that covers several histogram records");
		found = true;
		*r = (struct range){ low, high };
	}
	if (!found)
		r->high = r->low = whole.low;
	return 0;
}

static bool is_sampled(const struct gmon *p, uint32_t address)
{
	for (size_t i = 0; i < p->nhistograms; i++)
		if (p->histograms[i].low <= address && address < p->histograms[i].high)
			return true;
	return false;
}

static void add_target(struct scan *s, uint32_t parent, uint64_t target)
{
	uint32_t child;

	if (!is_sampled(s->profile, (uint32_t)target))
		return;
	child = gnu_table_find(s->g->table, target);
	if (child != GP_NONE && s->g->table->symbols[child].address == target)
		gnu_arcs_add(s->g, parent, child, 0);
}

/* Four bytes of code, 0 where there are none. */
static uint32_t word_at(const struct scan *s, uint64_t at)
{
	uint64_t offset = at - s->text->address;
	const unsigned char *b = s->text->bytes + offset;

	if (offset >= s->text->size || s->text->size - offset < 4)
		return 0;
	if (s->big_endian)
		return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

/* E8 anywhere, with a displacement that is taken for unsigned. */
static void scan_x86(struct scan *s, uint32_t parent, struct range r)
{
	for (uint64_t at = r.low; at < r.high; at++) {
		uint64_t offset = at - s->text->address;

		if (offset < s->text->size && s->text->bytes[offset] == 0xe8)
			add_target(s, parent, word_at(s, at + 1) + at + 5);
	}
}

/* B and BL. */
static void scan_aarch64(struct scan *s, uint32_t parent, struct range r)
{
	for (uint64_t at = r.low; at < r.high; at += 4) {
		uint32_t insn = word_at(s, at);
		uint64_t words = ((uint64_t)(insn & 0x3ffffff) ^ 0x2000000) - 0x2000000;

		if ((insn & 0x7c000000) == 0x14000000)
			add_target(s, parent, at + (words << 2));
	}
}

int gnu_static_arcs_scan(struct gnu_graph *g, const struct gnu_image *image,
			 const struct gmon *profile, struct gp_error *e)
{
	struct scan s = { g, profile, gnu_image_code(image, image->text),
			  image->target.big_endian };
	bool x86 = image->machine == EM_X86_64 || image->machine == EM_386;

	if (!x86 && image->machine != EM_AARCH64)
		return gnu_static_arcs_refuse(image, e);
	/* What GNU takes for the end of the last symbol is no address above it. */
	for (uint32_t i = 0; s.text && i + 1 < g->nsymbols; i++) {
		struct range r = { g->table->symbols[i].address,
				   g->table->symbols[i + 1].address };

		if (clip(profile, &r, e) < 0)
			return -1;
		clip_to_text(&s, &r);
		if (x86)
			scan_x86(&s, i, r);
		else
			scan_aarch64(&s, i, r);
	}
	return 0;
}
