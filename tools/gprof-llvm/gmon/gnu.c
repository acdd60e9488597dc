/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gnu.c - reading a file of either format by its first bytes, and the records of the GNU format;
 * see gmon.h.
 */
#include "gmon/gmon.h"
#include "gmon/bsd.h"
#include "gmon/cursor.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { TAG_HISTOGRAM, TAG_ARC, TAG_BLOCKS };

#define HEADER 20 /* bytes of either format's header that must be there */
#define LEAST_ARC 13 /* bytes of a record, with its tag */

struct histogram_header {
	uint64_t low, high;
	uint32_t nbins, rate;
	char dimension[16];
	char abbreviation;
};

static bool read_header(struct cursor *c, struct histogram_header *h)
{
	h->dimension[15] = 0;
	return cursor_address(c, &h->low) && cursor_address(c, &h->high) &&
	       cursor_u32(c, &h->nbins) && cursor_u32(c, &h->rate) &&
	       cursor_bytes(c, h->dimension, 15) && cursor_bytes(c, &h->abbreviation, 1);
}

/* One unit, and one width of bins, for all: they are printed as one. */
static int check_unit(const struct gmon *g, const struct histogram_header *h, struct gp_error *e)
{
	double scale = (double)((h->high - h->low) / 2) / h->nbins;

	if (strncmp(h->dimension, g->dimension, 15))
		return gp_fail(e, "dimension unit changed between histogram records: from '%s' "
			       "to '%s'", g->dimension, h->dimension);
	if (h->abbreviation != g->abbreviation)
		return gp_fail(e, "dimension abbreviation changed between histogram records: "
			       "from '%c' to '%c'", g->abbreviation, h->abbreviation);
	if (fabs(g->scale - scale) > 0.000001)
		return gp_fail(e, "different scales in histogram records");
	return 0;
}

static int read_bins(struct cursor *c, struct gmon_histogram *h, const char *name,
		     struct gp_error *e)
{
	uint64_t count;

	for (uint32_t i = 0; i < h->nbins; i++) {
		if (!cursor_number(c, 2, &count))
			return gp_fail(e, "%s: unexpected EOF after reading %" PRIu32 " of %"
				       PRIu32 " samples", name, i, h->nbins);
		h->bins[i] += count;
	}
	return 0;
}

static int read_histogram(struct gmon *g, struct cursor *c, const char *name, struct gp_error *e)
{
	struct gmon_histogram *to;
	struct histogram_header h;

	if (!read_header(c, &h))
		return gp_fail(e, "%s: unexpected end of file", name);
	if (g->nhistograms) {
		if (check_unit(g, &h, e) < 0)
			return -1;
	} else {
		g->rate = h.rate;
		g->has_rate = true;
		memcpy(g->dimension, h.dimension, sizeof g->dimension);
		g->abbreviation = h.abbreviation;
	}
	/* Before room is made for bins that the file cannot hold. */
	if (c->left / 2 < h.nbins)
		return gp_fail(e, "%s: unexpected EOF after reading %zu of %" PRIu32 " samples",
			       name, c->left / 2, h.nbins);
	to = gmon_add_histogram(g, h.low, h.high, h.nbins, e);
	return to ? read_bins(c, to, name, e) : -1;
}

static int read_arc(struct gmon *g, struct cursor *c, const char *name, struct gp_error *e)
{
	uint64_t from, self;
	uint32_t count;

	if (!cursor_address(c, &from) || !cursor_address(c, &self) || !cursor_u32(c, &count))
		return gp_fail(e, "%s: unexpected end of file", name);
	gmon_add_arc(g, from, self, count);
	return 0;
}

/* Version 0 keeps names and line beside each block, and 64 bits on all machines. */
static bool read_block_0(struct cursor *c, struct gmon_block *b)
{
	uint32_t line;

	if (!cursor_number(c, 8, &b->count) || !cursor_number(c, 8, &b->address))
		return false;
	cursor_skip_string(c);
	cursor_skip_string(c);
	return cursor_u32(c, &line);
}

static int read_blocks(struct gmon *g, struct cursor *c, int version, const char *name,
		       struct gp_error *e)
{
	struct gmon_block b;
	uint32_t n;

	if (!cursor_u32(c, &n))
		return gp_fail(e, "%s: unexpected end of file", name);
	g->has_blocks = true;
	if (version == 0)
		cursor_skip_string(c);
	while (n--) {
		if (version == 0 ? !read_block_0(c, &b)
				 : !cursor_address(c, &b.address) || !cursor_address(c, &b.count))
			return gp_fail(e, "%s: unexpected end of file", name);
		gmon_add_block(g, b.address, b.count);
	}
	return 0;
}

static int read_record(struct gmon *g, struct cursor *c, struct gmon_records *records,
		       const char *name, struct gp_error *e)
{
	unsigned char tag = 0;

	cursor_bytes(c, &tag, 1);
	switch (tag) {
	case TAG_HISTOGRAM:
		records->histograms++;
		return read_histogram(g, c, name, e);
	case TAG_ARC:
		records->arcs++;
		return read_arc(g, c, name, e);
	case TAG_BLOCKS:
		records->blocks++;
		return read_blocks(g, c, records->version, name, e);
	}
	return gp_fail(e, "%s: found bad tag %d (file corrupted?)", name, tag);
}

static int read_gnu(struct gmon *g, struct cursor *c, struct gmon_records *records,
		    const char *name, struct gp_error *e)
{
	uint32_t version = 0;
	unsigned char skipped[12];

	cursor_bytes(c, skipped, 4);
	cursor_u32(c, &version);
	cursor_bytes(c, skipped, 12);
	if (version > 1)
		return gp_fail(e, "file `%s' has unsupported version %" PRId32, name,
			       (int32_t)version);
	records->version = (int)version;
	g->arcs = gp_reserve(g->arcs, &g->arcs_room, c->left / LEAST_ARC, sizeof *g->arcs);
	while (c->left)
		if (read_record(g, c, records, name, e) < 0)
			return -1;
	return 0;
}

int gmon_read(struct gmon *g, const void *bytes, size_t size, const char *name,
	      enum gmon_format format, struct gmon_records *records, struct gp_error *e)
{
	struct cursor c = { bytes, size, g->target };
	struct gmon_records unused;
	bool magic;

	if (!records)
		records = &unused;
	memset(records, 0, sizeof *records);
	if (size < HEADER)
		return gp_fail(e, "%s: file too short to be a gmon file", name);
	magic = !memcmp(bytes, "gmon", 4);
	if (format == GMON_GNU && !magic)
		return gp_fail(e, "file `%s' has bad magic cookie", name);
	if (format == GMON_GNU || (format == GMON_AUTO && magic))
		return read_gnu(g, &c, records, name, e);
	return gmon_read_bsd(g, &c, format, records, name, e);
}
