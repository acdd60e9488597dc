/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_binary.c - see sample_binary.h.
 *
 * A file is: the magic number and the version (ULEB128 each), the number of sections (8 bytes),
 * four words of 8 bytes for each section (kind, flags, place in the file, size), and the sections.
 * Numbers in sections are ULEB128, and names are numbers in the table of names.
 *
 * summary    total, largest count, most entries, counts, functions, shares; each share
 * names      how many; each with a NUL
 * places     how many; for each root its name, and its place in the profiles
 * profiles   for each root its entries and its body.  A body is: name, total, how many counts, each
 *            with number, 0, executions, how many callees, and these with calls; how many inlined
 *            contexts, each with site, 0 and its body
 * list       names with a NUL, in order
 * hashes     for each root: name, hash, how many inlined contexts, each with site, 0 and the same
 */
#include "optimize/sample_binary.h"
#include "optimize/sample_summary.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x5350524f46343204) /* "SPROF42", and 4: the extended binary form */
#define VERSION 103

enum { UNIQUE_NAMES = 4, BY_PROBES = 1 }; /* flags of names and of hashes, above bit 32 */

/* In the order in which readers want them. */
enum part { SUMMARY, NAMES, PLACES, PROFILES, LIST, HASHES, PARTS };

static const uint64_t kinds[PARTS] = {
	[SUMMARY] = 1, [NAMES] = 2, [PLACES] = 4, [PROFILES] = 32, [LIST] = 3, [HASHES] = 5,
};

struct sample_binary {
	const struct sample_profile *s;
	struct gp_names numbers; /* name -> its number */
	char **names;            /* by number; owned */
	size_t nnames, names_room;
	FILE *out[PARTS];
	char *bytes[PARTS];
	size_t size[PARTS];
	uint64_t flags[PARTS];
};

static void put(FILE *out, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		fputc((int)(value & 0x7f) | 0x80, out);
	fputc((int)value, out);
}

static void put_word(FILE *out, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		fputc((int)(value >> 8 * i) & 0xff, out);
}

static void put_name(FILE *out, const char *name)
{
	fwrite(name, 1, strlen(name) + 1, out);
}

static char *name_of(const struct probed_function *f)
{
	return gp_format("%.*s", (int)f->length, f->name);
}

/* ------------------------------------------------------------------ names */

/* Takes the name over. */
static void add_name(struct sample_binary *b, char *name)
{
	int created;
	uint32_t *number = gp_names_put(&b->numbers, name, &created);

	if (!created) {
		free(name);
		return;
	}
	*number = b->nnames;
	*gp_push(b->names, b->nnames, b->names_room) = name;
	if (strstr(name, ".__uniq."))
		b->flags[NAMES] = (uint64_t)UNIQUE_NAMES << 32;
}

static void add_names(struct sample_binary *b, const struct sample_context *c)
{
	struct sample_count count;

	add_name(b, name_of(c->function));
	for (size_t at = 0; sample_count_next(b->s, c, &at, &count);) {
		size_t n;
		struct sample_callee *callees = sample_callees(b->s, &count, &n);

		for (size_t i = 0; i < n; i++)
			add_name(b, gp_strdup(callees[i].name));
		free(callees);
	}
}

