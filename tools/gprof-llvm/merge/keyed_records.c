/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keyed_records.c - records of a merged profile by their keys; see sum.h.
 */
#include "merge/sum.h"

#include <stdlib.h>
#include <string.h>

void sum_init(struct sum *s)
{
	memset(s, 0, sizeof *s);
	s->total.used_known = SUM_USED_ALL;
	sum_string(s, "");
}

void sum_release(struct sum *s)
{
	struct gp_map *maps[] = { &s->node_at, &s->arc_at, &s->site_at, &s->context_at,
				  &s->sample_at, &s->tail_at, &s->callback_at, &s->caller_at,
				  &s->execution_at, &s->count_at, &s->written_at, &s->line_at,
				  &s->branch_at, &s->switch_at, &s->case_at };

	for (size_t i = 0; i < s->nstrings; i++)
		free(s->strings[i]);
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		gp_map_release(maps[i]);
	gp_names_release(&s->string_at);
	free(s->strings);
	free(s->modules);
	free(s->builds);
	free(s->nodes);
	free(s->arcs);
	free(s->sites);
	free(s->contexts);
	free(s->samples);
	free(s->tails);
	free(s->callbacks);
	free(s->callers);
	free(s->runs);
	free(s->prices);
	free(s->threads);
	free(s->counted);
	free(s->executions);
	free(s->counts);
	free(s->written);
	free(s->lines);
	free(s->branches);
	free(s->cases);
	sum_timings_release(s);
	sum_memory_release(s);
	sum_blocks_release(s);
	sum_io_release(s);
	memset(s, 0, sizeof *s);
}

uint32_t sum_string(struct sum *s, const char *text)
{
	uint32_t known = gp_names_get(&s->string_at, text ? text : "");
	char *kept;
	int created;

	if (known != GP_NONE)
		return known;
	kept = gp_strdup(text ? text : "");
	*gp_names_put(&s->string_at, kept, &created) = s->nstrings;
	*gp_push(s->strings, s->nstrings, s->strings_room) = kept;
	return s->nstrings - 1;
}

static uint64_t pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

/* A row is not a function, whatever a file calls it. */
uint32_t sum_node(struct sum *s, const struct sum_node *key, bool *created)
{
	uint32_t row = key->flags & SUM_NODE_ROW ? 1u << 31 : 0; /* of a string's number free */
	int made;
	uint32_t *at = gp_map_put(&s->node_at, pair(key->module, key->name | row),
				  pair(key->where, key->ordinal), &made);

	*created = made;
	if (made) {
		*at = s->nnodes;
		*gp_push(s->nodes, s->nnodes, s->nodes_room) = *key;
	}
	return *at;
}

uint32_t sum_arc(struct sum *s, uint32_t from, uint32_t to, uint64_t count, uint32_t flags)
{
	int created;
	uint32_t *at = gp_map_put(&s->arc_at, from, to, &created);

	if (created) {
		*at = s->narcs;
		*gp_push(s->arcs, s->narcs, s->arcs_room) =
			(struct sum_arc){ .from = from, .to = to, .flags = flags };
	}
	gp_count_up(&s->arcs[*at].count, count);
	s->arcs[*at].flags &= flags;
	return *at;
}

void sum_site(struct sum *s, uint32_t arc, uint32_t line, uint32_t file, uint64_t calls)
{
	int created;
	uint32_t *at = gp_map_put(&s->site_at, arc, pair(line, file), &created);

	if (created) {
		*at = s->nsites;
		*gp_push(s->sites, s->nsites, s->sites_room) =
			(struct sum_site){ .arc = arc, .line = line, .file = file };
	}
	gp_count_up(&s->sites[*at].calls, calls);
}

uint32_t sum_context(struct sum *s, const struct sum_context *key)
{
	int created;
	uint32_t *at = gp_map_put(&s->context_at, pair(key->caller, key->node),
				  pair(key->callee, key->entered), &created);

	if (created) {
		*at = s->ncontexts;
		*gp_push(s->contexts, s->ncontexts, s->contexts_room) = *key;
	}
	return *at;
}

