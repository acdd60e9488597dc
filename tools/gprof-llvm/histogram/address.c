/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * address.c - the chart by address or offset in a module, of TIMEIT, SPYTIME and
 * METER (Power 1983, Figure 1A); see histogram.h.
 *
 * Samples are sorted by address, so intervals are made one after the other as samples come;
 * those without any are one row, however many there are.
 */
#include "histogram/histogram.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_WIDTH 16  /* bytes of an interval, unless said */

/* The function of a run of samples in an interval. */
struct part {
	uint32_t node;      /* or GP_NONE: */
	const char *symbol; /* or NULL: not known */
	double weight;
};

struct span {
	uint64_t low, high;
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
	struct part last, most; /* function of the last samples, and the one with most time */
	size_t parts;           /* functions */
};

struct scan {
	struct histogram *h;
	struct range range;
	uint64_t width, base; /* bytes of an interval; what labels count from */
	int digits;           /* of labels */
	struct span *hot; /* with time; what hints are made of */
	size_t nhot, hot_room;
};

static uint64_t choose_width(const struct histogram *h, uint64_t size)
{
	uint64_t n = h->intervals ? h->intervals : HISTOGRAM_INTERVALS, width = LEAST_WIDTH;

	if (h->width)
		return h->width;
	if (h->intervals)
		return (size + n - 1) / n;
	while (width * n < size)
		width *= 2;
	return width;
}

static char *label(const struct scan *s, uint64_t low, uint64_t high)
{
	return gp_format("%s0x%0*llx-0x%0*llx", s->h->offsets ? "+" : "", s->digits,
			 (unsigned long long)(low - s->base), s->digits,
			 (unsigned long long)(high - s->base));
}

/* How the interval is named for --range. */
static char *option(const struct scan *s, uint64_t low, uint64_t high)
{
	const struct program *p = s->h->p;
	uint64_t base = range_base(p, s->range.object);

	if (s->range.object != HISTOGRAM_BINARY)
		return gp_format("--range=%s+0x%llx-0x%llx", p->objects[s->range.object].name,
				 (unsigned long long)(low - base),
				 (unsigned long long)(high - base));
	return gp_format("--range=0x%llx-0x%llx", (unsigned long long)(low - s->base),
			 (unsigned long long)(high - s->base));
}

/* ------------------------------------------------------------------ */

static bool is_same(const struct part *a, const struct part *b)
{
	if (a->node != b->node || !a->symbol != !b->symbol)
		return false;
	return !a->symbol || !strcmp(a->symbol, b->symbol);
}

static void end_part(struct span *x)
{
	if (x->last.weight > x->most.weight || x->parts == 1)
		x->most = x->last;
}

static void add_sample(const struct scan *s, struct span *x, const struct address_sample *sample)
{
	struct part part = { .weight = sample->weight };

	part.node = address_sample_function(s->h->p, sample, &part.symbol);
	x->samples += sample->samples;
	x->squares += sample->squares;
	x->usual += sample->usual;
	x->weight += sample->weight;
	if (x->parts && is_same(&x->last, &part)) {
		x->last.weight += part.weight;
		return;
	}
	if (x->parts)
		end_part(x);
	x->parts++;
	x->last = part;
}

/* The function, how far from its start the interval begins, and how many more there are. */
static char *note(const struct scan *s, const struct span *x)
{
	const struct object *o = &s->h->p->objects[s->range.object];
	char *name = histogram_name(s->h, x->most.node, x->most.symbol), *text;
	uint64_t start = x->low;
	const struct elf_symbol *symbol;

	if (x->most.node != GP_NONE) {
		start = s->h->p->functions[x->most.node].address;
	} else if (x->most.symbol) {
		symbol = elfobj_symbol_at(&o->elf, x->low);
		if (symbol && !strcmp(symbol->name, x->most.symbol))
			start = symbol->address;
	}
	if (x->parts > 1)
		text = gp_format("%s, %zu more", name ? name : "no name", x->parts - 1);
	else if (name && start && start < x->low)
		text = gp_format("%s+0x%llx", name, (unsigned long long)(x->low - start));
	else
		text = gp_strdup(name ? name : "no name");
	free(name);
	return text;
}

static void put_empty(const struct scan *s, uint64_t from, uint64_t to)
{
	uint64_t n = (to - from + s->width - 1) / s->width;

	if (from < to)
		chart_add_row(&s->h->chart, label(s, from, to),
			      n > 1 ? gp_format("(%llu empty intervals)", (unsigned long long)n)
				: NULL);
}

static void put(struct scan *s, struct span *x)
{
	struct chart_row *row;

	end_part(x);
	row = chart_add_row(&s->h->chart, label(s, x->low, x->high), note(s, x));
	row->samples = x->samples;
	row->squares = x->squares;
	row->usual = x->usual;
	row->weight = x->weight;
	*gp_push(s->hot, s->nhot, s->hot_room) = *x;
}

/* The interval an address is in. */
static struct span span_of(const struct scan *s, uint64_t address)
{
	uint64_t low = s->range.low + (address - s->range.low) / s->width * s->width;
	uint64_t left = s->range.high - low;

	return (struct span){ .low = low, .high = low + (left < s->width ? left : s->width) };
}

