/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * optimize.c - `gprof-llvm optimize`: writes the files by which a compiler and a linker make a
 * program faster, and says on how much of the program they rest.
 *
 * The folder gets NAME.prof, a sample profile, and NAME.order, an order of functions.  A file that
 * is there is replaced when the new one is complete.
 */
#include "command/commands.h"
#include "command/result_view.h"
#include "executions/exact.h"
#include "optimize/coverage.h"
#include "optimize/sample_profile.h"
#include "optimize/symbol_order.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/escape.h"
#include "text/notes.h"
#include "text/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct arguments {
	struct report_arguments select;
	const char *folder; /* NULL: NAME.optimize */
};

static const struct argp_option options[] = {
	{ "output", 'o', "DIR", 0, "Write the files into DIR (default: BINARY.optimize)", 0 },
	{ 0 },
};

static const char doc[] =
	"Writes a profile for the compiler and an order of functions for the linker, with which "
	"BINARY gets faster, and prints the options to use and how much of the program the run "
	"covered.\vBINARY was built with `gprof-llvm cc --collect'. Profiles are found as "
	"`gprof-llvm report' finds them; name several to add them up.";

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, offsetof(struct arguments, select) },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	if (key != 'o')
		return ARGP_ERR_UNKNOWN;
	a->folder = arg;
	return 0;
}

static int write_profile(const struct result *r, const char *path, FILE *notes, struct gp_error *e)
{
	struct output o;

	if (output_open(&o, path, false, e) < 0)
		return -1;
	return output_close(&o, sample_profile_write(r, o.file, notes, e), e);
}

static int write_order(const struct result *r, const char *path, FILE *notes, struct gp_error *e)
{
	struct output o;

	if (output_open(&o, path, false, e) < 0)
		return -1;
	return output_close(&o, symbol_order_write(r, ORDER_SYMBOLS, o.file, notes, e), e);
}

static void print_basis(const struct result *r)
{
	struct run_coverage c;

	run_coverage_init(&c, r);
	gprint("rests on %" PRIu64 " process%s: %zu of %zu functions ran, with %" PRId64
	       " instructions; %.2f %% of them are exact\n", r->processes,
	       r->processes == 1 ? "" : "es", c.ran, c.functions, c.instructions,
	       c.instructions ? 100 * (double)c.exact / (double)c.instructions : 0);
	if (run_coverage_is_small(&c))
		gprint("the run covered little of the program: run it with more kinds of input, "
		       "and name all profiles\n");
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct arguments *a = arguments;
	char *folder = a->folder ? gp_strdup(a->folder) : gp_format("%s.optimize", r->name);
	char *profile = gp_format("%s/%s.prof", folder, r->name);
	char *order = gp_format("%s/%s.order", folder, r->name);
	struct notes notes;
	int rc = 0;

	notes_begin(&notes);
	if (mkdir(folder, 0777) < 0 && errno != EEXIST)
		rc = gp_fail(e, "cannot create folder '%s': %s", folder, strerror(errno));
	if (rc == 0)
		rc = write_profile(r, profile, notes.out, e);
	if (rc == 0)
		rc = write_order(r, order, notes.out, e);
	if (rc == 0) {
		print_basis(r);
		gprint("\ncompile with the flags of before and\n"
		       "  -g1 -fpseudo-probe-for-profiling -fprofile-sample-use=%s\n", profile);
		gprint("or, without a profile, compile and link with\n  -ffunction-sections "
		       "-fuse-ld=lld -Wl,--symbol-ordering-file=%s\n", order);
	}
	notes_end(&notes);
	free(folder);
	free(profile);
	free(order);
	return rc;
}

int cmd_optimize(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = "[BINARY [PROFILE...]]", .doc = doc,
		.children = children,
	};
	static const struct result_view view = {
		.needs = NEED_EXECUTIONS | NEED_SITES | NEED_LINELESS_SITES, .print = print,
		.writing = "writing the profile",
	};
	struct arguments a = { .select = { .request = {
		.graph_by_calls = true,
		.not_merged = "a merged profile has no executions by instruction: name the "
			      "original profiles" } } };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	rc = result_view_run(&view, &a.select.request, false, &a, e);
	request_release(&a.select.request);
	return rc;
}
