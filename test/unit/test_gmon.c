/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_gmon.c - gmon.out formats: what is written is read back to the same sums,
 * in every format and byte order, and no prefix of a file is read past its end.
 */
#include "gmon/gmon.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static const struct gmon_target targets[] = {
	{ 8, false, false }, { 8, true, false }, { 4, false, false }, { 4, true, true },
};

/* A profile with numbers wider than the fields. */
static void make(struct gmon *g, const struct gmon_target *t)
{
	struct gp_error e;
	struct gmon_histogram *h;

	gmon_init(g, t);
	g->rate = 250;
	g->has_rate = true;
	h = gmon_add_histogram(g, 0x1000, 0x1010, 4, &e);
	h->bins[0] = 3;
	h->bins[3] = 200000;
	gmon_add_arc(g, 0x1004, 0x1008, 7);
	gmon_add_arc(g, 0x1005, 0x1008, 10000000000u);
}

static void write_to(const struct gmon *g, enum gmon_format format, char **bytes, size_t *size,
		     struct gmon_loss *loss)
{
	FILE *f = open_memstream(bytes, size);
	struct gp_error e;

	CHECK(gmon_write(g, f, format, loss, &e) == 0, "%s", e.text);
	fclose(f);
}

static uint64_t calls(const struct gmon *g, uint64_t from)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < g->narcs; i++)
		if (g->arcs[i].from == from)
			sum += g->arcs[i].count;
	return sum;
}

static void check_round_trip(const struct gmon_target *t, enum gmon_format format)
{
	struct gmon g, back;
	struct gmon_loss loss;
	struct gp_error e;
	size_t size;
	char *bytes;

	make(&g, t);
	write_to(&g, format, &bytes, &size, &loss);
	gmon_init(&back, t);
	CHECK(gmon_read(&back, bytes, size, "file", format, NULL, &e) == 0,
	      "pointer of %u, format %d", t->pointer, format);
	CHECK(back.nhistograms == 1 && back.histograms[0].nbins == 4,
	      "pointer of %u, format %d", t->pointer, format);
	CHECK(back.rate == 250 && back.scale == 2.0,
	      "pointer of %u, format %d", t->pointer, format);
	CHECK(back.histograms[0].bins[0] == 3, "pointer of %u, format %d", t->pointer, format);
	CHECK(back.histograms[0].bins[3] + loss.samples == 200000,
	      "pointer of %u, format %d", t->pointer, format);
	CHECK(format != GMON_GNU || loss.samples == 0,
	      "pointer of %u, format %d", t->pointer, format);
	CHECK(calls(&back, 0x1004) == 7, "pointer of %u, format %d", t->pointer, format);
	CHECK(calls(&back, 0x1005) == 10000000000u, "pointer of %u, format %d", t->pointer, format);
	gmon_release(&back);
	gmon_release(&g);
	free(bytes);
}

/* Each prefix is read or refused; a copy of its exact size lets valgrind and the
   sanitizers see a read past it. */
static void check_prefixes(const struct gmon_target *t, enum gmon_format format)
{
	struct gmon g;
	struct gp_error e;
	size_t size, refused = 0;
	char *bytes;

	make(&g, t);
	write_to(&g, format, &bytes, &size, NULL);
	gmon_release(&g);
	for (size_t n = 0; n < size; n++) {
		char *copy = malloc(n ? n : 1);

		memcpy(copy, bytes, n);
		gmon_init(&g, t);
		if (gmon_read(&g, copy, n, "file", GMON_AUTO, NULL, &e) < 0)
			refused++;
		gmon_release(&g);
		free(copy);
	}
	CHECK(refused >= 20, "%zu of %zu", refused, size);
	free(bytes);
}

/* Ranges may touch, but not overlap, whatever their order. */
static void check_overlap(void)
{
	struct gp_error e = { "" };
	struct gmon g;

	gmon_init(&g, &targets[0]);
	CHECK(gmon_add_histogram(&g, 0x300, 0x400, 4, &e), "%s", e.text);
	CHECK(gmon_add_histogram(&g, 0x100, 0x200, 4, &e), "%s", e.text);
	CHECK(gmon_add_histogram(&g, 0x200, 0x300, 4, &e), "%s", e.text);
	CHECK(gmon_add_histogram(&g, 0x200, 0x300, 4, &e) == &g.histograms[2], "%s", e.text);
	CHECK(!gmon_add_histogram(&g, 0x1ff, 0x201, 4, &e), "%s", e.text);
	CHECK(!gmon_add_histogram(&g, 0x0, 0x101, 4, &e), "%s", e.text);
	CHECK(!gmon_add_histogram(&g, 0x3ff, 0x500, 4, &e), "%s", e.text);
	CHECK(!gmon_add_histogram(&g, 0x0, 0x1000, 4, &e), "%s", e.text);
	CHECK(gmon_add_histogram(&g, 0x0, 0x100, 4, &e), "%s", e.text);
	CHECK(g.nhistograms == 4, "%s", e.text);
	gmon_release(&g);
}

int main(void)
{
	static const enum gmon_format formats[] = { GMON_GNU, GMON_BSD, GMON_BSD44 };

	for (size_t t = 0; t < sizeof targets / sizeof *targets; t++)
		for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
			check_round_trip(&targets[t], formats[f]);
			check_prefixes(&targets[t], formats[f]);
		}
	check_overlap();
	return unit_end();
}
