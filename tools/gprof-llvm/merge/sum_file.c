/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_file.c - the file of a merged profile (sum_format.h), read from memory and
 * written to a stream; see sum.h.
 *
 * Whatever a record names is checked when it is read, so that nothing that is done
 * with a sum needs to check again.
 */
#include "merge/sum.h"
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The arrays of a sum by kind. */
struct array {
	void **items;
	size_t *n, *room, record;
};

#define ARRAY(kind, name)                                                                          \
	[kind] = { (void **)&s->name, &s->n##name, &s->name##_room, sizeof *s->name }

static struct array array_of(struct sum *s, enum sum_kind kind)
{
	const struct array arrays[SUM_KINDS] = {
		ARRAY(SUM_MODULES, modules), ARRAY(SUM_BUILDS, builds), ARRAY(SUM_NODES, nodes),
		ARRAY(SUM_ARCS, arcs), ARRAY(SUM_SITES, sites), ARRAY(SUM_CONTEXTS, contexts),
		ARRAY(SUM_SAMPLES, samples), ARRAY(SUM_TAILS, tails),
		ARRAY(SUM_CALLBACKS, callbacks), ARRAY(SUM_CALLERS, callers),
		ARRAY(SUM_RUNS, runs), ARRAY(SUM_THREADS, threads),
		ARRAY(SUM_PRICES, prices), ARRAY(SUM_COUNTED, counted),
		ARRAY(SUM_EXECUTIONS, executions), ARRAY(SUM_COUNTS, counts),
		ARRAY(SUM_WRITTEN, written),
		ARRAY(SUM_LINES, lines), ARRAY(SUM_BRANCHES, branches),
		ARRAY(SUM_CASES, cases), ARRAY(SUM_TIMINGS, timed),
		ARRAY(SUM_RANGES, ranges), ARRAY(SUM_LONGEST, longest),
		ARRAY(SUM_ALLOCATED, allocated), ARRAY(SUM_HEAPS, heaps),
		ARRAY(SUM_IO_FILES, io_files), ARRAY(SUM_IO_CALLS, io_calls),
		ARRAY(SUM_IO, io_sums), ARRAY(SUM_BLOCK_CALLS, block_calls),
		ARRAY(SUM_BLOCK_TREES, block_trees),
	};

	return arrays[kind];
}

/* ------------------------------------------------------------------ */

static void put_table(FILE *out, struct sum_table t, uint64_t *at)
{
	t.offset = *at;
	*at += (t.n * t.record + 7) / 8 * 8;
	fwrite(&t, sizeof t, 1, out);
}

static void put_bytes(FILE *out, const void *bytes, size_t n)
{
	static const char zeroes[8];

	if (n)
		fwrite(bytes, 1, n, out);
	fwrite(zeroes, 1, -n % 8, out);
}

static uint64_t text_size(const struct sum *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->nstrings; i++)
		n += strlen(s->strings[i]) + 1;
	return n;
}

static void put_strings(const struct sum *s, FILE *out)
{
	static const char zeroes[8];

	for (size_t i = 0; i < s->nstrings; i++)
		fwrite(s->strings[i], 1, strlen(s->strings[i]) + 1, out);
	fwrite(zeroes, 1, -text_size(s) % 8, out);
}

/* Two passes over the same list: where each table begins, then the tables. */
int sum_write(const struct sum *sum, FILE *out)
{
	struct sum *s = (struct sum *)sum; /* for array_of(), and tables that are made here */
	struct sum_header h = { .version = SUM_VERSION, .byte_order = GPROF_BYTE_ORDER,
				.tables = SUM_KINDS - 1 };
	uint64_t first = sizeof h + h.tables * sizeof(struct sum_table), at = first;

	sum_timings_pack(s);
	sum_memory_pack(s);
	sum_blocks_pack(s);
	sum_io_pack(s);
	memcpy(h.magic, SUM_MAGIC, sizeof h.magic);
	h.size = first + (text_size(s) + 7) / 8 * 8 + sizeof s->total;
	for (int k = SUM_MODULES; k < SUM_KINDS; k++)
		h.size += (*array_of(s, k).n * array_of(s, k).record + 7) / 8 * 8;
	fwrite(&h, sizeof h, 1, out);
	put_table(out, (struct sum_table){ SUM_STRINGS, 1, text_size(s), 0 }, &at);
	put_table(out, (struct sum_table){ SUM_TOTAL, sizeof s->total, 1, 0 }, &at);
	for (int k = SUM_MODULES; k < SUM_KINDS; k++)
		put_table(out, (struct sum_table){ k, array_of(s, k).record, *array_of(s, k).n, 0 },
			  &at);
	put_strings(s, out);
	put_bytes(out, &s->total, sizeof s->total);
	for (int k = SUM_MODULES; k < SUM_KINDS; k++)
		put_bytes(out, *array_of(s, k).items, *array_of(s, k).n * array_of(s, k).record);
	return ferror(out) ? -1 : 0;
}

