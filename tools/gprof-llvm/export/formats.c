/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * formats.c - the table of formats, and what several of them write.
 */
#include "export/export.h"
#include "merge/sum.h"
#include "text/escape.h"

#include <inttypes.h>

const char *const export_tables[EXPORT_TABLES] = {
	[EXPORT_FUNCTIONS] = "functions", [EXPORT_ARCS] = "arcs", [EXPORT_STACKS] = "stacks",
	[EXPORT_CALLS] = "calls",
};

const struct export_format export_formats[] = {
	{ "json", "everything, for scripts (default)", 0, NEED_SITES, true, false, export_json },
	{ "csv", "a table of functions, or of arcs", 1u << EXPORT_FUNCTIONS | 1u << EXPORT_ARCS,
	  0, true, false, export_csv },
	{ "gmon", "a gmon.out for GNU gprof", 0, 0, false, false, export_gmon },
	{ "folded", "stacks with microseconds, for flame graphs", 0, 0, false, true,
	  export_folded },
	{ "pprof", "sampled stacks for pprof, or with --table=calls the counted calls",
	  1u << EXPORT_STACKS | 1u << EXPORT_CALLS, NEED_PLACES, false, false, export_pprof },
	{ "callgrind", "functions, exact calls and the time in them, for KCachegrind", 0,
	  NEED_PLACES | NEED_SITES, true, false, export_callgrind },
	{ "speedscope", "stacks of each thread, for speedscope", 0, NEED_PLACES, false, false,
	  export_speedscope },
	{ "firefox", "stacks of each thread, for the Firefox Profiler", 0, NEED_PLACES, false,
	  false, export_firefox },
	{ "cpuprofile", "stacks of each thread, for Chrome's DevTools and VS Code", 0,
	  NEED_PLACES, false, false, export_cpuprofile },
	{ "dot", "the call dependency graph, for graphviz", 0, 0, true, false, NULL },
	{ "svg", "the same as a picture", 0, 0, true, false, NULL },
	{ "markdown", "a table of the functions with most time", 0, 0, true, false,
	  export_markdown },
	{ NULL, NULL, 0, 0, false, false, NULL },
};

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

void export_tell_calls(const struct export *x, const char *format, const char *holder)
{
	const struct graph *g = &x->result->program->graph;
	int64_t calls = 0;

	for (size_t i = 0; i < g->narcs; i++)
		gp_add(&calls, g->arcs[i].count);
	if (calls)
		gprintf(x->notes, "%s holds no counts: %" PRId64 " exact call%s left out: %s "
			"writes them\n", format, calls, calls == 1 ? " is" : "s are", holder);
}
