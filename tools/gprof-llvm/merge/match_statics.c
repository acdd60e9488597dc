/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * match_statics.c - see match_statics.h.
 */
#include "merge/match_statics.h"
#include "base/util.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Not every build names the file that defines a function, or the one that was compiled: where
   both are one file, one of them is enough. */
char *static_place_group(const char *file, const char *compiled)
{
	const char *base = gp_basename(file), *unit = gp_basename(compiled);

	if (!*base || !*unit || !strcmp(base, unit))
		return gp_strdup(*base ? base : unit);
	return gp_format("%s:%s", base, unit);
}

/* Components that two paths have in common at their ends. */
static unsigned ends_alike(const char *a, const char *b)
{
	size_t i = strlen(a), k = strlen(b);
	unsigned n = 0;

	if (!i || !k)
		return 0;
	while (i && k && a[i - 1] == b[k - 1]) {
		i--;
		k--;
		n += a[i] == '/';
	}
	return n + ((!i || a[i - 1] == '/') && (!k || b[k - 1] == '/') && a[i] != '/');
}

static bool is_equal(const struct static_place *a, const struct static_place *b)
{
	return a->twin == b->twin && !strcmp(a->file, b->file) &&
	       !strcmp(a->compiled, b->compiled);
}

struct finding {
	const struct static_place *known, *fresh;
	size_t nknown, nfresh;
	uint32_t *found; /* of fresh */
	uint32_t *owner; /* of known: fresh */
};

static void find_equal(struct finding *f, size_t i)
{
	for (size_t k = 0; k < f->nknown && f->found[i] == GP_NONE; k++)
		if (f->owner[k] == GP_NONE && is_equal(&f->known[k], &f->fresh[i])) {
			f->found[i] = k;
			f->owner[k] = i;
		}
}

/* The one of 'all' that is most like a place, among those without a partner; GP_NONE: none, or
   several are. */
static uint32_t most_like(const struct static_place *place, const struct static_place *all,
			  size_t n, const uint32_t *partners)
{
	uint32_t best = GP_NONE;
	unsigned most = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned alike = ends_alike(place->file, all[i].file) +
				 ends_alike(place->compiled, all[i].compiled);

		if (partners[i] != GP_NONE || all[i].twin || alike < most || !alike)
			continue;
		best = alike == most ? GP_NONE : i;
		most = alike;
	}
	return best;
}

/* Each must be the best match of the other, among functions without an equal one. */
static void find_like(const struct finding *f, uint32_t *like)
{
	for (size_t i = 0; i < f->nfresh; i++) {
		uint32_t k;

		like[i] = GP_NONE;
		if (f->found[i] != GP_NONE || f->fresh[i].twin)
			continue;
		k = most_like(&f->fresh[i], f->known, f->nknown, f->owner);
		if (k != GP_NONE && most_like(&f->known[k], f->fresh, f->nfresh, f->found) == i)
			like[i] = k;
	}
}

void match_statics(const struct static_place *known, size_t nknown,
		   const struct static_place *fresh, size_t nfresh, uint32_t *found)
{
	struct finding f = { known, fresh, nknown, nfresh, found,
			     gp_alloc(nknown, sizeof *f.owner) };
	uint32_t *like = gp_alloc(nfresh, sizeof *like);

	memset(found, 0xff, nfresh * sizeof *found);
	memset(f.owner, 0xff, nknown * sizeof *f.owner);
	for (size_t i = 0; i < nfresh; i++)
		find_equal(&f, i);
	find_like(&f, like);
	for (size_t i = 0; i < nfresh; i++)
		if (like[i] != GP_NONE)
			found[i] = like[i];
	free(like);
	free(f.owner);
}
