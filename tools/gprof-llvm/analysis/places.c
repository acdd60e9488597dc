/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * places.c - see places.h.
 */
#include "analysis/places.h"
#include "program/inline_scopes.h"
#include "select/pattern.h"

#include <stdlib.h>
#include <string.h>


struct seeking {
	struct pattern pattern;
	struct pattern file; /* of FILE:LINE */
	bool good;      /* it is a pattern */
	bool line;      /* FILE:LINE */
	bool begins;    /* a function begins there */
	bool file_seen; /* some code is of the file */
};

struct finding {
	const struct program *p;
	struct place_wanted *wanted;
	struct seeking *seeking;
	size_t n;
	struct inline_scopes scopes;
	uint64_t *functions; /* of scopes.functions: bits of patterns that match */
	size_t nknown, functions_room;
	uint64_t own; /* bits of the places wanted without calls */
};

static void parse(struct finding *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct seeking *s = &f->seeking[i];
		struct gp_error ignored;

		s->good = pattern_parse(&s->pattern, f->wanted[i].pattern, &ignored) == 0;
		s->line = s->good && s->pattern.line;
		if (s->line && pattern_parse(&s->file, s->pattern.file, &ignored) < 0)
			s->line = false;
		f->own |= (uint64_t)f->wanted[i].own << i;
		for (size_t k = 0; s->line && k < f->p->nfunctions; k++)
			s->begins |= f->p->functions[k].line == s->pattern.line &&
				     pattern_has_place(&s->pattern, f->p->functions[k].file,
						       f->p->functions[k].line);
	}
}

/* Of FILE:LINE the function that begins there is meant. */
static bool is_function(struct seeking *s, const struct scope_function *function)
{
	if (s->line)
		return function->line == s->pattern.line &&
		       pattern_has_place(&s->pattern, function->file, function->line);
	return pattern_matches_name(&s->pattern, function->linkage, function->file,
				    PATTERN_NO_NODE);
}

/* Takes in the functions that the scopes have come to know. */
static void know_functions(struct finding *f)
{
	for (; f->nknown < f->scopes.nfunctions; f->nknown++) {
		uint64_t *bits;

		f->functions = gp_grow(f->functions, &f->functions_room, f->nknown + 1,
				       sizeof *f->functions);
		bits = &f->functions[f->nknown];
		*bits = 0;
		for (size_t i = 0; i < f->n; i++)
			if (f->seeking[i].good &&
			    is_function(&f->seeking[i], &f->scopes.functions[f->nknown])) {
				*bits |= 1ull << i;
				f->seeking[i].begins |= f->seeking[i].line;
			}
	}
}

/* Of code at an address: inlined functions, and lines. */
static uint64_t bits_at(struct finding *f, uint32_t object, uint64_t address)
{
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = object == GP_NONE ? 0 : inline_scopes_at(&f->scopes, object, address, levels);
	uint64_t bits = 0;

	know_functions(f);
	for (size_t i = 0; i < n; i++) {
		if (levels[i].copy && levels[i].function != GP_NONE)
			bits |= f->functions[levels[i].function];
		for (size_t k = 0; k < f->n; k++) {
			struct seeking *s = &f->seeking[k];

			if (!s->line || !levels[i].file || s->begins)
				continue;
			s->file_seen |= pattern_has_place(&s->file, levels[i].file, 0);
			if (pattern_has_place(&s->pattern, levels[i].file, levels[i].line))
				bits |= 1ull << k;
		}
	}
	return bits;
}

/* By context: the places wanted at its call or at a call around it.  Callers precede callees. */
static uint64_t *find_contexts(struct finding *f)
{
	const struct contexts *c = &f->p->contexts;
	uint64_t *bits = gp_alloc(c->n, sizeof *bits);

	for (size_t i = 0; i < c->n; i++) {
		const struct context *x = &c->items[i];

		bits[i] = x->caller == GP_NONE ? 0 : bits[x->caller];
		if (!x->known && x->address)
			bits[i] |= bits_at(f, x->object, x->address - 1) & ~f->own;
	}
	return bits;
}

static uint64_t find_spots(struct finding *f, uint64_t *of_samples)
{
	uint64_t *contexts = find_contexts(f), all = 0;

	for (size_t i = 0; i < f->p->resolved_samples.n; i++) {
		const struct resolved_sample *sample = &f->p->resolved_samples.items[i];

		if (sample->context != GP_NONE)
			of_samples[i] = contexts[sample->context];
		if (!sample->known && !(sample->flags & GPROF_SAMPLE_KERNEL))
			of_samples[i] |= bits_at(f, sample->object, sample->address);
		all |= of_samples[i];
	}
	free(contexts);
	return all;
}

static void settle(struct finding *f, uint64_t all)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct seeking *s = &f->seeking[i];
		bool any = all >> i & 1;

		f->wanted[i].found = !s->good ? PLACE_NONE :
				     !s->line || s->begins ? (any ? PLACE_INLINED : PLACE_NONE) :
				     any ? PLACE_LINE : s->file_seen ? PLACE_EMPTY : PLACE_NONE;
	}
}

uint64_t *places_find(const struct program *p, struct place_wanted *wanted, size_t n)
{
	struct finding f = { .p = p, .wanted = wanted, .n = n };
	uint64_t *of_samples = gp_alloc(p->resolved_samples.n, sizeof *of_samples), all;

	f.seeking = gp_alloc(n, sizeof *f.seeking);
	parse(&f);
	inline_scopes_init(&f.scopes, p);
	all = find_spots(&f, of_samples);
	settle(&f, all);
	for (size_t i = 0; i < n; i++) {
		if (f.seeking[i].good)
			pattern_release(&f.seeking[i].pattern);
		if (f.seeking[i].line)
			pattern_release(&f.seeking[i].file);
	}
	inline_scopes_release(&f.scopes);
	free(f.functions);
	free(f.seeking);
	if (all)
		return of_samples;
	free(of_samples);
	return NULL;
}
