/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * formats.c - the table of formats, and what several of them write.
 */
#include "executions/exact.h"
#include "export/export.h"
#include "merge/sum.h"

const char *const export_tables[EXPORT_TABLES] = {
	[EXPORT_FUNCTIONS] = "functions", [EXPORT_ARCS] = "arcs", [EXPORT_STACKS] = "stacks",
	[EXPORT_CALLS] = "calls",
};

#define STACKS (1u << EXPORT_STACKS)
#define CALLS (1u << EXPORT_CALLS)
#define TABLES (1u << EXPORT_FUNCTIONS | 1u << EXPORT_ARCS)

const struct export_format export_formats[] = {
	{ "json", "everything, for scripts (default)",
	  .needs = NEED_SITES, .by_stacks = true, .instructions = true, .untaken = true,
	  .write = export_json },
	{ "csv", "a table of functions, or of arcs",
	  .tables = TABLES, .by_stacks = true, .instructions = true, .untaken = true,
	  .write = export_csv },
	{ "gmon", "a gmon.out for GNU gprof",
	  .binary = true, .untaken = true, .write = export_gmon },
	{ "folded", "stacks with microseconds, for flame graphs",
	  .by_thread = true, .write = export_folded },
	{ "pprof", "sampled stacks for pprof, or with --table=calls the counted calls",
	  .tables = STACKS | CALLS, .needs = NEED_PLACES, .instructions = true, .binary = true,
	  .write = export_pprof },
	{ "callgrind", "functions, exact calls and the time in them, for KCachegrind",
	  .needs = NEED_PLACES | NEED_SITES, .by_stacks = true, .instructions = true,
	  .untaken = true, .write = export_callgrind },
	{ "speedscope", "stacks of each thread, for speedscope",
	  .needs = NEED_PLACES, .write = export_speedscope },
	{ "firefox", "stacks of each thread, for the Firefox Profiler",
	  .needs = NEED_PLACES, .write = export_firefox },
	{ "cpuprofile", "stacks of each thread, for Chrome's DevTools and VS Code",
	  .needs = NEED_PLACES, .write = export_cpuprofile },
	{ "chrome", "stacks over the time of the run, for Perfetto and chrome://tracing",
	  .needs = NEED_PLACES, .not_merged = "a merged profile has no times: name the original "
	  "profiles", .write = export_chrome },
	{ "dot", "the call dependency graph, for graphviz", .by_stacks = true,
	  .instructions = true, .untaken = true },
	{ "svg", "the same as a picture", .by_stacks = true, .instructions = true,
	  .untaken = true },
	{ "markdown", "a table of the functions with most time",
	  .by_stacks = true, .instructions = true, .write = export_markdown },
	{ "lcov", "executions of lines, for genhtml and services that show coverage",
	  .needs = NEED_EXECUTIONS, .instructions = true, .covers = true, .write = export_lcov },
	{ "llvm-cov", "the same as JSON, as llvm-cov writes it",
	  .needs = NEED_EXECUTIONS, .instructions = true, .covers = true,
	  .write = export_llvm_cov },
	{ NULL },
};

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
