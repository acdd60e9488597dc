/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hist.c - see hist.h.  One pass over the bins of each histogram and the symbols there.
 */
#include "gprof/graph/hist.h"
#include "base/util.h"

#include <stdlib.h>

#define UNIT 2 /* bytes */
#define BIN 4  /* bytes; of glibc */

/* How bins map to units of code. */
struct scale {
	uint64_t low;     /* unit of the first bin's start */
	double per_bin;   /* units; as GNU has it */
	uint32_t glibc;   /* scale that glibc multiplied by, 65536ths; 0: not glibc's */
	bool exact;
};

struct bin {
	uint64_t low, high; /* units, high exclusive */
	double width;       /* units that the count is divided by */
};

/*
 * glibc's monstartup(): the range is a multiple of 4 bytes, there is a counter for each
 * 4 bytes, the table is as long as makes it a multiple of a word; the scale is the
 * quotient of both as a float, cut to 16 bits after the point.
 */
static uint32_t glibc_scale(const struct gmon_histogram *h, unsigned word)
{
	uint64_t text = h->high - h->low;
	uint64_t bytes = (text / 2 + word - 1) / word * word;

	if (h->low % 4 || text % 4 || !text || h->high < h->low || bytes / 2 != h->nbins)
		return 0;
	return (uint32_t)((float)bytes / (float)text * 0x10000);
}

/* A double as a number of units, as near as there is one. */
static uint64_t whole(double x)
{
	if (!(x >= 0))
		return 0;
	return x < 0x1p63 ? (uint64_t)x : UINT64_MAX;
}

/* No range goes on at 0: bins ascend. */
static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* The first unit whose bin, by glibc's multiplication, is not before 'i'. */
static uint64_t glibc_start(uint64_t i, uint32_t scale)
{
	return (i * 0x10000 + scale - 1) / scale;
}

static struct bin bin_at(const struct scale *s, uint32_t i)
{
	struct bin b;

	if (s->glibc) {
		b.low = add(s->low, glibc_start(i, s->glibc));
		b.high = add(s->low, glibc_start((uint64_t)i + 1, s->glibc));
	} else {
		b.low = add(s->low, whole(s->per_bin * i));
		b.high = add(s->low, whole(s->per_bin * ((double)i + 1)));
	}
	if (!s->exact && b.high <= b.low)
		b.high = add(b.low, 1);
	b.width = s->exact ? s->per_bin : (double)(b.high - b.low);
	return b;
}

/* ------------------------------------------------------------------ */

struct assign {
	struct gnu_hist *h;
	struct gnu_graph *g;
	struct scale scale;
	size_t at; /* first symbol that may reach the next bin */
};

/* Where a symbol's code ends, in units; of the last one the whole bin, as glibc makes
   them.  GNU takes what lies in memory after its table for the symbol after the last,
   which amounts to an empty last symbol. */
static uint64_t end_unit(const struct assign *a, size_t i)
{
	const struct gnu_symbol *s = &a->g->table->symbols[i];

	if (i + 1 < a->g->nsymbols)
		return s[1].address / UNIT;
	if (a->scale.exact || s->end < s->address)
		return 0;
	return (s->end + BIN) / BIN * (BIN / UNIT);
}

/* The first unit that holds nothing of it. */
static uint64_t reach(const struct assign *a, size_t i)
{
	const struct gnu_symbol *s = &a->g->table->symbols[i];

	if (a->scale.exact || i + 1 >= a->g->nsymbols)
		return end_unit(a, i);
	return s[1].address / UNIT + s[1].address % UNIT;
}

static void credit(struct assign *a, size_t i, double ticks)
{
	if (gnu_specs_has(a->g->specs, &a->g->table->symbols[i], GNU_INCL_FLAT))
		a->g->nodes[a->g->table->symbols[i].unit].time += ticks;
	else
		a->h->total -= ticks;
}

/* The bytes of [low, high) in a bin, whose end must be an address. */
static uint64_t bytes_in(const struct bin *b, uint64_t low, uint64_t high)
{
	low = low > b->low * UNIT ? low : b->low * UNIT;
	high = high < b->high * UNIT ? high : b->high * UNIT;
	return low < high ? high - low : 0;
}

