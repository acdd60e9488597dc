/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * writer.c - see writer.h.
 */
#include "executions/exact.h"
#include "export/writer.h"
#include "merge/sum.h"

int export_paths(const struct export *x, struct inclusive *paths, struct gp_error *e)
{
	const struct result *r = x->result;

	if (executed_check(r->executions, x->name, e) < 0)
		return -1;
	inclusive_init(paths, &r->program->graph, r->executions);
	return 0;
}

/* Of a module of a merged profile. */
static const char *merged_build_id(const struct sum *s, size_t module)
{
	const char *id = "";
	size_t n = 0;

	for (size_t i = 0; i < s->nbuilds; i++)
		if (s->builds[i].module == module) {
			id = s->strings[s->builds[i].id];
			n++;
		}
	return n == 1 ? id : "";
}

void export_build_id(const struct program *p, size_t object, char text[BUILD_ID_TEXT])
{
	const struct object *o = &p->objects[object];

	*text = 0;
	if (p->sum)
		snprintf(text, BUILD_ID_TEXT, "%s", merged_build_id(p->sum, object));
	for (unsigned i = 0; !p->sum && o->present && i < o->elf.build_id_size; i++)
		snprintf(text + 2 * i, 3, "%02x", o->elf.build_id[i]);
}

bool export_is_never(const struct export *x, uint32_t node)
{
	const struct program *p = x->result->program;

	return p->functions[node].instrumented && !p->graph.nodes[node].entries &&
	       !p->graph.nodes[node].called;
}

bool export_is_never_arc(const struct export *x, const struct arc *a)
{
	return x->result->program->functions[a->from].instrumented && !a->count;
}

struct interval export_interval(const struct export *x, const struct weight *w, bool never)
{
	const struct result *r = x->result;

	if (never && !w->sum)
		return (struct interval){ 0 };
	return measured_stack_interval(r->program, w, &r->measured->all);
}
