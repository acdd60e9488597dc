/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callers.c - see callers.h.  Code is decoded only for arcs in doubt: of the later
 * function 16 bytes, of the earlier one all, if the later one does call.
 */
#include "gprof/symbols/callers.h"

#define SLOT 16 /* bytes of code that glibc has one counter's chain for */

/* One call that is not from the start of a slot, and callers are exact. */
static bool is_in_slots(const struct gmon *profile)
{
	for (size_t i = 0; i < profile->narcs; i++)
		if ((profile->arcs[i].from - profile->histograms[0].low) % SLOT)
			return false;
	return true;
}

void gnu_callers_init(struct gnu_callers *c, const struct gnu_table *t,
		      const struct gnu_image *image, const struct gmon *profile)
{
	c->table = t;
	c->last = GP_NONE;
	c->usable = profile->nhistograms == 1 && is_in_slots(profile) &&
		    gnu_decoder_open(&c->decoder, image);
}

void gnu_callers_release(struct gnu_callers *c)
{
	if (c->usable)
		gnu_decoder_close(&c->decoder);
}

/* Returns true if code of a function calls 'callee' and is returned to within the slot. */
static bool calls_from(struct gnu_callers *c, const struct gnu_symbol *caller, uint64_t callee,
		       uint64_t slot)
{
	uint64_t end = caller->end < slot + SLOT ? caller->end + 1 : slot + SLOT;
	struct gnu_branch b;

	gnu_decoder_start(&c->decoder, caller->address, end);
	while (gnu_decoder_next(&c->decoder, &b))
		if (b.call && b.target == callee && b.after >= slot && b.after < slot + SLOT)
			return true;
	return false;
}

uint64_t gnu_callers_find(struct gnu_callers *c, const struct gmon_arc *a)
{
	const struct gnu_symbol *symbols = c->table->symbols;
	uint32_t first, last, callee;

	if (!c->usable)
		return a->from;
	first = gnu_table_find_next(c->table, a->from, c->last);
	last = gnu_table_find_next(c->table, a->from + SLOT - 1, first);
	c->last = first;
	if (first == last || last == GP_NONE)
		return a->from;
	callee = gnu_table_find_function(c->table, a->self);
	if (callee == GP_NONE || !calls_from(c, &symbols[last], symbols[callee].address, a->from) ||
	    (first != GP_NONE &&
	     calls_from(c, &symbols[first], symbols[callee].address, a->from)))
		return a->from;
	return symbols[last].address;
}
