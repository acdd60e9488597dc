/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * annotate.c - `gprof-llvm annotate`.
 *
 * Its words are distinguished by what they are: the first that names an ELF file is the
 * program, what names a profile is one, all others are patterns of functions or files.
 */
#include "annotate/json.h"
#include "command/commands.h"
#include "command/view.h"
#include "merge/sum.h"
#include "options/args_annotate.h"
#include "options/grammar.h"
#include "profile/found.h"
#include "text/escape.h"
#include "text/progress.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONTEXT 3   /* lines, unless said */
#define LIMIT 20    /* functions, unless said or named */
#define LEAST 1     /* per cent of its function that a line has to have, unless anything is said */

static const char doc[] =
	"Prints the source or the instructions of functions of BINARY, with the time and the "
	"calls of each line.\vPATTERN is a NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE "
	"or FILE:NAME; it stands before or after BINARY.  Without one, the functions with the "
	"most time are shown.  Profiles are found as `gprof-llvm report' finds them.";

static const struct argp_child children[] = {
	{ &args_annotate, 0, "Output:", 1 },
	{ &args_select, 0, "Input:", 2 },
	{ &grammar_annotate, 0, GRAMMAR_HEADER, 2 },
	{ &args_parts, 0, "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):", 3 },
	{ &args_names, 0, "Text:", 4 },
	{ 0 },
};

/* A folder may be named as a function is: only one with profiles is meant. */
static bool has_profiles(const char *word)
{
	struct found_list found = { 0 };
	struct gp_error ignored;
	struct stat st;
	bool any;

	if (stat(word, &st) != 0 || !S_ISDIR(st.st_mode))
		return false;
	any = found_folder(&found, word, 0, &ignored) == 0 && found.n > 0;
	found_release(&found);
	return any;
}

/* Without an ELF file the first word is taken for the program: if that is missing, the error is
   the same as that of all other commands. */
static void add_word(struct annotate_arguments *a, const char *word)
{
	struct report_arguments *s = &a->select;
	char bytes[16];
	size_t n = gp_first_bytes(word, bytes, sizeof bytes);
	bool elf = n >= SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG);
	bool script = n >= 2 && !memcmp(bytes, "#!", 2); /* may stand for the program */
	bool sum = sum_is_file(word); /* result_make() knows it */

	if ((!s->request.binary || a->guessed) && (elf || script || sum)) {
		if (a->guessed && has_profiles(s->request.binary))
			args_add_path(s, (char *)s->request.binary);
		else if (a->guessed)
			*gp_push(a->choice.texts, a->choice.n, a->choice.room) = s->request.binary;
		s->request.binary = word;
		a->guessed = script;
	} else if (profile_is_magic(bytes, n) || sum ||
		   (s->request.binary && has_profiles(word))) {
		args_add_path(s, (char *)word);
	} else if (!s->request.binary) {
		s->request.binary = word;
		a->guessed = true;
	} else {
		*gp_push(a->choice.texts, a->choice.n, a->choice.room) = word;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct annotate_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = a;
		args_pass(state, 1, sizeof children / sizeof *children, &a->select);
		break;
	case ARGP_KEY_ARG:
		add_word(a, arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

static int prepare(void *arguments, const struct result *r, struct gp_error *e)
{
	struct annotate_arguments *a = arguments;

	progress_phase("finding the lines of samples");
	annotation_init(&a->annotation, r->program, r->choice, a->by_instruction);
	annotation_collect(&a->annotation);
	annotation_execute(&a->annotation, r->executions);
	if (annotation_choose(&a->annotation, &a->choice, &a->functions, &a->nfunctions, e) < 0)
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
		annotate_json(&a->annotation, a->functions, a->nfunctions, argp_program_version,
			      a->style.names, a->style.out);
		return 0;
	}
	sources_init(&sources, &a->select.sources);
	t.sources = &sources;
	report_print_head(a->style.out, r, a->style.color, false);
	told = r->executions ? executions_told(r->executions) : NULL;
	if (told)
		gprintf(a->style.out, "%s\n\n", told);
	free(told);
	if (r->executions && r->executions->refused)
		gprintf(a->style.out, "Executions are not shown: %s\n\n", r->executions->refused);
	if (!a->choice.n && !a->by_instruction)
		annotate_print_hottest(&t);
	annotate_print_functions(&t, a->functions, a->nfunctions);
	annotate_print_rest(&t);
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
	static const struct argp argp = { NULL, parse,
					  "[PATTERN...] BINARY [PROFILE...]", doc,
					  children, NULL, NULL };
	static const struct view view = {
		.needs = NEED_SITES | NEED_BARE_SITES | NEED_PLACES | NEED_CALLEES | NEED_KEPT |
			 NEED_EXECUTIONS,
		.writing = "writing the source", .prepare = prepare, .print = print,
		.release = release,
	};
	struct annotate_arguments a = {
		.select = {
			.request = {
				.join.arcs = STATIC_LIST, .untimed = true,
				.not_merged = "a merged profile has names, not addresses: annotate "
					      "the original profiles",
			},
			.report.limit = LIMIT, .view = IN_ANNOTATE,
		},
		.style.context = CONTEXT,
	};
	struct request *q = &a.select.request;
	struct annotate_choice *c = &a.choice;
	int rc;

	a.select.sources.files = &q->files;
	args_parse(&argp, argc, argv, 0, &a);
	c->limited = a.select.limited;
	c->limit = a.select.report.limit;
	c->least = a.select.report.least;
	if (!c->limit || (!c->limited && c->n))
		c->limit = SIZE_MAX;
	a.style.digest = !c->n && !c->limited && !a.said;
	if (a.style.digest)
		a.style.threshold = LEAST;
	/* Functions are of a module here, not samples: a library's time is its caller's. */
	c->module = q->choice.module;
	q->choice.module = NULL;
	if (c->n) /* files are patterns too */
		q->needs |= NEED_LINES;
	q->merged_counts = !a.by_instruction;
	a.style.out = stdout;
	a.style.names = a.select.report.names;
	a.style.color = paint_wanted(a.select.color, STDOUT_FILENO);
	rc = view_run(&view, q, !a.select.no_pager && !a.json, &a, e);
	request_release(q);
	free(a.choice.texts);
	free(a.select.sources.folders);
	free(a.select.sources.maps);
	return rc;
}
