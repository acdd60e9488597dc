/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bsd.c - reading the BSD formats; see gmon.h.
 *
 * They hold one histogram and the arcs after it up to the end of the file, with
 * counts as wide as a pointer.  An arc cut short ends the file.
 */
#include "gmon/bsd.h"

#include <inttypes.h>

struct bsd_header {
	uint64_t low, high;
	uint32_t size; /* of header and bins, bytes */
	uint32_t rate; /* 0: the file does not say */
	bool bsd44;
};

static bool read_header(struct cursor *c, struct bsd_header *h)
{
	uint32_t version;

	if (!cursor_address(c, &h->low) || !cursor_address(c, &h->high) ||
	    !cursor_u32(c, &h->size) || !cursor_u32(c, &version))
		return false;
	h->bsd44 = version == GMON_BSD44_VERSION;
	h->rate = 0;
	return !h->bsd44 || cursor_u32(c, &h->rate);
}

static int check_rate(struct gmon *g, const struct bsd_header *h, const char *name,
		      struct gp_error *e)
{
	if (!h->bsd44)
		return 0;
	if (g->nhistograms && g->has_rate && g->rate != h->rate)
		return gp_fail(e, "%s: profiling rate incompatible with first gmon file", name);
	g->rate = h->rate;
	g->has_rate = true;
	return 0;
}

/* It must be the first file's, for there is one only. */
static int check_histogram(const struct gmon *g, const struct bsd_header *h, uint32_t nbins,
			   const char *name, struct gp_error *e)
{
	const struct gmon_histogram *first = g->histograms;

	if (!g->nhistograms ||
	    (h->low == first->low && h->high == first->high && nbins == first->nbins))
		return 0;
	return gp_fail(e, "%s: incompatible with first gmon file", name);
}

static int read_bins(struct cursor *c, struct gmon_histogram *h, struct gp_error *e)
{
	uint64_t count;

	for (uint32_t i = 0; i < h->nbins; i++) {
		if (!cursor_number(c, 2, &count))
			return gp_fail(e, "unexpected EOF after reading %" PRIu32 "/%" PRIu32
				       " bins", i, h->nbins);
		h->bins[i] += count;
	}
	return 0;
}

static void read_arcs(struct gmon *g, struct cursor *c, struct gmon_records *records)
{
	struct gmon_arc a;

	while (cursor_address(c, &a.from) && cursor_address(c, &a.self) &&
	       cursor_number(c, c->target.pointer, &a.count)) {
		records->arcs++;
		gmon_add_arc(g, a.from, a.self, a.count);
	}
}

int gmon_read_bsd(struct gmon *g, struct cursor *c, enum gmon_format format,
		  struct gmon_records *records, const char *name, struct gp_error *e)
{
	struct cursor start = *c;
	struct gmon_histogram *to;
	struct bsd_header h;
	uint32_t header, nbins;

	records->version = -1;
	if (!read_header(c, &h))
		return gp_fail(e, "%s: file too short to be a gmon file", name);
	if (format == GMON_BSD44 && !h.bsd44)
		return gp_fail(e, "file `%s' has bad magic cookie", name);
	if (check_rate(g, &h, name, e) < 0)
		return -1;
	header = gmon_bsd_header(&c->target, h.bsd44);
	if (h.size < header || h.size - header > INT32_MAX || h.low > h.high)
		return gp_fail(e, "file '%s' does not appear to be in gmon.out format", name);
	nbins = (h.size - header) / 2;
	*c = start;
	c->at += header < c->left ? header : c->left;
	c->left -= header < c->left ? header : c->left;
	if (check_histogram(g, &h, nbins, name, e) < 0)
		return -1;
	/* GNU gprof prints one bin too few. */
	if (c->left / 2 < nbins)
		return gp_fail(e, "unexpected EOF after reading %td/%" PRIu32 " bins",
			       (ptrdiff_t)(c->left / 2) - g->exact, nbins);
	to = g->nhistograms ? g->histograms : gmon_add_histogram(g, h.low, h.high, nbins, e);
	if (!to || read_bins(c, to, e) < 0)
		return -1;
	records->histograms = nbins > 0;
	read_arcs(g, c, records);
	g->has_arcs = true;
	/* Now GNU gprof has forgotten what else there was. */
	if (g->exact)
		g->has_blocks = false;
	if (!g->has_rate || !g->rate)
		g->rate = GMON_BSD_RATE;
	g->has_rate = true;
	return 0;
}