/* ------------------------------------------------------------------ */

struct reader {
	struct sum *s;
	const char *memory;
	size_t size;
	struct gp_error *e;
};

static int read_header(const struct reader *r, struct sum_header *h)
{
	if (r->size < sizeof *h || memcmp(r->memory, SUM_MAGIC, 8))
		return gp_fail(r->e, "is not a merged profile");
	memcpy(h, r->memory, sizeof *h);
	if (h->byte_order != GPROF_BYTE_ORDER)
		return gp_fail(r->e, "was merged on a machine with another byte order");
	if (h->version != SUM_VERSION)
		return gp_fail(r->e, "has merged-profile version %u, this tool reads version %u: "
				     "use the tool that wrote it",
			       h->version, SUM_VERSION);
	if (h->size > r->size)
		return gp_fail(r->e, "is truncated: %zu of %llu bytes exist", r->size,
			       (unsigned long long)h->size);
	if (h->size < sizeof *h || h->tables > (h->size - sizeof *h) / sizeof(struct sum_table))
		return gp_fail(r->e, "is damaged: it has no room for its tables");
	return 0;
}

static int read_strings(const struct reader *r, const struct sum_table *t)
{
	const char *at = r->memory + t->offset, *end = at + t->n;

	if (!t->n || end[-1] || t->record != 1 || *at)
		return gp_fail(r->e, "is damaged: its strings do not begin or end as they must");
	while (at < end) {
		uint32_t string = sum_string(r->s, at);

		if (at != r->memory + t->offset && string != r->s->nstrings - 1)
			return gp_fail(r->e, "is damaged: a string appears twice");
		at += strlen(at) + 1;
	}
	return 0;
}

/* Records may be longer than known, and lists of later versions may be there. */
static int read_records(const struct reader *r, const struct sum_table *t)
{
	struct array a = array_of(r->s, t->kind);
	char *to;

	if (*a.n || t->record < a.record || t->n >= SUM_NONE)
		return gp_fail(r->e, "is damaged: its table of kind %u is impossible", t->kind);
	*a.items = gp_grow(*a.items, a.room, t->n, a.record);
	to = *a.items;
	for (uint64_t i = 0; i < t->n; i++)
		memcpy(to + i * a.record, r->memory + t->offset + i * t->record, a.record);
	*a.n = t->n;
	return 0;
}

static int read_table(const struct reader *r, const struct sum_table *t)
{
	if (!t->record || t->offset % 8 || t->offset > r->size ||
	    t->n > (r->size - t->offset) / t->record)
		return gp_fail(r->e, "is damaged: its table of kind %u reaches beyond the end",
			       t->kind);
	if (t->kind == SUM_STRINGS)
		return read_strings(r, t);
	if (t->kind == SUM_TOTAL) {
		if (t->n != 1 || t->record < sizeof r->s->total)
			return gp_fail(r->e, "is damaged: it has no totals");
		memcpy(&r->s->total, r->memory + t->offset, sizeof r->s->total);
		return 0;
	}
	return t->kind && t->kind < SUM_KINDS ? read_records(r, t) : 0;
}

/* ------------------------------------------------------------------ */

static bool is_in(uint32_t i, size_t n)
{
	return i < n;
}

static bool may_be_in(uint32_t i, size_t n)
{
	return i == SUM_NONE || i < n;
}

/* Rows and functions that are not instrumented cannot be roots of stacks. */
static bool is_node(const struct sum_node *n)
{
	return !(n->flags & SUM_NODE_INSTRUMENTED) ||
	       !(n->flags & (SUM_NODE_OPAQUE | SUM_NODE_ROW));
}

static bool check_graph(const struct sum *s)
{
	bool ok = true;

	for (size_t i = 0; i < s->nmodules; i++)
		ok &= is_in(s->modules[i].path, s->nstrings);
	for (size_t i = 0; i < s->nbuilds; i++)
		ok &= is_in(s->builds[i].module, s->nmodules) &&
		      is_in(s->builds[i].id, s->nstrings);
	for (size_t i = 0; i < s->nnodes; i++)
		ok &= is_in(s->nodes[i].name, s->nstrings) &&
		      may_be_in(s->nodes[i].module, s->nmodules) &&
		      is_in(s->nodes[i].where, s->nstrings) &&
		      is_in(s->nodes[i].file, s->nstrings) && is_node(&s->nodes[i]) &&
		      s->nodes[i].entries <= INT64_MAX;
	for (size_t i = 0; i < s->narcs; i++)
		ok &= is_in(s->arcs[i].from, s->nnodes) && is_in(s->arcs[i].to, s->nnodes) &&
		      s->arcs[i].count <= INT64_MAX;
	for (size_t i = 0; i < s->nsites; i++)
		ok &= is_in(s->sites[i].arc, s->narcs) && is_in(s->sites[i].file, s->nstrings);
	return ok;
}

