/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * written_functions.c - see written_functions.h.
 */
#include "executions/written_functions.h"
#include "executions/executed_insns.h"
#include "program/inline_scopes.h"

#include <stdlib.h>
#include <string.h>

struct finding {
	struct written_functions *w;
	const bool *wanted;
	struct inline_scopes scopes;
	struct gp_names texts;   /* names and files -> their numbers */
	struct gp_map by_scope;  /* (function of the scopes, object) -> inlined */
	struct gp_map by_name;   /* (numbers of name and file, object) -> inlined */
	struct block_count *within; /* by node: inlined in it */
	bool *has_within;           /* by node: something is */
	bool *seen;                 /* by object: debug information has an entry for its code */
};

static const struct block_count none = { .how = SOLVED_EXACT };

static uint32_t text_number(struct finding *f, const char *text)
{
	int created;
	uint32_t n = f->texts.n, *at = gp_names_put(&f->texts, text ? text : "", &created);

	if (created)
		*at = n;
	return *at;
}

/* Each compilation unit has an entry of its own for a function of a header. */
static uint32_t find_named(struct finding *f, uint32_t object, const struct scope_function *s)
{
	uint64_t key = (uint64_t)text_number(f, s->linkage) << 32 | text_number(f, s->file);
	int created;
	uint32_t *at = gp_map_put(&f->by_name, key, object, &created);

	if (created) {
		*at = f->w->n;
		*gp_push(f->w->inlined, f->w->n, f->w->room) = (struct inlined_function){
			.object = object, .name = s->linkage, .file = s->file, .insns = none };
	}
	return *at;
}

/* The innermost function inlined at an instruction, or NULL. */
static struct inlined_function *find_inlined(struct finding *f, const struct executed_insn *insn)
{
	struct scope_level levels[INLINE_SCOPES_MOST];
	uint32_t *at;
	int created;

	if (!inline_scopes_at(&f->scopes, insn->object, insn->address, levels))
		return NULL;
	f->seen[insn->object] = true;
	if (!levels[0].copy || levels[0].function == GP_NONE)
		return NULL;
	at = gp_map_put(&f->by_scope, levels[0].function, insn->object, &created);
	if (created)
		*at = find_named(f, insn->object, &f->scopes.functions[levels[0].function]);
	return &f->w->inlined[*at];
}

static void add(void *context, const struct executed_insn *insn)
{
	struct finding *f = context;
	struct inlined_function *inlined;

	if (insn->ours || !f->wanted[insn->node])
		return;
	f->w->blind[insn->object] = true; /* for now */
	inlined = insn->outlined ? NULL : find_inlined(f, insn);
	if (!inlined) {
		blocks_add(&f->w->own[insn->node], insn->count, 1);
	} else if (!insn->in) {
		inlined->unsolved = true;
	} else {
		blocks_add(&inlined->insns, insn->count, 1);
		blocks_add(&f->within[insn->node], insn->count, 1);
		f->has_within[insn->node] = true;
	}
}

/* A function's sum may be known better than its parts are. */
static void settle(struct finding *f, const struct program *p, const struct executions *x)
{
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct execution *e = executions_of(x, i);
		struct block_count *own = &f->w->own[i];

		if (e)
			*own = f->has_within[i] ? blocks_part(*own, f->within[i], e->insns)
						: e->insns;
	}
	for (size_t i = 0; i < p->nobjects; i++)
		f->w->blind[i] &= !f->seen[i];
}

void written_functions_init(struct written_functions *w, const struct program *p,
			    const struct executions *x, const bool *wanted)
{
	struct finding f = { .w = w, .wanted = wanted };

	*w = (struct written_functions){
		.own = gp_alloc(p->graph.nnodes, sizeof *w->own),
		.blind = gp_alloc(p->nobjects, sizeof *w->blind) };
	f.within = gp_alloc(p->graph.nnodes, sizeof *f.within);
	f.has_within = gp_alloc(p->graph.nnodes, sizeof *f.has_within);
	f.seen = gp_alloc(p->nobjects, sizeof *f.seen);
	for (size_t i = 0; i < p->graph.nnodes; i++)
		w->own[i] = f.within[i] = none;
	inline_scopes_init(&f.scopes, p);
	executed_walk_all(x, add, &f);
	settle(&f, p, x);
	inline_scopes_release(&f.scopes);
	gp_names_release(&f.texts);
	gp_map_release(&f.by_scope);
	gp_map_release(&f.by_name);
	free(f.within);
	free(f.has_within);
	free(f.seen);
}

void written_functions_release(struct written_functions *w)
{
	free(w->inlined);
	free(w->own);
	free(w->blind);
	memset(w, 0, sizeof *w);
}