static int by_name(const void *x, const void *y, void *unused)
{
	(void)unused;
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static void find_names(struct sample_binary *b)
{
	const struct sample_profile *s = b->s;
	int created;

	for (size_t i = 0; i < s->nroots; i++)
		for (uint32_t c = s->roots[i]; c != GP_NONE;
		     c = sample_context_next(s, s->roots[i], c))
			add_names(b, &s->contexts[c]);
	gp_sort(b->names, b->nnames, sizeof *b->names, by_name, NULL);
	put(b->out[NAMES], b->nnames);
	for (size_t i = 0; i < b->nnames; i++) {
		*gp_names_put(&b->numbers, b->names[i], &created) = i;
		put_name(b->out[NAMES], b->names[i]);
	}
}

static void put_number(const struct sample_binary *b, FILE *out, const struct sample_context *c)
{
	char *name = name_of(c->function);

	put(out, gp_names_get(&b->numbers, name));
	free(name);
}

/* ------------------------------------------------------------------ contexts */

static void put_summary(const struct sample_profile *s, FILE *out)
{
	struct sample_summary m;

	sample_summary_init(&m, s);
	put(out, (uint64_t)m.total);
	put(out, (uint64_t)m.largest);
	put(out, (uint64_t)m.entries);
	put(out, m.counts);
	put(out, s->nroots);
	put(out, SUMMARY_SHARES);
	for (size_t i = 0; i < SUMMARY_SHARES; i++) {
		put(out, m.shares[i].millionths);
		put(out, (uint64_t)m.shares[i].least);
		put(out, m.shares[i].counts);
	}
}

static void put_count(const struct sample_binary *b, FILE *out, const struct sample_count *count)
{
	size_t n;
	struct sample_callee *callees = sample_callees(b->s, count, &n);

	put(out, count->number);
	put(out, 0);
	put(out, (uint64_t)count->executions);
	put(out, n);
	for (size_t i = 0; i < n; i++) {
		put(out, gp_names_get(&b->numbers, callees[i].name));
		put(out, (uint64_t)callees[i].calls);
	}
	free(callees);
}

static void put_counts(const struct sample_binary *b, FILE *out, const struct sample_context *c)
{
	struct sample_count count;
	size_t n = 0;

	for (size_t at = 0; sample_count_next(b->s, c, &at, &count);)
		n++;
	put(out, n);
	for (size_t at = 0; sample_count_next(b->s, c, &at, &count);)
		put_count(b, out, &count);
}

static void put_inlined(const struct sample_profile *s, FILE *out, const struct sample_context *c)
{
	size_t n = 0;

	for (uint32_t i = c->inlined; i != GP_NONE; i = s->contexts[i].next)
		n++;
	put(out, n);
}

/* Each context is written before what is inlined in it. */
static void put_root(const struct sample_binary *b, uint32_t root)
{
	const struct sample_profile *s = b->s;
	FILE *profiles = b->out[PROFILES], *hashes = b->out[HASHES];

	put_number(b, b->out[PLACES], &s->contexts[root]);
	put(b->out[PLACES], (uint64_t)ftello(profiles));
	put(profiles, (uint64_t)sample_profile_head(s, &s->contexts[root]));
	for (uint32_t at = root; at != GP_NONE; at = sample_context_next(s, root, at)) {
		const struct sample_context *c = &s->contexts[at];

		if (at != root) {
			put(profiles, c->site);
			put(profiles, 0);
			put(hashes, c->site);
			put(hashes, 0);
		}
		put_number(b, profiles, c);
		put(profiles, (uint64_t)c->total);
		put_counts(b, profiles, c);
		put_inlined(s, profiles, c);
		put_number(b, hashes, c);
		put(hashes, c->function->hash);
		put_inlined(s, hashes, c);
	}
}

/* ------------------------------------------------------------------ the file */

static void put_file(const struct sample_binary *b, FILE *out)
{
	uint64_t place = 9 + 1 + 8 + PARTS * 32; /* bytes of all before the sections */

	put(out, MAGIC);
	put(out, VERSION);
	put_word(out, PARTS);
	for (size_t i = 0; i < PARTS; i++) {
		put_word(out, kinds[i]);
		put_word(out, b->flags[i]);
		put_word(out, place);
		put_word(out, b->size[i]);
		place += b->size[i];
	}
	for (size_t i = 0; i < PARTS; i++)
		fwrite(b->bytes[i], 1, b->size[i], out);
}

static void put_list(const struct sample_profile *s, FILE *out)
{
	size_t n;
	char **names = sample_profile_known(s, &n);

	for (size_t i = 0; i < n; i++) {
		put_name(out, names[i]);
		free(names[i]);
	}
	free(names);
}

void sample_binary_write(const struct sample_profile *s, FILE *out)
{
	struct sample_binary b = { .s = s };

	b.flags[HASHES] = (uint64_t)BY_PROBES << 32;
	for (size_t i = 0; i < PARTS; i++)
		b.out[i] = gp_text_open(&b.bytes[i], &b.size[i]);
	find_names(&b);
	put_summary(s, b.out[SUMMARY]);
	put(b.out[PLACES], s->nroots);
	for (size_t i = 0; i < s->nroots; i++)
		put_root(&b, s->roots[i]);
	put_list(s, b.out[LIST]);
	for (size_t i = 0; i < PARTS; i++)
		gp_text_close(b.out[i], &b.bytes[i]);
	put_file(&b, out);
	for (size_t i = 0; i < PARTS; i++)
		free(b.bytes[i]);
	for (size_t i = 0; i < b.nnames; i++)
		free(b.names[i]);
	free(b.names);
	gp_names_release(&b.numbers);
}