void sum_sample(struct sum *s, const struct sum_sample *sample)
{
	int created;
	uint32_t *at = gp_map_put(&s->sample_at, pair(sample->context, sample->node),
				  pair(sample->entered, sample->flags), &created);

	if (created) {
		*at = s->nsamples;
		*gp_push(s->samples, s->nsamples, s->samples_room) = *sample;
		return;
	}
	s->samples[*at].samples += sample->samples;
	s->samples[*at].weight += sample->weight;
}

/* Facts: that they are there is all there is to know. */
static void put_pair(struct gp_map *at, struct sum_pair **pairs, size_t *n, size_t *room,
		     uint32_t a, uint32_t b)
{
	int created;

	*gp_map_put(at, a, b, &created) = 0;
	if (created)
		*gp_push(*pairs, *n, *room) = (struct sum_pair){ a, b };
}

void sum_tail(struct sum *s, uint32_t from, uint32_t to)
{
	put_pair(&s->tail_at, &s->tails, &s->ntails, &s->tails_room, from, to);
}

void sum_callback(struct sum *s, uint32_t function, uint32_t external)
{
	put_pair(&s->callback_at, &s->callbacks, &s->ncallbacks, &s->callbacks_room, function,
		 external);
}

void sum_caller(struct sum *s, uint32_t function, uint32_t module)
{
	put_pair(&s->caller_at, &s->callers, &s->ncallers, &s->callers_room, function, module);
}

void sum_total(struct sum_total *to, const struct sum_total *from)
{
	for (int i = 0; i < 2; i++) {
		to->sample_totals[i].samples += from->sample_totals[i].samples;
		to->sample_totals[i].stacked += from->sample_totals[i].stacked;
		to->sample_totals[i].without_stack += from->sample_totals[i].without_stack;
		to->sample_totals[i].truncated += from->sample_totals[i].truncated;
		to->sample_totals[i].weight += from->sample_totals[i].weight;
		to->sample_totals[i].kernel += from->sample_totals[i].kernel;
		to->sample_totals[i].squares += from->sample_totals[i].squares;
	}
	to->own_ns += from->own_ns;
	to->used_ns += from->used_ns;
	to->used_known = !to->used_known || !from->used_known ? SUM_USED_UNKNOWN :
			 to->used_known == from->used_known   ? from->used_known :
								SUM_USED_LEAST;
	to->late += from->late;
	to->late = to->late > INT64_MAX / 4 ? INT64_MAX / 2 : to->late;
	to->uncounted += from->uncounted;
	to->ambiguous += from->ambiguous;
}

/* ------------------------------------------------------------------ */

char *sum_module_name(const char *path, uint32_t flags)
{
	const char *name = gp_basename(path), *end = strstr(name, ".so");

	if (flags & SUM_MODULE_MAIN || !end || end == name)
		return gp_strdup(name);
	return gp_format("%.*s", (int)(end - name) + 3, name);
}

/* The number 'ordinal' among the modules of this name. */
uint32_t sum_module(struct sum *s, const char *path, uint32_t flags, uint32_t ordinal)
{
	char *name = sum_module_name(path, flags);
	struct sum_module *m;
	uint32_t found = GP_NONE;

	for (size_t i = 0; i < s->nmodules && found == GP_NONE; i++) {
		char *other = sum_module_name(s->strings[s->modules[i].path],
					      s->modules[i].flags);

		if (!((s->modules[i].flags ^ flags) & SUM_MODULE_MAIN) && !strcmp(name, other) &&
		    !ordinal--)
			found = i;
		free(other);
	}
	free(name);
	if (found != GP_NONE) {
		s->modules[found].flags |= flags;
		return found;
	}
	m = gp_push(s->modules, s->nmodules, s->modules_room);
	*m = (struct sum_module){ sum_string(s, path), flags };
	return s->nmodules - 1;
}

uint32_t sum_build(struct sum *s, uint32_t module, uint32_t id, uint64_t profiles)
{
	for (size_t i = 0; i < s->nbuilds; i++)
		if (s->builds[i].module == module && s->builds[i].id == id) {
			s->builds[i].profiles += profiles;
			return i;
		}
	*gp_push(s->builds, s->nbuilds, s->builds_room) =
		(struct sum_build){ module, id, profiles };
	return s->nbuilds - 1;
}