static bool is_inside(const struct scan *s, const struct address_sample *sample)
{
	return sample->object == s->range.object && sample->address >= s->range.low &&
	       sample->address < s->range.high && (!sample->kernel || s->h->kernel_in);
}

static void put_intervals(struct scan *s)
{
	struct span x = { 0 };
	uint64_t done = s->range.low;

	for (size_t i = 0; i < s->h->samples.n; i++) {
		const struct address_sample *sample = &s->h->samples.items[i];

		if (!is_inside(s, sample))
			continue;
		if (!x.parts || sample->address >= x.high) {
			if (x.parts) {
				put(s, &x);
				done = x.high;
			}
			x = span_of(s, sample->address);
			put_empty(s, done, x.low);
		}
		add_sample(s, &x, sample);
	}
	if (x.parts) {
		put(s, &x);
		done = x.high;
	}
	put_empty(s, done, s->range.high);
}

/* ------------------------------------------------------------------ */

struct module {
	uint32_t object;
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct module *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->object < b->object ? -1 : a->object > b->object;
}

/* The time outside the range, by module, each with the option that shows it. */
static void put_outside(struct scan *s)
{
	struct histogram *h = s->h;
	struct module *modules = gp_alloc(h->p->nobjects, sizeof *modules);
	struct address_sample kernel = { .weight = 0 }, unknown = kernel, ready = kernel;

	for (size_t i = 0; i < h->p->nobjects; i++)
		modules[i].object = i;
	for (size_t i = 0; i < h->samples.n; i++) {
		const struct address_sample *sample = &h->samples.items[i];
		bool in_kernel = sample->kernel && !h->kernel_in;
		struct address_sample *sum = in_kernel	     ? &kernel
					     : sample->ready ? &ready
							     : &unknown;

		if (is_inside(s, sample))
			continue;
		if (in_kernel || sample->object == GP_NONE) {
			sum->samples += sample->samples;
			sum->squares += sample->squares;
			sum->usual += sample->usual;
			sum->weight += sample->weight;
			continue;
		}
		modules[sample->object].samples += sample->samples;
		modules[sample->object].squares += sample->squares;
		modules[sample->object].usual += sample->usual;
		modules[sample->object].weight += sample->weight;
	}
	gp_sort(modules, h->p->nobjects, sizeof *modules, by_time, NULL);
	for (size_t i = 0; i < h->p->nobjects && (modules[i].samples || modules[i].weight); i++) {
		const char *name = h->p->objects[modules[i].object].name;
		bool same = modules[i].object == s->range.object;
		struct chart_row *row =
			chart_add_other(&h->chart, gp_format(same ? "rest of %s" : "%s", name),
					range_quote(gp_format("--range=%s", name)));

		row->samples = modules[i].samples;
		row->squares = modules[i].squares;
		row->usual = modules[i].usual;
		row->weight = modules[i].weight;
	}
	histogram_others(h, &kernel, &unknown, &ready);
	free(modules);
}

static int by_heat(const void *x, const void *y, void *unused)
{
	const struct span *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->low < b->low ? -1 : a->low > b->low;
}

static void put_hints(struct scan *s)
{
	struct histogram *h = s->h;
	const struct range all = range_module(h, s->range.object);
	const char *module = h->p->objects[s->range.object].name;

	gp_sort(s->hot, s->nhot, sizeof *s->hot, by_heat, NULL);
	for (size_t i = 0; i < s->nhot && i < HISTOGRAM_HINTS && s->width > 1; i++) {
		double percent = h->total ? 100 * s->hot[i].weight / h->total : 0;
		char *o = option(s, s->hot[i].low, s->hot[i].high);

		if (percent >= HISTOGRAM_HOT || !i)
			histogram_zoom_in(h, NULL, o, percent);
		else
			free(o);
	}
	if (s->range.low > all.low || s->range.high < all.high) {
		histogram_zoom_out(h, gp_format("--range=%s", module));
	}
}

static void describe(struct scan *s)
{
	struct histogram *h = s->h;
	uint64_t low = s->range.low - s->base, high = s->range.high - s->base;

	h->chart.title = gp_format("%s by %s of %s: 0x%llx-0x%llx, intervals of %llu byte%s",
				   histogram_quantity(h), h->offsets ? "offset" : "address",
				   h->p->objects[s->range.object].name, (unsigned long long)low,
				   (unsigned long long)high, (unsigned long long)s->width,
				   s->width == 1 ? "" : "s");
	h->chart.label = h->offsets ? "offset" : "address";
	h->chart.note = "function";
	s->digits = snprintf(NULL, 0, "%llx", (unsigned long long)high);
}

int histogram_address(struct histogram *h, struct gp_error *e)
{
	struct scan s = { .h = h };

	if (h->range && range_parse(&s.range, h, h->range, e) < 0)
		return -1;
	if (!h->range)
		s.range = range_module(h, HISTOGRAM_BINARY);
	s.base = h->offsets ? range_base(h->p, s.range.object) : 0;
	s.width = choose_width(h, s.range.high - s.range.low);
	describe(&s);
	put_intervals(&s);
	put_outside(&s);
	put_hints(&s);
	free(s.hot);
	return 0;
}
