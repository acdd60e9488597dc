/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instrumentation_gaps.c - see instrumentation_gaps.h.
 */
#include "analysis/instrumentation_gaps.h"

#include <stdlib.h>

/* A C library's or a compiler's own: one such as __udivti3, which a linker adds to any program, or
   what LLVM moved out of several functions. */
static bool is_reserved(const char *name)
{
	return (name[0] == '_' && name[1] == '_') || gp_begins(name, ELF_OUTLINED);
}

/* Returns true if a function ran and counts no calls, though its object has instrumented code. */
static bool is_uncounted(const struct program *p, uint32_t node)
{
	const struct node *n = &p->graph.nodes[node];
	const struct function *f = &p->functions[node];

	return !f->instrumented && !f->places && f->object != GP_NONE &&
	       p->objects[f->object].instrumented && !program_is_row(p, node) &&
	       (n->flags & NODE_OPAQUE || f->record) &&
	       (n->entries > 0 || n->self + n->child >= 1) && !is_reserved(n->name);
}

/* The one with most time, then calls, is named. */
static bool is_before(const struct node *a, const struct node *b)
{
	double x = a->self + a->child, y = b->self + b->child;

	return x != y ? x > y : a->entries > b->entries;
}

/* How many there are; '*first' is set if there is any. */
static size_t find(const struct program *p, uint32_t *first)
{
	const struct node *nodes = p->graph.nodes;
	size_t n = 0;

	for (uint32_t i = 0; i < p->graph.nnodes; i++) {
		if (!is_uncounted(p, i))
			continue;
		if (!n++ || is_before(&nodes[i], &nodes[*first]))
			*first = i;
	}
	return n;
}

/* Who they are, and the verb; to be freed. */
static char *subject_of(const struct program *p, enum name_form names)
{
	const struct object *executable = p->nobjects ? &p->objects[p->executable] : NULL;
	uint32_t first = 0;
	size_t n = find(p, &first);
	char *name, *text;

	if (!n && executable && executable->present && !executable->instrumented)
		return gp_format("the code of '%s' makes, which is", executable->name);
	if (!n)
		return NULL;
	name = demangle_as(p->graph.nodes[first].name, names);
	if (n == 1)
		text = gp_format("'%s' makes, which is", name);
	else
		text = gp_format("'%s' and %zu more function%s make, which are", name, n - 1,
				 n == 2 ? "" : "s");
	free(name);
	return text;
}

char *instrumentation_gaps(const struct program *p, enum name_form names)
{
	char *subject = subject_of(program_joined(p), names), *text;

	if (!subject)
		return NULL;
	text = gp_format("calls that %s not instrumented; an instrumented callee has them as calls "
			 "by <spontaneous>, any other lacks them", subject);
	free(subject);
	return text;
}
