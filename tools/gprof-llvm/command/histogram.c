/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * histogram.c - `gprof-llvm histogram`.
 */
#include "command/commands.h"
#include "command/result_view.h"
#include "histogram/histogram.h"
#include "options/args.h"
#include "options/command_line.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_BY = 256, KEY_RANGE, KEY_INTERVALS, KEY_WIDTH, KEY_NO_HEAD };

enum by { BY_ADDRESS, BY_OFFSET, BY_LINE, BY_FUNCTION, BY_THREAD, BY_TIME };

struct arguments {
	struct report_arguments select;
	struct histogram histogram;
	enum by by;
};

static const struct argp_option options[] = {
	{ "by", KEY_BY, "WHAT", 0,
	  "address (in the file; default), offset (from the start of the module), line, function, "
	  "thread or time (of the run, from snapshot to snapshot)", 0 },
	{ "range", KEY_RANGE, "RANGE", 0,
	  "Divide only this range; the rest is one row. Addresses: LOW-HIGH, FUNCTION, MODULE, "
	  "each also +OFFSET or +LOW-HIGH. Lines: FILE, FILE:LINE, FILE:LOW-HIGH. Time: LOW-HIGH "
	  "in seconds", 0 },
	{ "intervals", KEY_INTERVALS, "N", 0, "At most this many intervals or rows (default: 32)",
	  0 },
	{ "width", KEY_WIDTH, "N", 0, "Intervals of this many bytes, lines or ms", 0 },
	{ "no-head", KEY_NO_HEAD, NULL, 0, "Leave out the head", 0 },
	{ 0 },
};

static const char doc[] =
	"Shows where the time of BINARY, or its instructions, went: intervals of its code or of a "
	"source file, functions, threads, or the course of the run, each with samples, time and a "
	"bar. The rows add up to the time of the run.\vProfiles are found as `gprof-llvm report' "
	"finds them. Below the chart are the commands that zoom into its hottest intervals, and "
	"out.";

#define SELECT offsetof(struct arguments, select)

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_parts, PARTS_HEADER, 2, SELECT },
	{ &args_names, "Text:", 3, SELECT },
	{ 0 },
};

static uint64_t positive(const char *option, const char *text, struct argp_state *state)
{
	uint64_t n = args_number(option, text, INT64_MAX, state);

	if (!n)
		args_error(state, "invalid value '0' for %s: expected a number from 1", option);
	return n;
}

/* Options that mean something in some of the charts only. */
static void check_rows(const struct arguments *a, struct argp_state *state)
{
	const struct report_arguments *s = &a->select;

	if (a->by != BY_FUNCTION && s->request.filter.lists[FILTER_BY_HIDE].n)
		args_error(state, "--hide needs --by=function: the other charts show time by code, "
			   "not by caller");
	if (a->by != BY_LINE && s->sources.nfolders)
		args_error(state, "--source-dir needs --by=line: other charts show no source");
	if (a->by == BY_FUNCTION || a->by == BY_THREAD) {
		if (s->limited && a->histogram.intervals)
			args_error(state, "--intervals and --limit exclude each other");
		return;
	}
	if (s->limited)
		args_error(state, "--limit needs --by=function or thread: other charts have "
			   "--intervals");
	if (s->report.least_given)
		args_error(state, "--min-percent needs --by=function or thread: other charts "
			   "show all intervals");
}

static void check_event(const struct arguments *a, struct argp_state *state)
{
	const struct measure_event *event = a->select.request.join.event;

	if (event && a->by == BY_TIME)
		args_error(state, "--by=time cannot show %s, whose samples have no time",
			   event->measure.name);
	if (event && event->figure && a->by == BY_THREAD)
		args_error(state, "--by=thread cannot show %s: `gprof-llvm report "
			   "--thread=WHICH --measure=%s' has a table of a thread",
			   event->measure.name, event->measure.word);
}

static void check_instructions(const struct arguments *a, struct argp_state *state)
{
	if (!a->select.sections.instructions)
		return;
	if (a->by == BY_TIME)
		args_error(state, "--by=time cannot show instructions, which only phases and "
				  "snapshots have: choose one with --phase or --snapshot");
	args_check_divided(&a->select.request, state);
}

static void check(const struct arguments *a, struct argp_state *state)
{
	const struct histogram *h = &a->histogram;

	check_rows(a, state);
	check_event(a, state);
	check_instructions(a, state);
	if (h->width && h->intervals)
		args_error(state, "--intervals and --width exclude each other");
	if (a->by != BY_FUNCTION && a->by != BY_THREAD)
		return;
	if (h->range)
		args_error(state, "--range needs --by=address, offset, line or time");
	if (h->width)
		args_error(state, "--width needs --by=address, offset, line or time");
}

