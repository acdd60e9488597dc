/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * range.c - which addresses a user means; see histogram.h.
 *
 * A name may hold any character, '+' and '-' too: so all of a text is tried as one before
 * what follows its last '+' is taken for offsets.
 */
#include "base/shell.h"
#include "histogram/histogram.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 4 /* that an error lists */

/* A number at 's'; NULL: there is none, else where it ends.  No address and no sum of two is
   too large. */
static const char *number(const char *s, uint64_t *n)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return NULL;
	*n = strtoull(s, &end, strncasecmp(s, "0x", 2) ? 10 : 16);
	*n = *n > INT64_MAX ? INT64_MAX : *n;
	return end;
}

/* "LOW-HIGH", or "LOW" alone: then *high stays. */
static bool two_numbers(const char *s, uint64_t *low, uint64_t *high, bool alone)
{
	s = number(s, low);
	if (s && !*s)
		return alone;
	if (!s || *s != '-')
		return false;
	s = number(s + 1, high);
	return s && !*s;
}

uint64_t range_base(const struct program *p, uint32_t object)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];

		for (size_t k = 0; k < l->profile.nmodules; k++)
			if (l->objects[k] == object)
				return l->profile.modules[k]->low - l->profile.modules[k]->bias;
	}
	return 0;
}

struct range range_module(const struct histogram *h, uint32_t object)
{
	const struct object *o = &h->p->objects[object];
	const struct elf_section *text = o->present ? elfobj_section(&o->elf, ".text") : NULL;
	struct range r = { .object = object, .low = UINT64_MAX };

	if (text) {
		r.low = text->address;
		r.high = text->address + text->size;
	}
	for (size_t i = 0; i < h->samples.n; i++) {
		const struct address_sample *sample = &h->samples.items[i];

		if (sample->object != object)
			continue;
		r.low = sample->address < r.low ? sample->address : r.low;
		r.high = sample->address >= r.high ? sample->address + 1 : r.high;
	}
	if (r.low >= r.high)
		r.low = r.high = range_base(h->p, object);
	return r;
}

static uint32_t find_module(const struct program *p, const char *name)
{
	for (size_t i = 0; i < p->nobjects; i++)
		if (!strcmp(p->objects[i].name, name) || !strcmp(p->objects[i].path, name))
			return i;
	return GP_NONE;
}

/* ------------------------------------------------------------------ */

struct finding {
	struct range range;
	size_t found;
	char *names; /* of those found, for an error; owned */
};

static void add_found(struct finding *f, const struct range *r, const char *name)
{
	char *before = f->names;

	if (f->found && f->range.object == r->object && f->range.low == r->low)
		return;
	f->range = *r;
	if (f->found++ > MOST_NAMES)
		return;
	if (f->found > MOST_NAMES)
		name = "...";
	f->names = gp_format("%s%s%s", before ? before : "", before ? ", " : "", name);
	free(before);
}

/* The code of a node at its address: a function with a record, or one that has a symbol. */
static bool find_extent(const struct program *p, uint32_t node, struct range *r)
{
	const struct function *f = &p->functions[node];
	const struct object *o = f->object == GP_NONE ? NULL : &p->objects[f->object];
	const struct elf_symbol *s;
	size_t at;

	if (!o || !o->present || !f->address)
		return false;
	*r = (struct range){ .object = f->object, .low = f->address };
	at = gp_first(i, o->nextents, o->extents[i].start < f->address);
	s = elfobj_symbol_at(&o->elf, f->address);
	if (at < o->nextents && o->extents[at].start == f->address)
		r->high = o->extents[at].end;
	else if (s)
		r->high = s->address + s->size;
	return r->low < r->high;
}

static bool matches(struct pattern *pattern, const struct program *p, uint32_t node)
{
	return pattern_matches_name(pattern, p->graph.nodes[node].name, p->functions[node].file,
				    node);
}

