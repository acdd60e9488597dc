/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined.c - see inlined.h.
 */
#include "analysis/inlined.h"
#include "analysis/unique_name.h"
#include "analysis/interval.h"
#include "base/path.h"
#include "program/inline_scopes.h"

#include <stdlib.h>
#include <string.h>

#define NEARLY_ALL 0.9 /* of a part, that another one inlined into it has */

/* Time of a part that is of another one's, inlined into it. */
struct within {
	uint32_t part, inner; /* positions in parts.items */
	double weight;
};

struct finding {
	struct inlined_parts *parts;
	const struct program *p;
	struct inline_scopes scopes;
	struct gp_names names;  /* -> numbers */
	struct gp_map at;       /* (node, number of the name) -> parts.items */
	struct within *within;
	size_t nwithin, within_room;
	struct gp_map within_at; /* (part, inner) -> within */
};

static uint32_t part_of(struct finding *f, uint32_t node, const struct scope_level *level)
{
	const struct scope_function *function = &f->scopes.functions[level->function];
	int created;
	uint32_t *number = gp_names_put(&f->names, function->linkage, &created), *at;

	if (created)
		*number = level->function;
	at = gp_map_put(&f->at, node, *number, &created);
	if (created) {
		*at = f->parts->n;
		*gp_push(f->parts->items, f->parts->n, f->parts->room) = (struct inlined_part){
			.node = node, .name = function->linkage,
			.file = function->file && function->line ? function->file : level->file,
			.line = function->file ? function->line : 0 };
	}
	return *at;
}

static void add_within(struct finding *f, uint32_t part, uint32_t inner, double weight)
{
	int created;
	uint32_t *at = gp_map_put(&f->within_at, part, inner, &created);

	if (created) {
		*at = f->nwithin;
		*gp_push(f->within, f->nwithin, f->within_room) = (struct within){ part, inner, 0 };
	}
	f->within[*at].weight += weight;
}

static bool has(const uint32_t *parts, size_t n, uint32_t part)
{
	while (n && parts[n - 1] != part)
		n--;
	return n;
}

/* All levels of inlining around the sample's code, each function once. */
static void add_sample(struct finding *f, const struct resolved_sample *sample)
{
	struct weight w = resolved_sample_weight(f->p, sample, sample->weight);
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = inline_scopes_at(&f->scopes, sample->object, sample->address, levels), met = 0;
	uint32_t parts[INLINE_SCOPES_MOST];

	for (size_t i = 0; i < n && levels[i].copy; i++) {
		uint32_t part;

		if (levels[i].function == GP_NONE)
			continue;
		part = part_of(f, sample->node, &levels[i]);
		if (has(parts, met, part))
			continue;
		weight_add(&f->parts->items[part].self, &w);
		for (size_t k = 0; k < met; k++)
			add_within(f, part, parts[k], w.sum);
		parts[met++] = part;
	}
}

/* Code whose own time a row's is: none of libraries, of the kernel and the profiler. */
static bool is_own(const struct program *p, const struct resolved_sample *sample)
{
	return sample->weight > 0 && !sample->known && !(sample->flags & GPROF_SAMPLE_KERNEL) &&
	       sample->node != GP_NONE && !program_is_row(p, sample->node) &&
	       p->total > 0 && p->graph.nodes[sample->node].self * 100 >= INLINED_ROW * p->total;
}

static int by_node(const void *x, const void *y, void *unused)
{
	const struct inlined_part *a = x, *b = y;

	(void)unused;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->self.sum != b->self.sum)
		return a->self.sum > b->self.sum ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Leaves out parts that are small, have few samples, or lie nearly whole in another part. */
static void choose(struct finding *f)
{
	struct inlined_parts *parts = f->parts;
	bool *passed = gp_alloc(parts->n, sizeof *passed);
	size_t kept = 0;

	for (size_t i = 0; i < f->nwithin; i++)
		passed[f->within[i].part] |= f->within[i].weight >= NEARLY_ALL *
			parts->items[f->within[i].part].self.sum;
	for (size_t i = 0; i < parts->n; i++) {
		const struct inlined_part *part = &parts->items[i];

		if (!passed[i] && !interval_rests_on_few(&part->self) &&
		    part->self.sum * 100 >=
			    INLINED_PART * f->p->graph.nodes[part->node].self)
			parts->items[kept++] = *part;
	}
	parts->n = kept;
	gp_sort(parts->items, parts->n, sizeof *parts->items, by_node, NULL);
	free(passed);
}

/* Chooses among all that have samples: those without are nothing that a command shows. */
static void choose_and_name(struct finding *f)
{
	struct inlined_names names = { 0 };

	for (size_t i = 0; i < f->parts->n; i++)
		*gp_push(names.items, names.n, names.room) = f->parts->items[i].name;
	choose(f);
	for (size_t i = 0; i < f->parts->n; i++)
		f->parts->items[i].word = unique_name(f->p, &names, f->parts->items[i].name);
	free(names.items);
}

void inlined_parts_find(struct inlined_parts *parts, const struct program *p)
{
	struct finding f = { .parts = parts, .p = p };

	*parts = (struct inlined_parts){ 0 };
	inline_scopes_init(&f.scopes, p);
	for (size_t i = 0; i < p->resolved_samples.n; i++)
		if (is_own(p, &p->resolved_samples.items[i]))
			add_sample(&f, &p->resolved_samples.items[i]);
	choose_and_name(&f);
	inline_scopes_release(&f.scopes);
	gp_names_release(&f.names);
	gp_map_release(&f.at);
	gp_map_release(&f.within_at);
	free(f.within);
}

const struct inlined_part *inlined_parts_of(const struct inlined_parts *parts, uint32_t node,
					    size_t *n)
{
	size_t first = 0, end;

	*n = 0;
	if (!parts)
		return NULL;
	while (first < parts->n && parts->items[first].node != node)
		first++;
	for (end = first; end < parts->n && parts->items[end].node == node;)
		end++;
	*n = end - first;
	return parts->items + first;
}

char *inlined_part_place(const struct inlined_part *part)
{
	if (!part->file)
		return gp_strdup("");
	return part->line ? gp_format("%s:%u", gp_basename(part->file), part->line)
			  : gp_strdup(gp_basename(part->file));
}

void inlined_parts_release(struct inlined_parts *parts)
{
	for (size_t i = 0; i < parts->n; i++)
		free(parts->items[i].word);
	free(parts->items);
	memset(parts, 0, sizeof *parts);
}