/* The size of a symbol, in bytes: its code, and the filler up to the next symbol, which is never
   executed. */
struct cover {
	uint64_t start, end, next;
};

static struct cover cover_of(const struct assign *a, size_t i)
{
	const struct gnu_symbol *s = &a->g->table->symbols[i];
	bool last = i + 1 == a->g->nsymbols;
	struct cover c = { .start = s->address };

	c.end = last ? end_unit(a, i) * UNIT : s[1].address;
	if (c.end < c.start)
		c.end = c.start;
	c.next = last ? UINT64_MAX : c.end;
	if (s->size && s->size < c.end - c.start)
		c.end = c.start + s->size;
	return c;
}

/* A bin in which symbols meet: each has the share of its bytes among those of code.  False:
   nothing of it is known to be code. */
static bool assign_bytes(struct assign *a, const struct bin *b, double count)
{
	const struct gnu_symbol *symbols = a->g->table->symbols;
	uint64_t code = (b->high - b->low) * UNIT;
	size_t i, n = a->g->nsymbols;

	if (b->high > UINT64_MAX / UNIT)
		return false;
	for (i = a->at; i < n && symbols[i].address / UNIT < b->high; i++) {
		struct cover c = cover_of(a, i);

		code -= bytes_in(b, c.end, c.next);
	}
	if (!code)
		return false;
	for (i = a->at; i < n && symbols[i].address / UNIT < b->high; i++) {
		struct cover c = cover_of(a, i);
		uint64_t own = bytes_in(b, c.start, c.end);

		if (own)
			credit(a, i, (double)own * count / (double)code);
	}
	return true;
}

static void assign_units(struct assign *a, const struct bin *b, double count)
{
	const struct gnu_table *t = a->g->table;

	for (size_t i = a->at; i < t->nsymbols; i++) {
		uint64_t low = t->symbols[i].address / UNIT, high = end_unit(a, i);

		if (low >= b->high)
			break;
		low = low > b->low ? low : b->low;
		high = high < b->high ? high : b->high;
		if (low < high)
			credit(a, i, (double)(high - low) * count / b->width);
	}
}

static void assign_bin(struct assign *a, const struct bin *b, double count)
{
	const struct gnu_table *t = a->g->table;

	a->h->total += count;
	while (a->at < t->nsymbols && reach(a, a->at) <= b->low)
		a->at++;
	if (a->scale.exact || !assign_bytes(a, b, count))
		assign_units(a, b, count);
}

static struct scale scale_of(const struct gmon *p, const struct gmon_histogram *h, bool exact)
{
	struct scale s = { .low = h->low / UNIT, .exact = exact, .per_bin = p->scale };

	if (!exact) {
		s.per_bin = (double)((h->high - h->low) / UNIT) / h->nbins;
		s.glibc = glibc_scale(h, p->target.pointer);
	}
	return s;
}

static void assign_histogram(struct assign *a, const struct gmon_histogram *h)
{
	const size_t n = a->g->table->nsymbols;

	a->at = gp_first(k, n ? n - 1 : 0, reach(a, k) <= a->scale.low);
	for (uint32_t i = 0; i < h->nbins; i++) {
		struct bin b;

		if (!h->bins[i])
			continue;
		b = bin_at(&a->scale, i);
		assign_bin(a, &b, (double)h->bins[i]);
	}
}

/* GNU prints the bytes of a bin cut to whole units. */
static long granule(const struct gmon *p, bool exact)
{
	struct scale s;

	if (!p->nhistograms || !(p->scale < 0x1p61))
		return 0;
	s = scale_of(p, p->histograms, exact);
	if (exact || !s.glibc)
		return (long)p->scale * UNIT;
	return (long)(65536.0 / s.glibc + 0.5) * UNIT;
}

void gnu_hist_assign(struct gnu_hist *h, const struct gmon *profile, struct gnu_graph *g,
		     bool exact)
{
	struct assign a = { .h = h, .g = g };

	h->total = 0;
	h->granule = granule(profile, exact);
	for (size_t i = 0; i < profile->nhistograms; i++) {
		a.scale = scale_of(profile, &profile->histograms[i], exact);
		assign_histogram(&a, &profile->histograms[i]);
	}
}
