/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * write.c - writing gmon.out; see gmon.h.
 *
 * GNU's fields are 16 bits a bin and 32 bits a count.  Readers add up records of
 * the same range or pair, so that a larger number is written as several records:
 * of bins as many histograms as the largest takes, each with what is left of every
 * bin.  gmon_write_cut() writes the low bits only, once.
 *
 * Errors of the stream are reported at the end: it remembers them.
 */
#include "gmon/bsd.h"

#include <errno.h>
#include <string.h>

#define BIN_MAX 0xffffu
#define COUNT_MAX 0xffffffffu

struct writer {
	FILE *sink;
	const struct gmon *g;
	bool cut;
	struct gmon_loss loss;
};

static void put_number(const struct writer *w, unsigned n, uint64_t value)
{
	unsigned char b[8];

	for (unsigned i = 0; i < n; i++)
		b[w->g->target.big_endian ? n - 1 - i : i] = (unsigned char)(value >> 8 * i);
	fwrite(b, 1, n, w->sink);
}

static void put_address(const struct writer *w, uint64_t value)
{
	put_number(w, w->g->target.pointer, value);
}

static void put_zeroes(const struct writer *w, unsigned n)
{
	while (n--)
		putc(0, w->sink);
}

static uint64_t largest_bin(const struct gmon_histogram *h)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < h->nbins; i++)
		if (h->bins[i] > most)
			most = h->bins[i];
	return most;
}

/* The part of a bin that goes into record number 'round'. */
static uint64_t part_of_bin(const struct writer *w, uint64_t count, uint64_t round)
{
	uint64_t before = round * BIN_MAX;

	if (w->cut)
		return count & BIN_MAX;
	if (count <= before)
		return 0;
	return count - before < BIN_MAX ? count - before : BIN_MAX;
}

static void put_histogram(const struct writer *w, const struct gmon_histogram *h, uint64_t round)
{
	putc(0, w->sink);
	put_address(w, h->low);
	put_address(w, h->high);
	put_number(w, 4, h->nbins);
	put_number(w, 4, w->g->rate);
	fwrite(w->g->dimension, 1, 15, w->sink);
	putc(w->g->abbreviation, w->sink);
	for (uint32_t i = 0; i < h->nbins; i++)
		put_number(w, 2, part_of_bin(w, h->bins[i], round));
}

static void put_histograms(const struct writer *w, const struct gmon_histogram *h)
{
	uint64_t rounds = w->cut ? 1 : (largest_bin(h) + BIN_MAX - 1) / BIN_MAX;

	for (uint64_t round = 0; round == 0 || round < rounds; round++)
		put_histogram(w, h, round);
}

static void put_arc(struct writer *w, const struct gmon_arc *a)
{
	uint64_t left = w->cut ? a->count & COUNT_MAX : a->count;
	unsigned records = 0;

	do {
		uint64_t part = left < COUNT_MAX ? left : COUNT_MAX;

		putc(1, w->sink);
		put_address(w, a->from);
		put_address(w, a->self);
		put_number(w, 4, part);
		left -= part;
	} while (left && ++records < GMON_MOST_RECORDS);
	w->loss.calls += left;
}

static void put_blocks(const struct writer *w)
{
	putc(2, w->sink);
	put_number(w, 4, w->g->nblocks);
	for (size_t i = 0; i < w->g->nblocks; i++) {
		put_address(w, w->g->blocks[i].address);
		put_address(w, w->g->blocks[i].count);
	}
}

static void write_gnu(struct writer *w)
{
	const struct gmon *g = w->g;

	fwrite("gmon", 1, 4, w->sink);
	put_number(w, 4, 1);
	put_zeroes(w, 12);
	for (size_t i = 0; i < g->nhistograms; i++)
		put_histograms(w, &g->histograms[i]);
	for (size_t i = 0; i < g->narcs; i++)
		put_arc(w, &g->arcs[i]);
	if (g->has_blocks)
		put_blocks(w);
}

/* ------------------------------------------------------------------ */

static void put_bsd_bin(struct writer *w, uint64_t count)
{
	if (!w->cut && count > BIN_MAX) {
		w->loss.samples += count - BIN_MAX;
		count = BIN_MAX;
	}
	put_number(w, 2, count);
}

static void put_bsd_arc(const struct writer *w, const struct gmon_arc *a)
{
	uint64_t most = w->g->target.pointer == 4 ? COUNT_MAX : UINT64_MAX;
	uint64_t left = w->cut ? a->count & most : a->count;

	do {
		uint64_t part = left < most ? left : most;

		put_address(w, a->from);
		put_address(w, a->self);
		put_number(w, w->g->target.pointer, part);
		left -= part;
	} while (left);
}

static void write_bsd(struct writer *w, bool bsd44)
{
	static const struct gmon_histogram none;
	const struct gmon *g = w->g;
	const struct gmon_histogram *h = g->nhistograms ? g->histograms : &none;

	put_address(w, h->low);
	put_address(w, h->high);
	put_number(w, 4, 2 * (uint64_t)h->nbins + gmon_bsd_header(&g->target, bsd44));
	if (bsd44) {
		put_number(w, 4, GMON_BSD44_VERSION);
		put_number(w, 4, g->rate);
		put_zeroes(w, 12);
	}
	for (uint32_t i = 0; i < h->nbins; i++)
		put_bsd_bin(w, h->bins[i]);
	for (size_t i = 0; i < g->narcs; i++)
		put_bsd_arc(w, &g->arcs[i]);
}

/* Samples of histograms that a BSD file has no place for. */
static uint64_t other_samples(const struct gmon *g)
{
	uint64_t sum = 0;

	for (size_t i = 1; i < g->nhistograms; i++)
		for (uint32_t b = 0; b < g->histograms[i].nbins; b++)
			sum += g->histograms[i].bins[b];
	return sum;
}

static int finish(struct writer *w, struct gp_error *e)
{
	if (fflush(w->sink) != 0 || ferror(w->sink))
		return gp_fail(e, "cannot write the profile: %s", strerror(errno));
	return 0;
}

static int write_as(struct writer *w, enum gmon_format format, struct gp_error *e)
{
	if (format == GMON_AUTO || format == GMON_GNU) {
		write_gnu(w);
		return finish(w, e);
	}
	write_bsd(w, format == GMON_BSD44 || w->g->rate != GMON_BSD_RATE);
	w->loss.samples += other_samples(w->g);
	return finish(w, e);
}

int gmon_write(const struct gmon *g, FILE *sink, enum gmon_format format,
	       struct gmon_loss *loss, struct gp_error *e)
{
	struct writer w = { .sink = sink, .g = g };
	int rc = write_as(&w, format, e);

	if (loss)
		*loss = w.loss;
	return rc;
}

int gmon_write_cut(const struct gmon *g, FILE *sink, enum gmon_format format,
		   struct gp_error *e)
{
	struct writer w = { .sink = sink, .g = g, .cut = true };

	return write_as(&w, format, e);
}
