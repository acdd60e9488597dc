/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_names.c - any bytes as what a user writes to name functions, and as a table of
 * symbols in text.
 *
 * Input: a line is a pattern, a symspec, a condition on a comparison and a name to be
 * made readable; an empty line ends them, and the rest is the table.  Regular expressions
 * are the C library's affair and are left out.
 */
#include "diff/condition.h"
#include "fuzz.h"
#include "gprof/options/symspec.h"
#include "select/pattern.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LINES 40

static void try_pattern(const char *text)
{
	static const struct pattern_subject subjects[] = {
		{ .names = { "_ZN1a1bEv", "a::b()", "a::b", "b" }, .file = "/src/a.cpp" },
		{ .names = { "main" }, .node = 1 },
		{ .names = { "f.part.0", "f" }, .file = "lib/f.c", .node = 2 },
	};
	struct function functions[] = {
		{ .file = "/src/a.cpp", .line = 7 }, { 0 }, { .file = "lib/f.c", .line = 20 },
	};
	struct program program = { .functions = functions, .nfunctions = 3 };
	struct gp_error e = { "" };
	struct pattern p;

	if (text[0] == '/' && text[1] && text[strlen(text) - 1] == '/')
		return;
	if (pattern_parse(&p, text, &e) == 0) {
		pattern_bind(&p, &program);
		for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
			pattern_matches(&p, &subjects[i]);
		pattern_release(&p);
	} else if (!e.text[0]) {
		abort();
	}
}

static void try_condition(const char *text)
{
	struct gp_error e = { "" };
	struct condition c;

	if (condition_parse(&c, text, &e) < 0 && !e.text[0])
		abort();
	condition_release(&c);
}

static void try_name(const char *name)
{
	for (int form = NAMES_FULL; form <= NAMES_LINKAGE; form++)
		free(demangle_as(name, form));
}

static void try_table(struct gnu_specs *specs, const char *text, size_t size, bool exact)
{
	struct gnu_table table = { .text_end = 0x2000 };
	struct gp_error e = { "" };

	if (gnu_table_read_text(&table, text, size, "input", &e) == 0) {
		gnu_table_finish(&table, !exact);
		gnu_specs_need_lines(specs);
		gnu_specs_apply(specs, &table, exact);
		for (uint32_t i = 0; i < table.nsymbols; i++) {
			gnu_specs_has(specs, &table.symbols[i], GNU_INCL_FLAT);
			gnu_specs_wants_arc(specs, i, i * 7 % table.nsymbols);
		}
	} else if (!e.text[0]) {
		abort();
	}
	gnu_table_release(&table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size), *line = text, *end;
	struct gnu_specs specs[2] = { 0 };

	for (unsigned n = 0; n < MOST_LINES; n++, line = end + 1) {
		end = memchr(line, '\n', text + size - line);
		if (!end || end == line)
			break;
		*end = 0;
		try_pattern(line);
		try_condition(line);
		try_name(line);
		gnu_specs_add(&specs[0], line, n % GNU_LISTS);
		gnu_specs_add(&specs[1], line, GNU_INCL_ARCS + n % 2);
	}
	for (int i = 0; i < 2; i++) {
		try_table(&specs[i], line, text + size - line, i);
		gnu_specs_release(&specs[i]);
	}
	free(text);
	return 0;
}