static bool check_stacks(const struct sum *s)
{
	bool ok = true;

	for (size_t i = 0; i < s->ncontexts; i++)
		ok &= may_be_in(s->contexts[i].caller, i) &&
		      is_in(s->contexts[i].node, s->nnodes) &&
		      may_be_in(s->contexts[i].callee, s->nnodes) &&
		      may_be_in(s->contexts[i].entered, s->nnodes);
	for (size_t i = 0; i < s->nsamples; i++)
		ok &= may_be_in(s->samples[i].context, s->ncontexts) &&
		      is_in(s->samples[i].node, s->nnodes) &&
		      may_be_in(s->samples[i].entered, s->nnodes);
	return ok;
}

static bool check_facts(const struct sum *s)
{
	bool ok = true;

	for (size_t i = 0; i < s->ntails; i++)
		ok &= is_in(s->tails[i].a, s->nnodes) && is_in(s->tails[i].b, s->nnodes);
	for (size_t i = 0; i < s->ncallbacks; i++)
		ok &= is_in(s->callbacks[i].a, s->nnodes) && is_in(s->callbacks[i].b, s->nnodes);
	for (size_t i = 0; i < s->ncallers; i++)
		ok &= is_in(s->callers[i].a, s->nnodes) &&
		      may_be_in(s->callers[i].b, s->nmodules);
	for (size_t i = 0; i < s->nruns; i++)
		ok &= is_in(s->runs[i].path, s->nstrings) && is_in(s->runs[i].exe, s->nstrings) &&
		      is_in(s->runs[i].host, s->nstrings) &&
		      is_in(s->runs[i].command, s->nstrings) &&
		      is_in(s->runs[i].build_id, s->nstrings);
	for (size_t i = 0; i < s->nprices; i++)
		ok &= is_in(s->prices[i].run, s->nruns);
	for (size_t i = 0; i < s->nthreads; i++)
		ok &= is_in(s->threads[i].run, s->nruns) &&
		      is_in(s->threads[i].name, s->nstrings);
	return ok;
}

int sum_parse(struct sum *s, const void *memory, size_t size, struct gp_error *e)
{
	struct reader r = { s, memory, size, e };
	struct sum_header h;
	int rc;

	sum_init(s);
	rc = read_header(&r, &h);
	r.size = rc == 0 ? h.size : 0;
	for (uint32_t i = 0; rc == 0 && i < h.tables; i++) {
		struct sum_table t;

		memcpy(&t, r.memory + sizeof h + i * sizeof t, sizeof t);
		rc = read_table(&r, &t);
	}
	if (rc == 0 && !s->nmodules)
		rc = gp_fail(e, "is damaged: it belongs to no module");
	if (rc == 0 && (!check_graph(s) || !check_stacks(s) || !check_facts(s)))
		rc = gp_fail(e, "is damaged: a record refers to a missing one");
	if (rc == 0 && !sum_executed_is_sound(s))
		rc = gp_fail(e, "is damaged: its executions are impossible");
	if (rc == 0 && !sum_timings_unpack(s))
		rc = gp_fail(e, "is damaged: its call lengths are impossible");
	if (rc == 0 && !sum_memory_unpack(s))
		rc = gp_fail(e, "is damaged: its allocations are impossible");
	if (rc == 0 && !sum_blocks_unpack(s))
		rc = gp_fail(e, "is damaged: its calls around blocks are impossible");
	if (rc == 0 && !sum_io_unpack(s))
		rc = gp_fail(e, "is damaged: its reads and writes are impossible");
	if (rc < 0)
		sum_release(s);
	return rc;
}

bool sum_is_file(const char *path)
{
	char magic[8];

	return gp_first_bytes(path, magic, 8) == 8 && !memcmp(magic, SUM_MAGIC, 8);
}

static char *read_all(int fd, size_t *size)
{
	struct stat st;
	char *memory;
	ssize_t n = 0;

	if (fstat(fd, &st) < 0)
		return NULL;
	memory = gp_alloc(st.st_size + 1, 1);
	for (*size = 0; *size < (size_t)st.st_size; *size += n) {
		n = read(fd, memory + *size, st.st_size - *size);
		if (n <= 0)
			break;
	}
	if (n >= 0)
		return memory;
	free(memory);
	return NULL;
}

int sum_read(struct sum *s, const char *path, struct gp_error *e)
{
	int fd = file_open(path), rc;
	char *memory = NULL;
	size_t size;

	if (fd < 0)
		return file_fail(e, "read", path);
	memory = read_all(fd, &size);
	if (!memory) {
		rc = gp_fail(e, "cannot read '%s': %s", path, strerror(errno));
	} else {
		struct gp_error inner;

		rc = sum_parse(s, memory, size, &inner);
		if (rc < 0)
			gp_fail(e, "'%s' %.900s", path, inner.text);
	}
	free(memory);
	close(fd);
	return rc;
}
