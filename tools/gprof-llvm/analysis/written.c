/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * written.c - see written.h.
 */
#include "analysis/written.h"

/*
 * Where part of what a line was written as has gone, as a condition that became no branch, and
 * the rest did not run, instructions may know more.
 */
static void walk_object(const struct executions *x, uint32_t object,
			void (*each)(void *context, const struct written_line *line),
			void *context)
{
	const struct object *o = &x->p->objects[object];
	const struct blocks *b = &x->blocks[object];

	for (size_t i = 0; i < b->nlines;) {
		const struct block_line *l = &b->lines[i];
		const struct cg_function *f = &o->cg.functions[l->record];
		struct cg_lines_function from = static_cg_lines_function(&o->cg, f,
									     l->function);
		struct written_line line = { .node = o->nodes[l->record], .line = l->line };
		bool all, known = blocks_line(b, &i, &line.count, &all);

		line.linkage = l->function ? from.name : NULL;
		line.file = from.file;
		line.defined = from.line;
		line.anywhere = o->cg.modules[f->module].flags & GPROF_MOD_LTO;
		line.count = executions_loosen(x, line.count);
		if (known && (all || line.count.lo > 0) && line.node != GP_NONE && line.file &&
		    (line.linkage || !l->function))
			each(context, &line);
	}
}

void written_walk(const struct executions *x,
		  void (*each)(void *context, const struct written_line *line), void *context)
{
	for (size_t i = 0; i < x->nblocks; i++)
		walk_object(x, i, each, context);
}

void written_know(struct written_lines *w, const struct written_line *line, uint64_t number)
{
	int created;

	*gp_map_put(&w->of_node, number, line->node, &created) = 1;
	if (line->anywhere)
		*gp_map_put(&w->anywhere, number, 0, &created) = 1;
}

bool written_has(const struct written_lines *w, uint32_t node, uint64_t number)
{
	return gp_map_get(&w->of_node, number, node) != GP_NONE ||
	       gp_map_get(&w->anywhere, number, 0) != GP_NONE;
}

void written_forget(struct written_lines *w)
{
	gp_map_release(&w->of_node);
	gp_map_release(&w->anywhere);
}