/* The option being parsed is not to be repeated by commands that zoom. */
static void replace(struct arguments *a, const struct argp_state *state, const char *value,
		    bool by)
{
	const char *word = state->argv[state->next - 1];

	zoom_replace(&a->histogram.zoom, word, by);
	if (word == value) /* the option stands before it */
		zoom_replace(&a->histogram.zoom, state->argv[state->next - 2], by);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const kinds[] = { [BY_ADDRESS] = "address", [BY_OFFSET] = "offset",
					     [BY_LINE] = "line", [BY_FUNCTION] = "function",
					     [BY_THREAD] = "thread", [BY_TIME] = "time" };
	struct arguments *a = state->input;

	switch (key) {
	case KEY_BY:
		replace(a, state, arg, true);
		a->by = args_word("--by", arg, kinds, 6, state);
		break;
	case KEY_RANGE:
		replace(a, state, arg, false);
		a->histogram.range = arg;
		break;
	case KEY_INTERVALS:
		a->histogram.intervals = positive("--intervals", arg, state);
		break;
	case KEY_WIDTH:
		replace(a, state, arg, false);
		a->histogram.width = positive("--width", arg, state);
		break;
	case KEY_NO_HEAD:
		a->select.sections.no_head = true;
		break;
	case ARGP_KEY_END:
		check(a, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

static int count(struct arguments *a, const struct result *r, struct gp_error *e)
{
	struct histogram *h = &a->histogram;

	if (a->by == BY_THREAD)
		return histogram_count_threads(h, r->executions, r->name, e);
	return histogram_count(h, r->executions, r->name, a->by != BY_FUNCTION, e);
}

static int prepare(void *arguments, const struct result *r, struct gp_error *e)
{
	static int (*const charts[])(struct histogram *h, struct gp_error *e) = {
		[BY_ADDRESS] = histogram_address, [BY_OFFSET] = histogram_address,
		[BY_LINE] = histogram_line, [BY_FUNCTION] = histogram_function,
		[BY_THREAD] = histogram_thread, [BY_TIME] = histogram_time,
	};
	struct arguments *a = arguments;
	struct histogram *h = &a->histogram;

	h->p = r->program;
	h->chart.measure = r->program->measure;
	h->names = names_of(h->p, a->select.report.names);
	h->offsets = a->by == BY_OFFSET;
	h->time = r->request->join.time;
	h->kernel_in = r->request->join.kernel_in;
	h->window = &r->request->wanted.window;
	h->files = &r->request->files;
	h->sources = &a->select.sources;
	h->selection = &r->selection;
	h->kept = selection_is_part(&r->selection);
	h->total = h->p->total;
	if (!a->select.sections.instructions)
		address_samples_collect(&h->samples, h->p, h->time,
					h->kept && a->by != BY_FUNCTION);
	else if (count(a, r, e) < 0)
		return -1;
	h->least = a->select.report.least / 100 * h->total;
	return charts[a->by](h, e);
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct arguments *a = arguments;
	bool color = paint_wanted(a->select.color, STDOUT_FILENO);

	(void)e;
	if (a->histogram.executions && !a->select.sections.no_head)
		histogram_print_sum(&a->histogram, r->name, stdout);
	else if (!a->select.sections.no_head)
		report_print_head(stdout, r, color, false);
	chart_print(&a->histogram.chart, stdout, a->histogram.total, color);
	return 0;
}

static void release(void *arguments)
{
	struct arguments *a = arguments;

	names_release(a->histogram.names, a->histogram.p->graph.nnodes);
	address_samples_release(&a->histogram.samples);
	free(a->histogram.by_thread);
	chart_release(&a->histogram.chart);
}

int cmd_histogram(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_HISTOGRAM,
	};
	static const struct result_view view = { .writing = "writing the histogram",
						 .prepare = prepare,
						 .print = print, .release = release };
	struct arguments a = { 0 };
	struct request *q = &a.select.request;
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	a.histogram.zoom.argv = argv;
	a.histogram.zoom.argc = argc;
	if (a.by != BY_FUNCTION)
		q->not_merged = "a merged profile has no addresses, lines, threads and times: use "
				"--by=function, or name the original profiles";
	if (a.select.limited)
		a.histogram.intervals = a.select.report.limit ? a.select.report.limit : UINT32_MAX;
	if (q->filter.narrowed)
		q->attribution = ATTRIBUTION_BY_STACKS;
	if (a.by != BY_FUNCTION)
		q->needs |= NEED_FILTERED | NEED_FILTERED_CODE;
	if (a.by == BY_TIME)
		q->needs |= NEED_PLACES;
	a.select.sources.files = &q->files;
	rc = result_view_run(&view, q, !a.select.no_pager, &a, e);
	request_release(q);
	free(a.histogram.zoom.words);
	free(a.select.sources.folders);
	return rc;
}
