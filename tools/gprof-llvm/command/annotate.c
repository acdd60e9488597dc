/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * annotate.c - `gprof-llvm annotate`.
 *
 * Its words are distinguished by what they are (analysis/operands.h): what is neither the program
 * nor a profile is a pattern of functions or files.
 */
#include "analysis/sources.h"
#include "annotate/json.h"
#include "base/version.h"
#include "command/commands.h"
#include "command/result_view.h"
#include "options/args_annotate.h"
#include "options/command_line.h"
#include "text/escape.h"
#include "text/progress.h"
#include "text/terminal.h"

#include <stdlib.h>
#include <unistd.h>

#define CONTEXT 3   /* lines, unless said */
#define LIMIT 20    /* functions, unless said or named */
#define LEAST 1     /* per cent of its function that a line has to have, unless anything is said */

static const char doc[] =
	"Prints the source or the instructions of functions of BINARY, with the time and the "
	"calls of each line.\vPATTERN is a NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE "
	"or FILE:NAME; the words may stand in any order.  Without one, the functions with the "
	"most time are shown.  Profiles are found as `gprof-llvm report' finds them.";

#define SELECT offsetof(struct annotate_arguments, select)

static const struct command_child children[] = {
	{ &args_annotate, "Output:", 1, 0 },
	{ &args_select, "Input:", 2, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_parts, PARTS_HEADER, 3, SELECT },
	{ &args_names, "Text:", 4, SELECT },
	{ 0 },
};

/* ------------------------------------------------------------------ */

static int prepare(void *arguments, const struct result *r, struct gp_error *e)
{
	struct annotate_arguments *a = arguments;

	progress_phase("finding the lines of samples");
	annotation_init(&a->annotation, r->program, &r->selection, a->by_instruction);
	annotation_collect(&a->annotation);
	annotation_execute(&a->annotation, r->executions);
	if (annotation_select(&a->annotation, &a->choice, &a->functions, &a->nfunctions, e) < 0)
		return -1;
	annotation_calls(&a->annotation);
	return 0;
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	struct annotate_arguments *a = arguments;
	struct annotate_printing t = { .style = a->style, .a = &a->annotation };
	struct sources sources;
	char *told;

	(void)e;
	if (a->json) {
		annotate_json(&a->annotation, a->functions, a->nfunctions, TOOL_VERSION,
			      a->style.names, a->style.out);
		return 0;
	}
	sources_init(&sources, &a->select.sources, sources_kept(r->program));
	t.sources = &sources;
	report_print_head(a->style.out, r, a->style.color, false);
	told = r->executions ? executions_note(r->executions) : NULL;
	if (told)
		gprintf(a->style.out, "%s\n\n", told);
	free(told);
	if (r->executions && executions_refusal(r->executions))
		gprintf(a->style.out, "Executions are not shown: %s\n\n",
			executions_refusal(r->executions));
	if (!a->by_instruction)
		annotate_print_hottest(&t, a->choice.n);
	annotate_print_functions(&t, a->functions, a->nfunctions);
	annotate_print_footer(&t);
	annotate_print_explanation(&t);
	sources_release(&sources);
	return 0;
}

static void release(void *arguments)
{
	struct annotate_arguments *a = arguments;

	free(a->functions);
	annotation_release(&a->annotation);
}

int cmd_annotate(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.words = "[PATTERN...] [BINARY] [PROFILE...]", .doc = doc,
		.children = children, .view = IN_ANNOTATE,
	};
	static const struct result_view view = {
		.needs = NEED_SITES | NEED_LINELESS_SITES | NEED_PLACES | NEED_CALLEES |
			 NEED_FILTERED | NEED_EXECUTIONS,
		.writing = "writing the source",
		.prepare = prepare,
		.print = print,
		.release = release,
	};
	struct operands functions = { 0 };
	struct annotate_arguments a = {
		.select = {
			.functions = &functions,
			.request = {
				.join.arcs = STATIC_LIST, .untimed = true,
				.not_merged = "a merged profile has names, not addresses: annotate "
					      "the original profiles",
			},
			.report.limit = LIMIT,
		},
		.style.context = CONTEXT,
	};
	struct request *q = &a.select.request;
	struct annotate_selection *c = &a.choice;
	int rc;

	a.select.sources.files = &q->files;
	command_line_parse(&spec, argc, argv, 0, &a);
	c->texts = (const char **)functions.items;
	c->n = functions.n;
	c->limited = a.select.limited;
	c->limit = a.select.report.limit;
	c->least = a.select.report.least;
	if (!c->limit || (!c->limited && c->n))
		c->limit = SIZE_MAX;
	a.style.shortened = !c->n && !c->limited && !a.said;
	if (a.style.shortened)
		a.style.threshold = LEAST;
	/* Functions are of a module here, not samples: a library's time is its caller's. */
	c->module = q->filter.module;
	q->filter.module = NULL;
	if (c->n) /* files are patterns too */
		q->needs |= NEED_LINES;
	q->merged_counts = !a.by_instruction;
	a.style.out = stdout;
	a.style.names = a.select.report.names;
	a.style.color = paint_wanted(a.select.color, STDOUT_FILENO);
	a.style.width = terminal_width(STDOUT_FILENO);
	rc = result_view_run(&view, q, !a.select.no_pager && !a.json, &a, e);
	request_release(q);
	free(functions.items);
	free(a.select.sources.folders);
	free(a.select.sources.maps);
	return rc;
}
