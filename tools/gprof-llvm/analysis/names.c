/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * names.c - see names.h.
 *
 * Functions of one name are distinguished by as much as that takes: the file, then the
 * line, then the file that was compiled (a header may be in several), then the object or the path
 * of that file, then both.
 *
 * To make a C++ name readable takes a microsecond or ten; many are made by as many threads
 * as there are processors.
 */
#include "analysis/names.h"
#include "base/parallel.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WORTH_A_THREAD 10000 /* names */

enum { BY_FILE, BY_LINE, BY_UNIT, BY_OBJECT, BY_PATH, BY_ALL, WAYS };

/* The file that was compiled, where that says more than the one with the function; or NULL. */
static const char *unit_of(const struct function *f, int way)
{
	const char *unit = f->compiled && *f->compiled ? f->compiled : NULL, *base;

	if (!unit || way >= BY_PATH)
		return unit;
	base = gp_basename(unit);
	if (!f->file)
		return base;
	return way >= BY_UNIT && strcmp(base, gp_basename(f->file)) ? base : NULL;
}

static char *distinguish(const struct program *p, uint32_t node, const char *name, int way)
{
	const struct function *f = &p->functions[node];
	const char *object = f->object == GP_NONE ? NULL : p->objects[f->object].name;
	const char *unit = unit_of(f, way);
	bool last = (way == BY_OBJECT || way == BY_ALL) && object;

	if (!f->file && (!unit || (way == BY_OBJECT && object)))
		return object && !program_is_row(p, node)
			       ? gp_format("%s (%s)", name, object) : gp_strdup(name);
	if (!f->file)
		return gp_format("%s (%s%s%s)", name, unit, last ? ", " : "", last ? object : "");
	if (way == BY_FILE)
		return gp_format("%s (%s)", name, gp_basename(f->file));
	return gp_format("%s (%s:%u%s%s%s%s)", name, gp_basename(f->file), f->line,
			 unit ? " in " : "", unit ? unit : "", last ? ", " : "",
			 last ? object : "");
}

/* The readable name, never empty; code that was inlined is not the function of that name. */
static char *name_of(const struct program *p, uint32_t node, enum name_form form)
{
	char *name = escape_owned(demangle_as(p->graph.nodes[node].name, form)), *more;
	uint32_t places = p->functions[node].places;

	if (!*name) {
		free(name);
		return gp_format("<unnamed at 0x%" PRIx64 ">", p->functions[node].address);
	}
	if (!places)
		return name;
	more = gp_format("%s <inlined at %u place%s>", name, places, places == 1 ? "" : "s");
	free(name);
	return more;
}

/* Marks the nodes whose name another has too. */
static bool find_equal(char **names, size_t n, bool *equal)
{
	struct gp_names seen = { 0 };
	bool any = false;
	int created;

	memset(equal, 0, n * sizeof *equal);
	gp_names_reserve(&seen, n);
	for (size_t i = 0; i < n; i++) {
		uint32_t *first = gp_names_put(&seen, names[i], &created);

		if (created)
			*first = i;
		else
			equal[i] = equal[*first] = any = true;
	}
	gp_names_release(&seen);
	return any;
}

struct naming {
	const struct program *program;
	enum name_form form;
	char **names;
};

static void make_range(size_t from, size_t to, void *naming)
{
	const struct naming *n = naming;

	for (size_t i = from; i < to; i++)
		n->names[i] = name_of(n->program, i, n->form);
}

/* Overloaded functions have one short name, and parameters distinguish them; by node: the form. */
static enum name_form *add_parameters(const struct program *p, enum name_form form, char **names,
				      bool *equal, bool *alike)
{
	size_t n = p->graph.nnodes;
	enum name_form *forms = gp_alloc(n, sizeof *forms);
	bool any = form == NAMES_SHORT && *alike;

	for (size_t i = 0; i < n; i++) {
		forms[i] = any && equal[i] ? NAMES_FULL : form;
		if (forms[i] == form)
			continue;
		free(names[i]);
		names[i] = name_of(p, i, forms[i]);
	}
	if (any)
		*alike = find_equal(names, n, equal);
	return forms;
}

char **names_of(const struct program *p, enum name_form form)
{
	size_t n = p->graph.nnodes;
	char **names = gp_alloc(n, sizeof *names);
	bool *equal = gp_alloc(n, sizeof *equal);
	enum name_form *forms;
	bool alike;

	parallel_do(n, WORTH_A_THREAD, make_range, &(struct naming){ p, form, names });
	alike = find_equal(names, n, equal);
	forms = add_parameters(p, form, names, equal, &alike);
	for (int way = 0; way < WAYS && alike; way++) {
		for (size_t i = 0; i < n; i++) {
			char *plain;

			if (!equal[i])
				continue;
			free(names[i]);
			plain = name_of(p, i, forms[i]);
			names[i] = distinguish(p, i, plain, way);
			free(plain);
		}
		alike = find_equal(names, n, equal);
	}
	for (size_t i = 0; i < n; i++)
		names[i] = escape_owned(names[i]);
	free(forms);
	free(equal);
	return names;
}

void names_release(char **names, size_t n)
{
	for (size_t i = 0; names && i < n; i++)
		free(names[i]);
	free(names);
}

const char *names_arc_source(uint32_t flags)
{
	if (flags & ARC_SECTION)
		return " (from .llvm.callgraph)";
	if (flags & ARC_DWARF)
		return " (from DWARF)";
	return flags & ARC_DISASM ? " (from code)" : "";
}
