/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * formats.c - see formats.h.
 */
#include "export/formats.h"

const char *const export_tables[EXPORT_TABLES] = {
	[EXPORT_FUNCTIONS] = "functions", [EXPORT_ARCS] = "arcs", [EXPORT_STACKS] = "stacks",
	[EXPORT_CALLS] = "calls", [EXPORT_SYMBOLS] = "symbols",
	[EXPORT_SECTIONS] = "sections", [EXPORT_SCRIPT] = "script",
	[EXPORT_TEXT] = "text", [EXPORT_EXTBINARY] = "extbinary",
};

#define STACKS (1u << EXPORT_STACKS)
#define CALLS (1u << EXPORT_CALLS)
#define ORDERS (1u << EXPORT_SYMBOLS | CALLS | 1u << EXPORT_SECTIONS | 1u << EXPORT_SCRIPT)
#define SAMPLES (1u << EXPORT_TEXT | 1u << EXPORT_EXTBINARY)
#define TABLES (1u << EXPORT_FUNCTIONS | 1u << EXPORT_ARCS)

const struct export_format export_formats[] = {
	{ "json", "everything, for scripts (default)",
	  .needs = NEED_SITES, .by_stacks = true, .instructions = true, .untaken = true,
	  .write = export_json },
	{ "csv", "a table of functions, or of arcs",
	  .tables = TABLES, .by_stacks = true, .instructions = true, .memory = true, .io = true,
	  .untaken = true, .write = export_csv },
	{ "gmon", "a gmon.out for GNU gprof",
	  .binary = true, .untaken = true, .times = true, .write = export_gmon },
	{ "folded", "stacks with microseconds, for flame graphs",
	  .by_thread = true, .memory = true, .io = true, .write = export_folded },
	{ "pprof", "sampled stacks for pprof, or with --table=calls the counted calls",
	  .tables = STACKS | CALLS, .needs = NEED_PLACES, .instructions = true, .binary = true,
	  .memory = true, .io = true, .write = export_pprof },
	{ "callgrind", "functions, exact calls and the time in them, for KCachegrind",
	  .needs = NEED_PLACES | NEED_SITES, .by_stacks = true, .instructions = true,
	  .memory = true, .io = true, .untaken = true, .write = export_callgrind },
	{ "dhat", "blocks and bytes of functions, for DHAT's viewer; needs a run with "
	  "`gprof-llvm run --memory'", .memory = true, .only_memory = true,
	  .write = export_dhat },
	{ "speedscope", "stacks of each thread, for speedscope",
	  .needs = NEED_PLACES, .write = export_speedscope },
	{ "firefox", "stacks of each thread, for the Firefox Profiler",
	  .needs = NEED_PLACES, .times = true, .write = export_firefox },
	{ "cpuprofile", "stacks of each thread, for Chrome's DevTools and VS Code",
	  .needs = NEED_PLACES, .times = true, .write = export_cpuprofile },
	{ "chrome", "stacks over the time of the run, for Perfetto and chrome://tracing",
	  .needs = NEED_PLACES, .not_merged = "a merged profile has no times: name the original "
	  "profiles", .times = true, .write = export_chrome },
	{ "dot", "the call dependency graph, for graphviz", .by_stacks = true,
	  .instructions = true, .memory = true, .io = true, .untaken = true },
	{ "svg", "the same as a picture", .by_stacks = true, .instructions = true,
	  .memory = true, .io = true, .untaken = true },
	{ "markdown", "a table of the functions with most time",
	  .by_stacks = true, .instructions = true, .write = export_markdown },
	{ "lcov", "executions of lines, for genhtml and services that show coverage",
	  .needs = NEED_EXECUTIONS, .instructions = true, .covers = true, .write = export_lcov },
	{ "llvm-cov", "the same as JSON, as llvm-cov writes it",
	  .needs = NEED_EXECUTIONS, .instructions = true, .covers = true,
	  .write = export_llvm_cov },
	{ "llvm-sample", "executions, for -fprofile-sample-use of LLVM's compilers",
	  .tables = SAMPLES, .needs = NEED_EXECUTIONS | NEED_SITES | NEED_LINELESS_SITES,
	  .instructions = true, .covers = true,
	  .not_merged = "a merged profile has no executions by instruction: name the original "
	  "profiles", .write = export_llvm_sample },
	{ "ordering", "the order in which a linker should place functions",
	  .tables = ORDERS, .covers = true, .not_merged = "a merged profile has no sizes of "
	  "functions: name the original profiles", .write = export_ordering },
	{ NULL },
};
