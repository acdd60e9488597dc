/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * llvm_cov.c - coverage as JSON in the form of `llvm-cov export`, version 2.0.1.
 *
 * Its segments are places from which a count holds.  What is known here is known by line: so a
 * segment begins with each line, and one without a count where lines without code begin.  Columns
 * are 1.  Branches are those of the machine code:
 * the first count is that of its jump.
 */
#include "export/coverage_files.h"
#include "text/js.h"

#include <stdlib.h>
#include <string.h>

static json_t *segment(uint32_t line, int64_t count, bool has_count, bool begins)
{
	return json_pack("[I, i, I, b, b, b]", (json_int_t)line, 1, (json_int_t)count, has_count,
			 begins, 0);
}

static void put_segments(struct js_writer *w, const struct coverage_files *c)
{
	js_list(w, "segments");
	for (size_t i = 0; i < c->nlines; i++) {
		const struct coverage_line *l = &c->lines[i];
		js_put(w, segment(l->line, l->count, true, true));
		if (i + 1 == c->nlines || l[1].line != l->line + 1)
			js_put(w, segment(l->line + 1, 0, false, false));
	}
	js_list_end(w);
}

static void put_branches(struct js_writer *w, const struct coverage_files *c)
{
	js_list(w, "branches");
	for (size_t i = 0; i < c->nbranches; i++) {
		const struct coverage_branch *b = &c->branches[i];

		js_put(w, json_pack("[I, i, I, i, I, I, i, i, i]", (json_int_t)b->line, 1,
				    (json_int_t)b->line, 1, (json_int_t)b->taken,
				    (json_int_t)b->passed, 0, 0, 4));
	}
	js_list_end(w);
}

static json_t *part(size_t count, size_t covered)
{
	return json_pack("{s:I, s:I, s:I, s:f}", "count", (json_int_t)count, "covered",
			 (json_int_t)covered, "notcovered", (json_int_t)(count - covered),
			 "percent", count ? 100.0 * covered / count : 0);
}

static json_t *summary(const struct coverage_sums *s)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "branches",
			 part(s->branches, s->branches_hit), "functions",
			 part(s->functions, s->functions_hit), "instantiations",
			 part(s->functions, s->functions_hit), "lines",
			 part(s->lines, s->lines_hit), "regions", part(s->lines, s->lines_hit));
}

static void put_files(struct js_writer *w, struct coverage_files *c, struct coverage_sums *all)
{
	js_list(w, "files");
	while (coverage_files_next(c)) {
		js_object(w, NULL);
		js_member(w, "filename", js_text(c->path));
		put_branches(w, c);
		js_member(w, "expansions", json_array());
		put_segments(w, c);
		js_member(w, "summary", summary(&c->sums));
		js_object_end(w);
		coverage_files_add(all, &c->sums);
	}
	js_list_end(w);
}

/* The last line of a function is not known: its region is where it begins. */
static void put_functions(struct js_writer *w, const struct coverage_files *c,
			  const struct export *x)
{
	const struct coverage *all = &c->all;

	js_list(w, "functions");
	for (size_t i = 0; i < all->nfunctions; i++) {
		const struct coverage_function *f = &all->functions[i];
		const char *name = x->result->program->graph.nodes[f->node].name;

		js_put(w, json_pack("{s:o, s:I, s:[o], s:[[I, i, I, i, I, i, i, i]], s:[]}", "name",
				    js_text(name), "count", (json_int_t)f->calls, "filenames",
				    js_text(all->files.items[f->file]), "regions",
				    (json_int_t)f->line, 1, (json_int_t)f->line, 1,
				    (json_int_t)f->calls, 0, 0, 0,
				    "branches"));
	}
	js_list_end(w);
}

int export_llvm_cov(const struct export *x, struct gp_error *e)
{
	struct coverage_sums all = { 0 };
	struct js_writer w;
	struct coverage_files c;

	if (coverage_files_init(&c, x, e) < 0)
		return -1;
	js_begin_plain(&w, x->out);
	js_member(&w, "type", json_string("llvm.coverage.json.export"));
	js_member(&w, "version", json_string("2.0.1"));
	js_list(&w, "data");
	js_object(&w, NULL);
	put_files(&w, &c, &all);
	put_functions(&w, &c, x);
	js_member(&w, "totals", summary(&all));
	js_object_end(&w);
	js_list_end(&w);
	js_end(&w);
	coverage_files_print_losses(&c, x);
	coverage_files_release(&c);
	return 0;
}
