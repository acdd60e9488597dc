/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * export.c - `gprof-llvm export`.
 */
#include "command/args.h"
#include "command/commands.h"
#include "command/view.h"
#include "export/export.h"
#include "text/escape.h"
#include "text/output.h"

enum { KEY_FORMAT = 256, KEY_TABLE };

enum format { FORMAT_JSON, FORMAT_CSV, FORMAT_GMON, FORMAT_FOLDED };

struct arguments {
	struct report_arguments select;
	enum format format;
	bool arcs;         /* CSV: this table, not that of functions */
	const char *output; /* NULL: standard output */
};

static const struct argp_option options[] = {
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "json (default), csv, gmon (a gmon.out for GNU gprof; anything that it cannot hold is "
	  "reported), or folded (stacks with microseconds, for flame graphs)", 0 },
	{ "table", KEY_TABLE, "TABLE", 0, "With csv: functions (default) or arcs", 0 },
	{ "output", 'o', "FILE", 0, "Write FILE instead of standard output", 0 },
	{ 0 },
};

static const char doc[] =
	"Writes the call graph of BINARY, with calls and times, for other programs.\v"
	"Profiles are found as `gprof-llvm report' finds them.";

static const struct argp_child children[] = {
	{ &args_select, 0, "Input:", 1 },
	{ &args_threads, 0, NULL, 1 },
	{ &args_parts, 0, "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):", 2 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const formats[] = { "json", "csv", "gmon", "folded" };
	static const char *const tables[] = { "functions", "arcs" };
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		args_pass(state, 0, sizeof children / sizeof *children, &a->select);
		break;
	case KEY_FORMAT:
		a->format = args_word("--format", arg, formats, 4, state);
		break;
	case KEY_TABLE:
		a->arcs = args_word("--table", arg, tables, 2, state);
		break;
	case 'o':
		a->output = arg;
		break;
	case ARGP_KEY_END:
		if (a->select.sections.tree_threads && a->format != FORMAT_FOLDED)
			argp_error(state, "--by-thread needs --format=folded");
		args_no_phases(&a->select, state);
		if (a->arcs && a->format != FORMAT_CSV)
			argp_error(state, "--table needs --format=csv");
		if (a->format == FORMAT_JSON || a->format == FORMAT_CSV)
			a->select.request.attribution = ATTRIBUTION_BY_STACKS;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int write_format(const struct arguments *a, const struct export *x, struct gp_error *e)
{
	if (a->format == FORMAT_GMON)
		return export_gmon(x, stderr, e);
	if (a->format == FORMAT_FOLDED)
		export_folded(x);
	else if (a->format == FORMAT_JSON)
		export_json(x);
	else if (a->arcs)
		export_csv_arcs(x);
	else
		export_csv_functions(x);
	return 0;
}

static int write_output(const struct arguments *a, struct export *x, struct gp_error *e)
{
	struct output o;

	if (!a->output)
		return write_format(a, x, e);
	if (output_open(&o, a->output, false, e) < 0)
		return -1;
	x->out = o.file;
	return output_end(&o, write_format(a, x, e), e);
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct arguments *a = arguments;
	struct export x = { .out = stdout, .result = r, .producer = argp_program_version,
			    .threads = a->select.sections.tree_threads };
	struct runs runs = { 0 };
	int rc;

	runs_collect(&runs, r->program);
	x.runs = &runs;
	for (size_t i = 0; i < r->nleft_out; i++)
		gprintf(stderr, "left out: %s\n", r->left_out[i]);
	rc = write_output(a, &x, e);
	runs_release(&runs);
	return rc;
}

int cmd_export(int argc, char **argv, struct gp_error *e)
{
	static const struct argp argp = { options, parse,
					  "BINARY [PROFILE...]\nMERGED-PROFILE...", doc,
					  children, NULL, NULL };
	static const struct view view = { .needs = NEED_SITES, .print = print,
					  .writing = "exporting" };
	struct arguments a = { .select.request.beside = true };
	int rc;

	command_line(&argp, argc, argv, 0, &a);
	rc = view_run(&view, &a.select.request, false, &a, e);
	request_release(&a.select.request);
	return rc;
}
