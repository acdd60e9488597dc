/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.c - `gprof-llvm graph`: the call dependency graph.
 */
#include "command/commands.h"
#include "command/result_view.h"
#include "executions/exact.h"
#include "diagram/print.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/output.h"
#include "text/size.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LEAST 0.5  /* per cent, unless said */
#define LIMIT 40   /* functions, unless said */
#define WIDTH 100  /* columns, where there is no terminal */

enum format { FORMAT_TEXT, FORMAT_DOT, FORMAT_SVG };

enum {
	KEY_FORMAT = 256,
	KEY_RECURSION,
	KEY_THRESHOLD,
	KEY_WIDTH,
	KEY_ATTRIBUTION,
};

struct arguments {
	struct report_arguments of; /* what the graph is of, and how it looks */
	enum format format;
	const char *output; /* or NULL: stdout */
	struct diagram_options options;
	bool form_given;
	unsigned width;     /* 0: that of the terminal */
	/* Made by prepare(): */
	struct filtered_tree kept;
	struct diagram drawn;
	char **names;
	size_t nnames;
	char *note, *whole;
};

static const struct argp_option options[] = {
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "text (default), dot (for graphviz) or svg (drawn by graphviz's program dot)", 0 },
	{ "output", 'o', "FILE", 0, "Write FILE instead of standard output", 0 },
	{ "brief", 'b', NULL, 0, "Leave out the explanation", 0 },
	{ "threshold", KEY_THRESHOLD, "P", OPTION_HIDDEN, NULL, 0 },
	{ "recursion", KEY_RECURSION, "HOW", 0,
	  "Functions that call each other in a circle: box (they share one box; default for "
	  "functions), outermost (each has its own box, and a stack that comes back to it goes on "
	  "from there; default for groups)", 0 },
	{ "attribution", KEY_ATTRIBUTION, "HOW", 0,
	  "How callee time is attributed to callers: measured (from sampled stacks; default if "
	  "most of the time has a stack) or gprof (by numbers of calls)", 0 },
	{ "width", KEY_WIDTH, "N", 0, "Width of the text in columns", 0 },
	{ 0 },
};

static const char doc[] =
	"Draws the calls of BINARY with the share of the time along each.\vFor every box, what "
	"comes in is its self time plus its children, also as printed.  Names are short unless "
	"--names is given.";

#define SELECT offsetof(struct arguments, of)

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_groups, "Groups of functions:", 2, SELECT },
	{ &args_parts, PARTS_HEADER, 3, SELECT },
	{ &args_names, "Text:", 4, SELECT },
	{ 0 },
};

