/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * match_nodes.c - the static functions of one merged profile that another has too; see sum.h.
 */
#include "merge/match_statics.h"
#include "merge/sum.h"

#include <stdlib.h>
#include <string.h>

struct nodes {
	uint32_t *items;
	size_t n, room;
};

struct group { /* of one module, name and static_place_group() */
	char *key;
	struct nodes known, fresh;
};

struct matching {
	const struct sum *s, *from;
	struct group *groups;
	size_t n, room;
	struct gp_names at;
};

const char *sum_compiled(const char *where)
{
	const char *build = strchr(where, SUM_TWIN), *colon = strchr(build ? build : where, ':');

	return colon ? colon + 1 : "";
}

static struct group *group_of(struct matching *m, const struct sum *s, const struct sum_node *n,
			      uint32_t module)
{
	char *files = static_place_group(s->strings[n->file], sum_compiled(s->strings[n->where]));
	char *key = gp_format("%u:%s:%s", module, s->strings[n->name], files);
	int created;
	uint32_t *at = gp_names_put(&m->at, key, &created);

	free(files);
	if (created) {
		*at = m->n;
		gp_push(m->groups, m->n, m->room)->key = key;
	} else {
		free(key);
	}
	return &m->groups[*at];
}

static bool is_static(const struct sum_node *n)
{
	return n->where && n->module != SUM_NONE && !(n->flags & SUM_NODE_ROW);
}

/* Functions with equal 'where', which files of older tools did not mark. */
static bool has_twin(const struct sum *s, const struct nodes *nodes, size_t i)
{
	const struct sum_node *n = &s->nodes[nodes->items[i]];

	if (strchr(s->strings[n->where], SUM_TWIN))
		return true;
	for (size_t k = 0; k < nodes->n; k++) {
		const struct sum_node *other = &s->nodes[nodes->items[k]];

		if (k != i && other->where == n->where && other->file == n->file)
			return true;
	}
	return false;
}

/* Numbers in one build are those in another file of this build only. */
static struct static_place *places_of(const struct sum *s, const struct nodes *nodes)
{
	struct static_place *places = gp_alloc(nodes->n, sizeof *places);

	for (size_t i = 0; i < nodes->n; i++) {
		const struct sum_node *n = &s->nodes[nodes->items[i]];
		bool twin = has_twin(s, nodes, i);
		const char *where = s->strings[n->where];

		places[i] = (struct static_place){ .file = s->strings[n->file],
						 .compiled = twin ? where : sum_compiled(where),
						 .twin = twin ? n->ordinal + 1 : 0 };
	}
	return places;
}

static void match_group(const struct matching *m, const struct group *g, uint32_t *of)
{
	struct static_place *known = places_of(m->s, &g->known);
	struct static_place *fresh = places_of(m->from, &g->fresh);
	uint32_t *found = gp_alloc(g->fresh.n, sizeof *found);

	match_statics(known, g->known.n, fresh, g->fresh.n, found);
	for (size_t i = 0; i < g->fresh.n; i++)
		if (found[i] != GP_NONE)
			of[g->fresh.items[i]] = g->known.items[found[i]];
	free(known);
	free(fresh);
	free(found);
}

static void push(struct nodes *to, uint32_t node)
{
	*gp_push(to->items, to->n, to->room) = node;
}

static void find_groups(struct matching *m, const uint32_t *modules)
{
	for (size_t i = 0; i < m->s->nnodes; i++)
		if (is_static(&m->s->nodes[i]))
			push(&group_of(m, m->s, &m->s->nodes[i], m->s->nodes[i].module)->known, i);
	for (size_t i = 0; i < m->from->nnodes; i++) {
		const struct sum_node *n = &m->from->nodes[i];

		if (is_static(n))
			push(&group_of(m, m->from, n, modules[n->module])->fresh, i);
	}
}

uint32_t *sum_match(const struct sum *s, const struct sum *from, const uint32_t *modules)
{
	struct matching m = { .s = s, .from = from };
	uint32_t *of = gp_alloc(from->nnodes, sizeof *of);

	memset(of, 0xff, from->nnodes * sizeof *of);
	find_groups(&m, modules);
	for (size_t i = 0; i < m.n; i++) {
		match_group(&m, &m.groups[i], of);
		free(m.groups[i].key);
		free(m.groups[i].known.items);
		free(m.groups[i].fresh.items);
	}
	free(m.groups);
	gp_names_release(&m.at);
	return of;
}
