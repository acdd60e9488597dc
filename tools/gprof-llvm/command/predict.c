/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * predict.c - `gprof-llvm predict`.
 */
#include "command/commands.h"
#include "command/result_view.h"
#include "options/args.h"
#include "options/command_line.h"
#include "predict/predict.h"

#include <stdlib.h>
#include <unistd.h>

enum { KEY_FASTER = 256, KEY_REMOVE, KEY_REDUCE_CALLS, KEY_INLINE, KEY_NO_HEAD };

struct arguments {
	struct report_arguments select;
	struct change *changes;
	size_t n, room;
	bool no_head;
	/* Made by prepare(): */
	struct overhead overhead;
	bool overhead_made;
	uint64_t *of_samples; /* changes_find_places() */
	struct prediction prediction;
	char **names;
	size_t nnames;
};

static const struct argp_option options[] = {
	{ "faster", KEY_FASTER, "F=HOW", 0,
	  "F takes less time: HOW is 2x (half the time), 30% (less), or self:2x and self:30% "
	  "(self time only)", 0 },
	{ "remove", KEY_REMOVE, "F", 0, "F is not called", 0 },
	{ "never", KEY_REMOVE, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "reduce-calls", KEY_REDUCE_CALLS, "F=CALLS", 0,
	  "F is called less often: 1/10 (a tenth of the calls), or 1000 (calls)", 0 },
	{ "fewer", KEY_REDUCE_CALLS, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "inline", KEY_INLINE, "F", 0,
	  "Calls of F themselves cost nothing: no prologue, no call sequence", 0 },
	{ "brief", 'b', NULL, 0, "Leave out the explanations", 0 },
	{ "no-head", KEY_NO_HEAD, NULL, 0, "Leave out the head", 0 },
	{ 0 },
};

static const char doc[] =
	"Estimates what the run of BINARY would have cost if the program were changed.\vF is a "
	"NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE or FILE:NAME; or CALLER/F: only its "
	"calls by CALLER.  --faster takes inlined functions, too, and lines: FILE:LINE is the "
	"line with all that it calls, unless a function begins there.  Any number of changes may "
	"be given, in any order.  Profiles are found as `gprof-llvm report' finds them; they must "
	"have call stacks.";

#define SELECT offsetof(struct arguments, select)

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_names, "Text:", 2, SELECT },
	{ &args_parts, PARTS_HEADER, 3, SELECT },
	{ 0 },
};

static void add_change(struct arguments *a, enum change_kind kind, const char *text,
		       struct argp_state *state)
{
	struct gp_error e;

	if (a->n == PREDICT_MOST)
		args_error(state, "more than %d changes", PREDICT_MOST);
	if (change_parse(gp_push(a->changes, a->n, a->room), kind, text, &e) < 0)
		args_error(state, "%s %s", change_option(kind), e.text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_FASTER:
	case KEY_REMOVE:
	case KEY_REDUCE_CALLS:
	case KEY_INLINE:
		add_change(a, CHANGE_FASTER + (key - KEY_FASTER), arg, state);
		break;
	case 'b':
		a->select.report.brief = true;
		break;
	case KEY_NO_HEAD:
		a->no_head = true;
		break;
	case ARGP_KEY_END:
		if (!a->n)
			args_error(state, "missing change: --faster, --remove, --reduce-calls or "
				   "--inline");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int bind(struct arguments *a, const struct program *p, struct gp_error *e)
{
	for (size_t i = 0; i < a->n; i++)
		if (change_bind(&a->changes[i], p, e) < 0)
			return gp_fail_in(e, "%s", change_option(a->changes[i].kind));
	return 0;
}

/* Returns true if what calls cost matters and can be known: a merged profile has no code. */
static int check_overhead(const struct arguments *a, const struct program *p, bool *wanted,
			  struct gp_error *e)
{
	*wanted = false;
	for (size_t i = 0; i < a->n; i++) {
		if (p->sum && a->changes[i].kind == CHANGE_INLINE)
			return gp_fail(e, "a merged profile has no addresses, which --inline "
					  "needs: name the original profiles");
		*wanted |= !p->sum && change_is_of_calls(&a->changes[i]);
	}
	return 0;
}

static int prepare(void *arguments, const struct result *r, struct gp_error *e)
{
	struct arguments *a = arguments;
	const struct program *p = r->program;
	bool wanted;

	a->of_samples = changes_find_places(a->changes, a->n, p);
	if (bind(a, p, e) < 0 || check_overhead(a, p, &wanted, e) < 0)
		return -1;
	if (wanted)
		overhead_init(&a->overhead, p);
	a->overhead_made = wanted;
	predict_init(&a->prediction, r, wanted ? &a->overhead : NULL, a->changes, a->n,
		     a->of_samples);
	a->names = names_of(p, a->select.report.names);
	a->nnames = p->graph.nnodes;
	return 0;
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct arguments *a = arguments;
	bool color = paint_wanted(a->select.color, STDOUT_FILENO);

	(void)e;
	if (!a->no_head)
		report_print_head(stdout, r, color, true);
	predict_print(&a->prediction, r->program, &(struct predict_style){
		.out = stdout, .names = a->names, .limit = a->select.report.limit,
		.selection = &r->selection,
		.least = a->select.report.least / 100 * r->program->total,
		.color = color, .brief = a->select.report.brief });
	return 0;
}

static void release(void *arguments)
{
	struct arguments *a = arguments;

	names_release(a->names, a->nnames);
	predict_release(&a->prediction);
	free(a->of_samples);
	if (a->overhead_made)
		overhead_release(&a->overhead);
}

int cmd_predict(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_PREDICT,
	};
	static const struct result_view view = { .needs = NEED_PLACES | NEED_LINES | NEED_FILTERED,
						 .prepare = prepare,
						 .print = print, .release = release,
						 .writing = "writing the prediction" };
	struct arguments a = { .select = { .request.needs_stacks = "a prediction",
					   .report.limit = 20 } };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	rc = result_view_run(&view, &a.select.request, !a.select.no_pager, &a, e);
	for (size_t i = 0; i < a.n; i++)
		change_release(&a.changes[i]);
	free(a.changes);
	request_release(&a.select.request);
	return rc;
}