/* Words of an option. */
static error_t parse_word(struct arguments *a, int key, const char *text, struct argp_state *state)
{
	static const char *const formats[] = { "text", "dot", "svg" };
	static const char *const recursions[] = { [DIAGRAM_BOX] = "box",
						  [DIAGRAM_OUTERMOST] = "outermost" };
	static const char *const attributions[] = { [ATTRIBUTION_GPROF] = "gprof",
						    [ATTRIBUTION_MEASURED] = "measured" };

	switch (key) {
	case KEY_FORMAT:
		a->format = args_word("--format", text, formats, 3, state);
		return 0;
	case KEY_RECURSION:
		a->options.form = args_word("--recursion", text, recursions, 2, state);
		a->form_given = true;
		return 0;
	case KEY_ATTRIBUTION:
		a->of.request.attribution = args_word("--attribution", text, attributions, 2,
						      state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check_instructions(const struct arguments *a, struct argp_state *state)
{
	if (!a->of.sections.instructions)
		return;
	args_check_divided(&a->of.request, state);
	if (a->form_given && a->options.form == DIAGRAM_OUTERMOST)
		args_error(state, "--recursion=outermost needs call stacks, which "
			   "--measure=instructions lacks");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'o':
		a->output = arg;
		return 0;
	case 'b':
		a->of.report.brief = true;
		return 0;
	case ARGP_KEY_SUCCESS:
		check_instructions(a, state);
		return 0;
	case KEY_THRESHOLD:
		a->of.report.least = args_percent("--threshold", arg, state);
		return 0;
	case KEY_WIDTH:
		a->width = args_number("--width", arg, 10000, state);
		return 0;
	default:
		return parse_word(a, key, arg, state);
	}
}

/* ------------------------------------------------------------------ */

static unsigned width_of(const struct arguments *a)
{
	struct winsize size;

	if (a->width)
		return a->width;
	if (a->output || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_col)
		return WIDTH;
	return size.ws_col > 120 ? 120 : size.ws_col;
}

static int write_format(const struct arguments *a, const struct diagram_print *p,
			struct gp_error *e)
{
	if (a->format == FORMAT_TEXT)
		diagram_text(p);
	else if (a->format == FORMAT_DOT)
		diagram_dot(p);
	else
		return diagram_svg(p, e);
	return 0;
}

static int write_output(const struct arguments *a, struct diagram_print *p,
			struct gp_error *e)
{
	struct output o;

	if (!a->output)
		return write_format(a, p, e);
	if (output_open(&o, a->output, false, e) < 0)
		return -1;
	p->out = o.file;
	return output_close(&o, write_format(a, p, e), e);
}

/* How a figure that is counted by callers was divided. */
static char *note_of_figure(const struct result *r, bool by_stacks)
{
	const struct program *p = r->program;
	const struct calltree *t = &p->calls;

	if (!(p->total > 0))
		return gp_strdup("No function has any.");
	if (!by_stacks)
		return gp_format("Figures of callees are divided by numbers of calls%s.",
				 p->allocations.processes && !p->block_tree.processes
					 ? ": `gprof-llvm run --memory=stacks' measures them" : "");
	if (p->block_tree.sampling)
		return gp_strdup("Estimates: a part of the blocks had their stacks.");
	return gp_format("From the stacks of blocks, whole for %.1f %% of the %s.",
			 measure_percent(t->whole, t->whole + t->truncated + t->bare),
			 p->measure->units);
}

static char *amount_of(const struct measure *m, double weight)
{
	char size[SIZE_TEXT];

	if (!measure_is_bytes(m))
		return measure_text(m, weight, 2);
	size_text(weight, size);
	return gp_strdup(size);
}

static char *whole_of_figure(const struct measure_event *event, double total)
{
	char *title = gp_strdup(figure_title((enum figure)event->figure)), *whole;
	char *amount = amount_of(&event->measure, total);

	*title = tolower((unsigned char)*title);
	whole = gp_format("%s (%s)", amount, title);
	free(title);
	free(amount);
	return whole;
}

/* How time was divided, and what of it is not drawn. */
static char *note_of(const struct result *r, bool by_stacks, double left_out)
{
	const struct measure_event *event = r->request->join.event;
	const struct calltree *t = &r->program->calls;
	double all = t->whole + t->truncated + t->bare, total = r->program->total;
	char *note, *more, *left;

	if (event && event->figure)
		note = note_of_figure(r, by_stacks);
	else if (!by_stacks)
		note = gp_format("%s divided by numbers of calls.",
				 event ? "Events of callees are" : "Callee time is");
	else
		note = gp_format("Measured by call stacks, whole for %.1f %% of the time.",
				 measure_percent(t->whole, all));
	if (!selection_is_part(&r->selection))
		return note;
	left = amount_of(r->program->measure, left_out);
	more = gp_format("%s  Left out: %s, %.1f %%.", note, left,
			 measure_percent(left_out, total));
	free(note);
	free(left);
	return more;
}

static int prepare_instructions(struct arguments *a, const struct result *r, struct gp_error *e)
{
	struct executed_sum sum;
	struct inclusive paths;
	char *all, *told;
	bool inside;

	if (executed_check(r->executions, r->name, e) < 0)
		return -1;
	sum = executed_sum(r->executions);
	inclusive_init(&paths, &r->program->graph, r->executions);
	a->options.least = a->of.report.least / 100 * inclusive_all(&paths);
	diagram_by_paths(&a->drawn, &paths, &a->options);
	inclusive_release(&paths);
	all = executed_text(&sum);
	a->whole = gp_format("%s instructions", all);
	told = executions_note(r->executions);
	inside = executions_began_inside(r->executions);
	a->note = gp_format("Instructions of callees are divided by numbers of calls%s%s%s%s%s.",
			    sum.insns.how == SOLVED_NOT ? "; of bounds the lower are drawn" : "",
			    inside ? "; counting began inside functions that were running, so all "
				     "with callees are averages" : "",
			    sum.unknown ? "; some functions' are not known ('report' names them)"
					: "", told ? "; " : "", told ? told : "");
	free(all);
	free(told);
	return 0;
}

static int prepare_times(struct arguments *a, const struct result *r, struct gp_error *e)
{
	const struct program *p = r->program;
	const struct measure_event *event = r->request->join.event;
	bool by_stacks = r->attribution != ATTRIBUTION_GPROF;

	if (r->groups && by_stacks && !a->form_given)
		a->options.form = DIAGRAM_OUTERMOST;
	if (!by_stacks && a->options.form == DIAGRAM_OUTERMOST)
		return gp_fail(e, "--recursion=outermost needs call stacks, but time is divided "
				  "by numbers of calls");
	if (!by_stacks && r->selection.module)
		return gp_fail(e, "--module needs call stacks, but time is divided by numbers of "
				  "calls: 'report' has the functions of a module");
	a->options.least = a->of.report.least / 100 * p->total;
	if (by_stacks) {
		filtered_tree_init(&a->kept, p, &r->selection, THREADS_TOGETHER);
		diagram_by_stacks(&a->drawn, p, &a->kept, &r->selection, &a->options);
	} else {
		diagram_by_calls(&a->drawn, p, &a->options);
	}
	if (event && event->figure)
		a->whole = whole_of_figure(event, a->drawn.total);
	else
		a->whole = measure_text(p->measure, a->drawn.total, 2);
	a->note = note_of(r, by_stacks,
			  by_stacks ? a->kept.left_out : r->selection.left_out);
	return 0;
}

static int prepare(void *arguments, const struct result *r, struct gp_error *e)
{
	struct arguments *a = arguments;
	const struct program *p = r->program;
	bool of_instructions = a->of.sections.instructions;

	a->options.limit = a->of.report.limit;
	if ((of_instructions ? prepare_instructions : prepare_times)(a, r, e) < 0)
		return -1;
	diagram_add_calls(&a->drawn, p,
			  a->of.request.join.arcs != STATIC_OFF && a->format != FORMAT_TEXT);
	diagram_rank(&a->drawn);
	diagram_round(&a->drawn);
	a->names = names_of(p, a->of.report.names);
	a->nnames = p->graph.nnodes;
	return 0;
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	struct arguments *a = arguments;
	struct diagram_print print = {
		.out = stdout, .title = r->program->objects[0].path, .names = a->names,
		.whole = a->whole, .note = a->note, .diagram = &a->drawn,
		.brief = a->of.report.brief,
		.measure = a->of.sections.instructions ? &measure_instructions
						       : r->program->measure,
		.kept = a->kept.nodes ? &a->kept : NULL,
		.width = width_of(a),
		.color = !a->output && paint_wanted(a->of.color, STDOUT_FILENO),
	};

	return write_output(a, &print, e);
}

static void release(void *arguments)
{
	struct arguments *a = arguments;

	names_release(a->names, a->nnames);
	free(a->note);
	free(a->whole);
	diagram_release(&a->drawn);
	filtered_tree_release(&a->kept);
}

static const struct result_view view = { .writing = "drawing", .prepare = prepare, .print = print,
					 .release = release };

int graph_export(struct report_arguments *of, const char *format, const char *output,
		 struct gp_error *e)
{
	struct arguments a = { .of = *of, .output = output,
			       .format = strcmp(format, "dot") ? FORMAT_SVG : FORMAT_DOT };

	a.of.report.least = LEAST;
	a.of.report.limit = LIMIT;
	if (!of->named)
		a.of.report.names = NAMES_SHORT;
	a.of.request.graph_by_calls = false;
	if (of->sections.figure) {
		a.of.request.join.event = &figure_measures[of->sections.figure];
		a.of.request.join.time = TIME_EVENT;
		a.of.request.join.by_calls = true;
	}
	return result_view_run(&view, &a.of.request, false, &a, e);
}

int cmd_graph(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_GRAPH,
	};
	struct arguments a = { .of = { .request.attribution = ATTRIBUTION_BY_STACKS,
				       .report = { .names = NAMES_SHORT, .least = LEAST,
						   .limit = LIMIT } } };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	rc = result_view_run(&view, &a.of.request,
		      !a.of.no_pager && !a.output && a.format == FORMAT_TEXT, &a, e);
	request_release(&a.of.request);
	return rc;
}