/* Functions of the call graph, then symbols of any module: of its own code, by their names. */
static int find_functions(struct finding *f, const struct program *p, const char *text,
			  struct gp_error *e)
{
	struct pattern pattern;
	struct range r;

	if (pattern_parse(&pattern, text, e) < 0)
		return -1;
	pattern_bind(&pattern, p);
	for (size_t i = 0; i < p->graph.nnodes; i++)
		if (p->functions[i].address && matches(&pattern, p, i) && find_extent(p, i, &r))
			add_found(f, &r, p->graph.nodes[i].name);
	pattern_release(&pattern);
	for (size_t i = 0; i < p->nobjects && !f->found; i++) {
		const struct elfobj *elf = &p->objects[i].elf;
		uint32_t s = p->objects[i].present ? gp_names_get(&elf->by_name, text) : GP_NONE;

		if (s == GP_NONE || !elf->symbols[s].size)
			continue;
		r = (struct range){ i, elf->symbols[s].address,
				    elf->symbols[s].address + elf->symbols[s].size };
		add_found(f, &r, text);
	}
	return 0;
}

static int find_name(struct range *r, const struct histogram *h, const char *name,
		     struct gp_error *e)
{
	uint32_t module = find_module(h->p, name);
	struct finding f = { .found = 0 };
	int rc;

	if (module != GP_NONE) {
		*r = range_module(h, module);
		return 1;
	}
	rc = find_functions(&f, h->p, name, e);
	if (rc == 0 && f.found > 1)
		rc = gp_fail(e, "--range: '%s' is more than one function: %s", name, f.names);
	*r = f.range;
	free(f.names);
	return rc < 0 ? rc : f.found > 0;
}

/* Offsets of a function or module that was found. */
static int apply_offsets(struct range *r, const struct histogram *h, const char *text,
			 const char *name, const char *offsets, struct gp_error *e)
{
	bool module = find_module(h->p, name) != GP_NONE;
	uint64_t base = module ? range_base(h->p, r->object) : r->low, low, high;

	high = r->high - base;
	two_numbers(offsets, &low, &high, true);
	if (low >= r->high - base)
		return gp_fail(e, "--range: '%s' begins beyond the end of '%s', 0x%llx", text, name,
			       (unsigned long long)(r->high - base));
	if (low >= high)
		return gp_fail(e, "--range: '%s' is empty: LOW must be less than HIGH", text);
	r->low = base + low;
	r->high = base + high;
	return 0;
}

static int parse_offsets(struct range *r, const struct histogram *h, const char *text,
			 struct gp_error *e)
{
	const char *plus = strrchr(text, '+');
	uint64_t low, high = 0;
	char *name;
	int rc = 0;

	if (plus && plus > text && two_numbers(plus + 1, &low, &high, true)) {
		name = gp_format("%.*s", (int)(plus - text), text);
		rc = find_name(r, h, name, e);
		if (rc > 0)
			rc = apply_offsets(r, h, text, name, plus + 1, e) < 0 ? -1 : 1;
		free(name);
	}
	if (rc == 0)
		return gp_fail(e, "--range: '%s' is not a function or module of the profile, and "
			       "not LOW-HIGH", text);
	return rc < 0 ? -1 : 0;
}

int range_parse(struct range *r, const struct histogram *h, const char *text, struct gp_error *e)
{
	uint64_t base = h->offsets ? range_base(h->p, HISTOGRAM_BINARY) : 0;
	int rc;

	r->object = HISTOGRAM_BINARY;
	if (two_numbers(text, &r->low, &r->high, false)) {
		if (r->low >= r->high)
			return gp_fail(e, "--range: '%s' is empty: LOW must be less than HIGH",
				       text);
		r->low += base;
		r->high += base;
		return 0;
	}
	rc = find_name(r, h, text, e);
	return rc ? (rc < 0 ? -1 : 0) : parse_offsets(r, h, text, e);
}

char *range_quote(char *option)
{
	char *quoted = shell_quoted(option);

	free(option);
	return quoted;
}
