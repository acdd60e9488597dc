/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.c - what a run of the program would have left: an own profile, and a gmon.out
 * with the same calls and samples.  See make.h.
 */
#include "make.h"

#include <gprof-llvm/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY UINT64_C(0x7f0000000000)

/* The counters: of every function its entries, then those of its calls. */
static uint64_t *count(const struct shape *s)
{
	uint64_t *words = need(calloc(layout.words, 8)), *entries, word = 0;
	size_t call = 0;

	entries = need(calloc(s->functions + (size_t)s->nexternals, sizeof *entries));
	entries[0] = s->first_entries;
	for (size_t i = 0; i < s->ncalls; i++)
		entries[s->calls[i].to] += s->calls[i].count;
	for (uint32_t i = 0; i < s->functions; i++) {
		words[word++] = entries[i];
		for (; call < s->ncalls && s->calls[call].from == i; call++)
			words[word++] = s->calls[call].count;
	}
	free(entries);
	return words;
}

static struct gprof_table *sample(const struct shape *s, size_t *size)
{
	uint64_t capacity = 1;
	struct gprof_table *table;
	struct gprof_sample *slots;
	size_t n = 0;

	while (capacity < s->functions / SAMPLED + 1)
		capacity *= 2;
	*size = sizeof *table + capacity * sizeof *slots;
	table = need(calloc(1, *size));
	table->capacity = capacity;
	slots = (void *)(table + 1);
	for (uint32_t i = 0; i < s->functions; i++) {
		uint64_t ticks = shape_samples(i);

		if (ticks)
			slots[n++] = (struct gprof_sample){
				.pc = TEXT + (uint64_t)TEXT_STEP * i + 1, .count = ticks,
				.weight = ticks * TICK_NS };
	}
	return table;
}

static struct gprof_module *module(const char *path, uint32_t index, uint64_t low, size_t *size)
{
	struct gprof_module *m;

	*size = sizeof *m + strlen(path) + 1;
	m = need(calloc(1, *size));
	*m = (struct gprof_module){ .index = index, .low = low, .high = low + (UINT64_C(1) << 32),
				    .unload_epoch = GPROF_NONE, .path_size = strlen(path) + 1 };
	strcpy(m->path, path);
	return m;
}

static void put_area(FILE *out, struct gprof_directory *d, uint32_t type, uint32_t thread,
		     uint32_t of, const void *bytes, size_t size)
{
	uint64_t at = (ftell(out) + 63) & ~63;

	fseek(out, at, SEEK_SET);
	fwrite(bytes, 1, size, out);
	d->area[d->capacity++] = (struct gprof_area){ .type = type, .thread = thread, .module = of,
						      .offset = at, .size = size };
}

static void put_modules(FILE *out, struct gprof_directory *d, const struct shape *s,
			const char *binary)
{
	struct gprof_module *m;
	size_t size;

	m = module(binary, 0, 0x400000, &size);
	m->flags = GPROF_MODULE_MAIN | GPROF_MODULE_INSTRUMENTED;
	m->cnt_start = layout.cnt;
	m->cnt_stop = layout.cnt + 8 * layout.words;
	m->content_hash = layout.content_hash;
	m->build_id_size = 8;
	memcpy(m->build_id, "scaling", 8);
	put_area(out, d, GPROF_AREA_MODULE, GPROF_NONE, 0, m, size);
	free(m);
	for (size_t i = 0; i < s->nlibraries; i++) {
		const struct library *l = &s->libraries[i];

		m = module(l->path, i + 1, LIBRARY + (i << 32), &size);
		m->bias = m->low;
		m->build_id_size = l->id_size;
		memcpy(m->build_id, l->id, sizeof m->build_id);
		put_area(out, d, GPROF_AREA_MODULE, GPROF_NONE, i + 1, m, size);
		free(m);
	}
}

static void put_data(FILE *out, struct gprof_directory *d, const struct shape *s)
{
	static const struct gprof_thread thread = { .tid = 1, .threads = 1, .name = "main" };
	uint64_t *words = count(s);
	struct gprof_table *samples;
	size_t size;

	samples = sample(s, &size);
	put_area(out, d, GPROF_AREA_THREAD, 0, GPROF_NONE, &thread, sizeof thread);
	put_area(out, d, GPROF_AREA_BLOCK, 0, 0, words, 8 * layout.words);
	put_area(out, d, GPROF_AREA_SAMPLES, 0, GPROF_NONE, samples, size);
	free(words);
	free(samples);
}

void write_profile(const struct shape *s, const char *binary, const char *path)
{
	struct gprof_directory *d = need(calloc(1, 2048));
	struct gprof_file_header h = { .magic = GPROF_MAGIC, .version = GPROF_FILE_VERSION,
				       .byte_order = GPROF_BYTE_ORDER, .pointer_size = 8,
				       .pid = 1, .run_id = 1, .clock = GPROF_CLOCK_TIMER,
				       .period_ns = TICK_NS, .start_ns = 1 };
	FILE *out = fopen(path, "w");

	if (!out) {
		perror(path);
		exit(1);
	}
	fseek(out, 4096, SEEK_SET);
	put_area(out, d, GPROF_AREA_PROCESS, GPROF_NONE, GPROF_NONE, "exe=scale", 10);
	put_modules(out, d, s, binary);
	put_data(out, d, s);
	h.file_end = (ftell(out) + 4095) & ~4095;
	fseek(out, h.file_end - 1, SEEK_SET);
	fputc(0, out);
	rewind(out);
	fwrite(&h, sizeof h, 1, out);
	fseek(out, GPROF_FIRST_DIR, SEEK_SET);
	fwrite(d, 2048, 1, out);
	if (fclose(out)) {
		perror(path);
		exit(1);
	}
	free(d);
}

/* ------------------------------------------------------------------ */

#define BIN 4 /* bytes of code */

struct __attribute__((packed)) gmon_histogram {
	char tag;
	uint64_t low, high;
	uint32_t bins, rate;
	char dimension[15], abbreviation;
};

struct __attribute__((packed)) gmon_arc {
	char tag;
	uint64_t from, to;
	uint32_t count;
};

void write_gmon(const struct shape *s, const char *path)
{
	static const char head[20] = "gmon\1";
	uint64_t size = (uint64_t)TEXT_STEP * s->functions;
	struct gmon_histogram h = { 0, TEXT, TEXT + size, size / BIN, 1000, "seconds", 's' };
	uint16_t *bins = need(calloc(size / BIN + 1, sizeof *bins));
	FILE *out = fopen(path, "w");

	if (!out) {
		perror(path);
		exit(1);
	}
	for (uint32_t i = 0; i < s->functions; i++)
		bins[i * (TEXT_STEP / BIN)] = shape_samples(i);
	fwrite(head, sizeof head, 1, out);
	fwrite(&h, sizeof h, 1, out);
	fwrite(bins, sizeof *bins, h.bins, out);
	for (size_t i = 0; i < s->ncalls; i++) {
		const struct call *c = &s->calls[i];
		struct gmon_arc a = { 1, TEXT + (uint64_t)TEXT_STEP * c->from + 5,
				      TEXT + (uint64_t)TEXT_STEP * c->to, c->count };

		if (c->to < s->functions)
			fwrite(&a, sizeof a, 1, out);
	}
	if (fclose(out)) {
		perror(path);
		exit(1);
	}
	free(bins);
}
