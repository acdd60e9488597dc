/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * predict.c - `gprof-llvm predict`.
 */
#include "command/args.h"
#include "command/commands.h"
#include "predict/predict.h"
#include "text/pager.h"
#include "text/progress.h"

#include <stdlib.h>
#include <unistd.h>

enum { KEY_FASTER = 256, KEY_NEVER, KEY_FEWER, KEY_INLINE, KEY_LIMIT, KEY_NO_HEAD };

struct arguments {
	struct report_arguments select;
	struct change *changes;
	size_t n, room;
	bool no_head;
};

static const struct argp_option options[] = {
	{ "faster", KEY_FASTER, "F=HOW", 0,
	  "F takes less time: HOW is 2x (half the time), 30% (less), or self:2x and self:30% "
	  "(self time only)", 0 },
	{ "never", KEY_NEVER, "F", 0, "F is not called", 0 },
	{ "fewer", KEY_FEWER, "F=CALLS", 0,
	  "F is called less often: 1/10 (a tenth of the calls), or 1000 (calls)", 0 },
	{ "inline", KEY_INLINE, "F", 0,
	  "Calls of F themselves cost nothing: no prologue, no call sequence", 0 },
	{ "limit", KEY_LIMIT, "N", 0, "Rows of each table (default: 20; 0: all)", 0 },
	{ "brief", 'b', NULL, 0, "Leave out the explanations", 0 },
	{ "no-head", KEY_NO_HEAD, NULL, 0, "Leave out the head", 0 },
	{ 0 },
};

static const char doc[] =
	"Estimates what the run of BINARY would have cost if the program were changed.\vF is a "
	"NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE or FILE:NAME; or CALLER/F: only its "
	"calls by CALLER.  Any number of changes may be given, in any order.  Profiles are found "
	"as `gprof-llvm report' finds them; they must have call stacks.";

static const struct argp_child children[] = {
	{ &args_select, 0, "Input:", 1 },
	{ &args_names, 0, "Text:", 2 },
	{ &args_parts, 0, "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):", 3 },
	{ 0 },
};

static void add_change(struct arguments *a, enum change_kind kind, const char *text,
		       struct argp_state *state)
{
	struct gp_error e;

	if (a->n == PREDICT_MOST)
		argp_error(state, "more than %d changes", PREDICT_MOST);
	if (change_parse(gp_push(a->changes, a->n, a->room), kind, text, &e) < 0)
		argp_error(state, "%s %s", change_option(kind), e.text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (size_t i = 0; i + 1 < sizeof children / sizeof *children; i++)
			state->child_inputs[i] = &a->select;
		break;
	case KEY_FASTER:
	case KEY_NEVER:
	case KEY_FEWER:
	case KEY_INLINE:
		add_change(a, CHANGE_FASTER + (key - KEY_FASTER), arg, state);
		break;
	case KEY_LIMIT:
		a->select.report.limit = args_number("--limit", arg, UINT32_MAX, state);
		break;
	case 'b':
		a->select.report.brief = true;
		break;
	case KEY_NO_HEAD:
		a->no_head = true;
		break;
	case ARGP_KEY_END:
		if (!a->n)
			argp_error(state, "missing change: --faster, --never, --fewer or --inline");
		args_no_phases(&a->select, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int bind(struct arguments *a, struct program *p, struct gp_error *e)
{
	program_find_lines(p);
	for (size_t i = 0; i < a->n; i++)
		if (change_bind(&a->changes[i], p, e) < 0)
			return gp_fail_in(e, "%s", change_option(a->changes[i].kind));
	return 0;
}

static void print(struct arguments *a, const struct program *p, const struct profiles *found,
		  struct overhead *o)
{
	struct prediction x;
	struct pager pager;
	struct report r;

	predict_init(&x, p, &a->select.measured, o, a->changes, a->n);
	progress_phase("writing the prediction");
	if (isatty(STDOUT_FILENO))
		progress_end();
	a->select.report.color = paint_wanted(a->select.color, STDOUT_FILENO);
	pager_start(&pager, !a->select.no_pager);
	report_init(&r, stdout, p, &a->select.report);
	if (!a->no_head)
		report_head(&r, found, &a->select.wanted.window);
	predict_print(&x, p, &(struct predict_style){
		.out = stdout, .names = r.names, .limit = r.options.limit,
		.color = r.options.color, .brief = r.options.brief });
	report_release(&r);
	pager_end(&pager);
	predict_release(&x);
}

/* Whether what calls cost matters and can be known: a merged profile has no code. */
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

static int predict_program(struct arguments *a, struct program *p, struct gp_error *e)
{
	struct profiles found = { 0 };
	struct overhead o = { 0 };
	bool wanted = false;
	int rc = args_join(&a->select, p, &found, e);

	if (rc == 0)
		rc = bind(a, p, e);
	if (rc == 0)
		rc = check_overhead(a, p, &wanted, e);
	if (wanted)
		overhead_init(&o, p);
	if (rc == 0)
		print(a, p, &found, wanted ? &o : NULL);
	if (wanted)
		overhead_release(&o);
	profiles_release(&found);
	return rc;
}

int cmd_predict(int argc, char **argv, struct gp_error *e)
{
	static const struct argp argp = { options, parse,
					  "BINARY [PROFILE...]\nMERGED-PROFILE...", doc,
					  children, NULL, NULL };
	struct arguments a = { .select = { .join.spots = true, .report.limit = 20,
					   .needs_stacks = "a prediction" } };
	struct program p;
	int rc;

	command_line(&argp, argc, argv, 0, &a);
	progress_start();
	rc = args_open(&a.select, &p, e);
	if (rc == 0) {
		rc = predict_program(&a, &p, e);
		program_close(&p);
	}
	progress_end();
	for (size_t i = 0; i < a.n; i++)
		change_release(&a.changes[i]);
	free(a.changes);
	args_release(&a.select);
	return rc;
}
