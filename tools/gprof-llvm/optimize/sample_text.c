/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_text.c - see sample_text.h.
 */
#include "optimize/sample_text.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_counts(const struct sample_profile *s, const struct sample_context *c, FILE *out,
		       int depth)
{
	struct sample_count count;

	for (size_t at = 0; sample_count_next(s, c, &at, &count);) {
		size_t n;
		struct sample_callee *callees = sample_callees(s, &count, &n);

		gprintf(out, "%*s%u: %" PRId64, depth + 1, "", count.number, count.executions);
		for (size_t i = 0; i < n; i++)
			gprintf(out, " %s:%" PRId64, callees[i].name, callees[i].calls);
		gprintf(out, "\n");
		free(callees);
	}
}

/* Without recursion: a file may say that code is inlined to any depth. */
static void put_context(const struct sample_profile *s, uint32_t root, FILE *out)
{
	uint32_t at = root;
	int depth = 0;

	while (at != GP_NONE) {
		const struct sample_context *c = &s->contexts[at];

		if (depth)
			gprintf(out, "%*s%u: %.*s:%" PRId64 "\n", depth, "", c->site,
				(int)c->function->length, c->function->name, c->total);
		put_counts(s, c, out, depth);
		if (c->inlined != GP_NONE) {
			at = c->inlined;
			depth++;
			continue;
		}
		for (;;) {
			c = &s->contexts[at];
			gprintf(out, "%*s!CFGChecksum: %" PRIu64 "\n", depth + 1, "",
				c->function->hash);
			if (at == root)
				return;
			if (c->next != GP_NONE)
				break;
			at = c->parent;
			depth--;
		}
		at = c->next;
	}
}

void sample_text_write(const struct sample_profile *s, FILE *out)
{
	for (size_t i = 0; i < s->nroots; i++) {
		const struct sample_context *c = &s->contexts[s->roots[i]];

		gprintf(out, "%.*s:%" PRId64 ":%" PRId64 "\n", (int)c->function->length,
			c->function->name, c->total, sample_profile_head(s, c));
		put_context(s, s->roots[i], out);
	}
}
