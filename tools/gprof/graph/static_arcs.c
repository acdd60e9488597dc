/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_arcs.c - calls found by disassembly, in two ways; see static_arcs.h.
 */
#include "gprof/graph/static_arcs.h"
#include "gprof/symbols/decode.h"

#include <gelf.h>
#include <string.h>

static int refuse(const struct gnu_image *image, struct gp_error *e)
{
	gp_fail(e, "-c not supported on the machine of '%s'", image->path);
	return 1;
}

/* ------------------------------------------------------------------ as GNU gprof finds them */

/*
 * Only the code of functions that a histogram covers is looked at, and only targets
 * that one covers, by the lower 32 bits of their addresses, are taken.
 */

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

static int scan(struct gnu_graph *g, const struct gnu_image *image, const struct gmon *profile,
		struct gp_error *e)
{
	struct scan s = { g, profile, gnu_image_code(image, image->text),
			  image->target.big_endian };
	bool x86 = image->machine == EM_X86_64 || image->machine == EM_386;

	if (!x86 && image->machine != EM_AARCH64)
		return refuse(image, e);
	/* GNU takes an address below the last symbol for its end. */
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

/* ------------------------------------------------------------------ as they are */

/*
 * A function is disassembled from its start to its end.  A direct call is an arc to the
 * function that starts at its target, and so is a jump out of the function: a tail
 * call.  Jumps inside of a function, calls of labels inside of one (of position
 * independent code) and what is reached through a register are none.
 */

/* Returns true if the compiler moved 'part' out of the function: then no arc leads to it. */
static bool is_cold_part(const struct gnu_symbol *part, const struct gnu_symbol *of)
{
	size_t n = strlen(of->name);

	return !strncmp(part->name, of->name, n) && !strncmp(part->name + n, ".cold", 5);
}

static void add_branch(struct gnu_graph *g, uint32_t parent, const struct gnu_branch *b)
{
	uint32_t child = gnu_table_find(g->table, b->target);

	if (child == GP_NONE || g->table->symbols[child].address != b->target ||
	    !g->table->symbols[child].function || (child == parent && !b->call) ||
	    is_cold_part(&g->table->symbols[child], &g->table->symbols[parent]))
		return;
	gnu_arcs_add(g, g->table->symbols[parent].unit, g->table->symbols[child].unit, 0);
}

static int disassemble(struct gnu_graph *g, const struct gnu_image *image, struct gp_error *e)
{
	struct gnu_decoder d;
	struct gnu_branch b;

	if (!gnu_decoder_open(&d, image))
		return refuse(image, e);
	for (uint32_t i = 0; i < g->nsymbols; i++) {
		const struct gnu_symbol *s = &g->table->symbols[i];

		if (s->extra == GNU_SYNTHETIC && !s->mapped)
			continue;
		gnu_decoder_start(&d, s->address, s->end + 1);
		while (gnu_decoder_next(&d, &b))
			add_branch(g, i, &b);
	}
	gnu_decoder_close(&d);
	return 0;
}

int gnu_static_arcs_add(struct gnu_graph *g, const struct gnu_image *image,
			const struct gmon *profile, bool exact, struct gp_error *e)
{
	return exact ? scan(g, image, profile, e) : disassemble(g, image, e);
}
