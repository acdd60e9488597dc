/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * annotate.c - `gprof-llvm annotate`.
 *
 * Its words are told apart by what they are: the first that names an ELF file is the
 * program, what names a profile is one, all others are patterns of functions or files.
 */
#include "annotate/json.h"
#include "command/args_annotate.h"
#include "command/commands.h"
#include "merge/sum.h"
#include "text/pager.h"
#include "text/progress.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONTEXT 3   /* lines, unless said */
#define LIMIT 20    /* functions, unless said or named */

static const char doc[] =
	"Prints the source or the instructions of functions of BINARY, with the time and the "
	"calls of each line.\vPATTERN is a NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE "
	"or FILE:NAME; it stands before or after BINARY.  Without one, the functions with the "
	"most time are shown.  Profiles are found as `gprof-llvm report' finds them.";

static const struct argp_child children[] = {
	{ &args_annotate, 0, "Output:", 1 },
	{ &args_select, 0, "Input:", 2 },
	{ &args_parts, 0, "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):", 3 },
	{ &args_names, 0, "Text:", 4 },
	{ 0 },
};

/* The first bytes of a file; 0: it cannot be read. */
static size_t first_bytes(const char *path, char *bytes, size_t most)
{
	FILE *file = fopen(path, "rbe");
	size_t n = file ? fread(bytes, 1, most, file) : 0;

	if (file)
		fclose(file);
	return n;
}

/* Without an ELF file the first word is taken for the program, so that a missing one is told
   as by all commands. */
static void add_word(struct annotate_arguments *a, const char *word)
{
	struct report_arguments *s = &a->select;
	char bytes[16];
	size_t n = first_bytes(word, bytes, sizeof bytes);
	bool elf = n >= SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG);

	if ((!s->binary || a->guessed) && elf) {
		if (a->guessed)
			*gp_push(a->choice.texts, a->choice.n, a->choice.room) = s->binary;
		s->binary = word;
		a->guessed = false;
	} else if (!s->binary && sum_is_file(word)) {
		s->binary = word; /* args_open() knows it */
	} else if (profile_is_magic(bytes, n) || sum_is_file(word)) {
		*gp_push(s->wanted.paths, s->wanted.npaths, s->paths_room) = (char *)word;
	} else if (!s->binary) {
		s->binary = word;
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
		for (size_t i = 1; i + 1 < sizeof children / sizeof *children; i++)
			state->child_inputs[i] = &a->select;
		break;
	case ARGP_KEY_ARG:
		add_word(a, arg);
		break;
	case ARGP_KEY_END:
		args_no_phases(&a->select, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

static void print_head(const struct annotate_arguments *a, const struct program *p,
		       const struct profiles *found)
{
	struct report r = { .out = a->style.out, .program = p, .graph = &p->graph,
			    .options = a->select.report };

	r.options.attribution = ATTRIBUTION_BY_STACKS; /* nothing is passed on along arcs */
	report_head(&r, found, &a->select.wanted.window);
}

static void print_text(struct annotate_arguments *a, struct annotation *annotation,
		       const struct profiles *found, const uint32_t *functions, size_t n)
{
	struct annotate_printing t = { .style = a->style, .a = annotation };
	struct sources sources;
	struct pager pager;

	sources_init(&sources, &a->sources);
	t.sources = &sources;
	pager_start(&pager, !a->select.no_pager);
	print_head(a, annotation->p, found);
	annotate_print_functions(&t, functions, n);
	annotate_print_rest(&t);
	annotate_print_explanation(&t);
	pager_end(&pager);
	sources_release(&sources);
}

static int print(struct annotate_arguments *a, struct annotation *annotation,
		 const struct profiles *found, struct gp_error *e)
{
	uint32_t *functions;
	size_t n;

	if (annotation_choose(annotation, &a->choice, &functions, &n, e) < 0)
		return -1;
	progress_phase("writing the source");
	annotation_calls(annotation);
	if (isatty(STDOUT_FILENO))
		progress_end();
	if (a->json)
		annotate_json(annotation, functions, n, argp_program_version, a->style.out);
	else
		print_text(a, annotation, found, functions, n);
	free(functions);
	return 0;
}

static int annotate(struct annotate_arguments *a, struct program *p, struct gp_error *e)
{
	struct profiles found = { 0 };
	struct annotation annotation;
	int rc = a->select.sum ? gp_fail(e, "a merged profile has names, not addresses: annotate "
					 "the original profiles")
			       : args_load(&a->select, p, &found, e);

	if (rc == 0) {
		a->style.out = stdout;
		a->style.names = a->select.report.names;
		a->style.color = paint_wanted(a->select.color, STDOUT_FILENO);
		a->select.report.color = a->style.color;
		progress_phase("finding the lines of samples");
		graph_find_cycles(&p->graph, CLOSE_TAKEN); /* for entries that calls tell */
		annotation_init(&annotation, p, a->by_instruction);
		annotation_collect(&annotation);
		rc = print(a, &annotation, &found, e);
		annotation_release(&annotation);
	}
	profiles_release(&found);
	return rc;
}

int cmd_annotate(int argc, char **argv, struct gp_error *e)
{
	static const struct argp argp = { NULL, parse,
					  "[PATTERN...] BINARY [PROFILE...]", doc,
					  children, NULL, NULL };
	struct annotate_arguments a = {
		.select.join = { .arcs = STATIC_LIST, .sites = true, .bare_sites = true,
				  .spots = true },
		.style.context = CONTEXT, .choice.limit = LIMIT,
	};
	struct program p;
	int rc;

	a.sources.files = &a.select.files;
	command_line(&argp, argc, argv, 0, &a);
	if (!a.choice.limit || (!a.choice.limited && a.choice.n))
		a.choice.limit = SIZE_MAX;
	progress_start();
	rc = args_open(&a.select, &p, e);
	if (rc == 0) {
		rc = annotate(&a, &p, e);
		program_close(&p);
	}
	progress_end();
	args_release(&a.select);
	free(a.choice.texts);
	free(a.sources.folders);
	free(a.sources.maps);
	return rc;
}
