/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_counted.c - see counted.h. */
#include "diff/counted.h"
#include "diff/diff.h"
#include "merge/sum.h"

#include <stdlib.h>
#include <string.h>

static const char *path_of(const struct result *r)
{
	return r->request->wanted.npaths ? r->request->wanted.paths[0] : r->name;
}

/* Returns true if so many profiles are all of them. */
static bool is_of_all(const struct result *r, uint64_t n)
{
	const struct program *p = r->program;

	return n && n >= (p->sum ? p->sum->nruns : p->nprofiles);
}

static void add_memory(struct diff *d, int side, const struct result *r, const uint32_t *rows)
{
	const struct allocations *all = &r->program->allocations;
	struct block_variance *variances =
		block_tree_variances(&r->program->block_tree, r->program->graph.nnodes);

	diff_counted_file(d, side, FIGURES_OF_MEMORY, path_of(r),
			  is_of_all(r, all->processes) && !all->part);
	for (size_t i = 0; i < all->n; i++) {
		uint32_t function = all->items[i].function, row = rows[function];

		if (row == GP_NONE)
			continue;
		diff_memory(d, side, row, &all->items[i]);
		if (variances)
			diff_memory_variance(d, side, row, &variances[function]);
	}
	free(variances);
}

static void add_io(struct diff *d, int side, const struct result *r, const uint32_t *rows)
{
	const struct io *io = &r->program->io;

	diff_counted_file(d, side, FIGURES_OF_IO, path_of(r), is_of_all(r, io->processes));
	for (size_t i = 0; i < io->n; i++)
		if (rows[io->items[i].function] != GP_NONE)
			diff_io(d, side, rows[io->items[i].function], &io->items[i]);
}

void diff_counted_result(struct diff *d, int side, const struct result *r, const uint32_t *rows)
{
	add_memory(d, side, r, rows);
	add_io(d, side, r, rows);
}

/* ------------------------------------------------------------------ exports */

static uint64_t whole(const json_t *object, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(object, key));
}

/* each: bytes that a sample represents; 0: blocks are counted. */
static void add_json_memory(struct diff *d, int side, uint32_t row, const json_t *f, uint64_t each)
{
	const json_t *m = json_object_get(f, "memory");
	uint64_t bytes = whole(m, "bytes");
	struct allocated a = { .blocks = whole(m, "blocks"), .bytes = bytes,
			       .frees = whole(m, "freed_blocks"),
			       .freed = bytes - whole(m, "left_bytes"),
			       .temporary = whole(m, "temporary_blocks"),
			       .young = whole(m, "young_blocks"),
			       .at_peak = (int64_t)whole(m, "peak_bytes") };
	struct block_variance variance;

	if (!m)
		return;
	diff_memory(d, side, row, &a);
	variance = block_variance_of(&a, each);
	if (each)
		diff_memory_variance(d, side, row, &variance);
}

/* Returns true if the profiles that count it are all of them. */
static bool is_of_export(const json_t *root, const json_t *sums)
{
	uint64_t profiles = whole(sums, "processes");

	return profiles && profiles >= json_array_size(json_object_get(root, "processes"));
}

static void add_json_memory_of(struct diff *d, int side, const json_t *root, const char *path)
{
	const json_t *m = json_object_get(root, "memory");

	diff_counted_file(d, side, FIGURES_OF_MEMORY, path, is_of_export(root, m) &&
			  json_is_integer(json_object_get(m, "peak_bytes")));
}

static bool is_input(const json_t *call)
{
	const char *kind = json_string_value(json_object_get(call, "kind"));

	return kind && (!strcmp(kind, "read") || !strcmp(kind, "receive") ||
			!strcmp(kind, "stream_read"));
}

/* Calls are a list, each with its function, or with null: it is not in the file. */
static void add_json_io(struct diff *d, int side, const json_t *root, const char *path,
			const uint32_t *rows)
{
	const json_t *io = json_object_get(root, "io"), *c;
	size_t i, n = json_array_size(json_object_get(root, "functions"));

	diff_counted_file(d, side, FIGURES_OF_IO, path, is_of_export(root, io));
	json_array_foreach(json_object_get(io, "calls"), i, c)
	{
		double function = json_number_value(json_object_get(c, "function"));

		if (json_is_integer(json_object_get(c, "function")) && function >= 0 &&
		    function < n)
			diff_io(d, side, rows[(size_t)function], &(struct io_calls){
				.kind = is_input(c) ? GPROF_IO_READ : GPROF_IO_WRITE,
				.calls = whole(c, "calls"), .bytes = whole(c, "bytes") });
	}
}

void diff_counted_json(struct diff *d, int side, const json_t *root, const char *path,
		       const uint32_t *rows)
{
	const json_t *f;
	size_t i;

	json_array_foreach(json_object_get(root, "functions"), i, f)
		add_json_memory(d, side, rows[i], f,
				whole(json_object_get(root, "memory"), "sample_bytes"));
	add_json_memory_of(d, side, root, path);
	add_json_io(d, side, root, path, rows);
}
