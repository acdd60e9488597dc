/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * optimize.c - `gprof-llvm optimize`: writes the files by which a compiler and a linker make a
 * program faster, and says on how much of the program they rest.
 *
 * The folder gets NAME.prof, a sample profile with its list of functions, and NAME.order, an order
 * of functions.  A file that is there is replaced when the new one is complete.
 */
#include "base/shell.h"
#include "command/commands.h"
#include "command/result_view.h"
#include "optimize/coverage.h"
#include "optimize/sample_binary.h"
#include "optimize/staleness.h"
#include "optimize/symbol_order.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/demangle.h"
#include "text/plain_symbol.h"
#include "text/escape.h"
#include "text/notes.h"
#include "text/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_NAMES 20 /* of stale functions */

enum { KEY_AGAINST = 256 };

struct arguments {
	struct report_arguments select;
	const char *folder;  /* NULL: NAME.optimize */
	const char *against; /* the present build, or NULL */
};

static const struct argp_option options[] = {
	{ "against", KEY_AGAINST, "BUILD", 0,
	  "Name the functions that ran and have changed since, in BUILD, which has pseudo-probes",
	  0 },
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

	if (key == 'o')
		a->folder = arg;
	else if (key == KEY_AGAINST)
		a->against = arg;
	else
		return ARGP_ERR_UNKNOWN;
	return 0;
}

static int write_profile(const struct sample_profile *s, const char *path, FILE *notes,
			 struct gp_error *e)
{
	struct output o;

	if (output_open(&o, path, false, e) < 0)
		return -1;
	sample_binary_write(s, o.file);
	sample_profile_note(s, notes);
	return output_close(&o, 0, e);
}

static int write_order(const struct result *r, const char *path, FILE *notes, struct gp_error *e)
{
	struct output o;

	if (output_open(&o, path, false, e) < 0)
		return -1;
	return output_close(&o, symbol_order_write(r, ORDER_SYMBOLS, o.file, notes, e), e);
}

static double percent(int64_t part, int64_t all)
{
	return all ? 100 * (double)part / (double)all : 0;
}

static void print_basis(const struct sample_profile *s)
{
	const struct result *r = s->r;
	struct run_coverage c;

	run_coverage_init(&c, s);
	gprint("rests on %" PRIu64 " process%s: %zu of %zu functions ran, with %" PRId64
	       " instructions; %.2f %% of them are exact\n", r->processes,
	       r->processes == 1 ? "" : "es", c.ran, c.functions, c.instructions,
	       percent(c.exact, c.instructions));
	gprint("covers %zu of %zu blocks of the source (%.0f %%)\n", c.blocks_ran, c.blocks,
	       percent((int64_t)c.blocks_ran, (int64_t)c.blocks));
	if (run_coverage_is_small(&c))
		gprint("the run covered little of the program: run it with more kinds of input, "
		       "and name all profiles\n");
}

static void print_stale_function(const struct stale_function *f)
{
	char *linkage = gp_format("%.*s", (int)f->function->length, f->function->name);
	char *normal = plain_symbol(linkage, NULL), *name = demangle_name(normal);

	gprint("  %s %s\n", name, f->gone ? "is gone" : "has changed");
	free(linkage);
	free(normal);
	free(name);
}

static void print_stale(const struct staleness *t, const char *build)
{
	size_t shown = t->stale < MOST_NAMES ? t->stale : MOST_NAMES;

	if (t->stale)
		gprint("%zu of %zu functions that ran differ in '%s', with %.1f %% of the "
		       "executions of blocks; the compiler does without their counts\n",
		       t->stale, t->n, build, percent(t->lost, t->executions));
	else
		gprint("'%s' has all %zu functions that ran, unchanged\n", build, t->n);
	for (size_t i = 0; i < shown; i++)
		print_stale_function(&t->items[i]);
	if (shown < t->stale)
		gprint("  and %zu more\n", t->stale - shown);
	if (t->added)
		gprint("'%s' has %zu function%s more, without counts\n", build, t->added,
		       t->added == 1 ? "" : "s");
}

/* The figures are bench/optimize's, which test/lit/bench/optimize-expected.test compares. */
static void print_expected(void)
{
	gprint("expect a gain in the code that ran, with similar input: thirteen programs took "
	       "0.779 to 1.022 of -O2's CPU time with another kind of input, 0.943 on average\n");
}

/* Commas part the words of -Wl. */
static char *order_option(const char *order)
{
	const char *form = strchr(order, ',') ? "-Xlinker --symbol-ordering-file=%s" :
						"-Wl,--symbol-ordering-file=%s";
	char *quoted = shell_quoted(order), *option = gp_format(form, quoted);

	free(quoted);
	return option;
}

/* Returns true if the plugin placed the probes of some code, for a compiler that has no option. */
static bool has_added_probes(const struct program *p)
{
	for (size_t i = 0; i < p->nobjects; i++)
		for (size_t k = 0; k < p->objects[i].cg.nmodules; k++)
			if (strstr(p->objects[i].cg.modules[k].options, ",probes=add"))
				return true;
	return false;
}

static void print_options(const struct program *p, const char *profile, const char *order)
{
	char *quoted = shell_quoted(profile), *option = order_option(order);

	gprint("\ncompile with the flags of before and\n"
	       "  -g1 -fpseudo-probe-for-profiling -fprofile-sample-use=%s\n", quoted);
	if (has_added_probes(p))
		gprint("with rustc, by the plugin and GPROF_PASS=probes=only, with\n"
		       "  -Zprofile-sample-use=%s\n", quoted);
	gprint("to see each __builtin_expect that the run contradicts (clang 15 and later), "
	       "add\n  -Wmisexpect\n");
	gprint("or, without a profile, compile and link with\n  -ffunction-sections "
	       "-fuse-ld=lld %s\n", option);
	free(quoted);
	free(option);
}

static int write_files(const struct sample_profile *s, const char *folder, const char *profile,
		       const char *order, FILE *notes, struct gp_error *e)
{
	if (mkdir(folder, 0777) < 0 && errno != EEXIST)
		return gp_fail(e, "cannot create folder '%s': %s", folder, strerror(errno));
	if (write_profile(s, profile, notes, e) < 0)
		return -1;
	return write_order(s->r, order, notes, e);
}

/* Writes and prints what a profile is good for; 't' is NULL without a build to compare with. */
static int optimize(const struct sample_profile *s, const struct staleness *t,
		    const struct arguments *a, struct gp_error *e)
{
	const char *name = s->r->name;
	char *folder = a->folder ? gp_strdup(a->folder) : gp_format("%s.optimize", name);
	char *profile = gp_format("%s/%s.prof", folder, name);
	char *order = gp_format("%s/%s.order", folder, name);
	struct notes notes;
	int rc;

	notes_begin(&notes);
	rc = write_files(s, folder, profile, order, notes.out, e);
	if (rc == 0) {
		print_basis(s);
		if (t)
			print_stale(t, a->against);
		print_expected();
		print_options(s->p, profile, order);
	}
	notes_end(&notes);
	free(folder);
	free(profile);
	free(order);
	return rc;
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct arguments *a = arguments;
	struct staleness t = { 0 };
	struct sample_profile s;
	int rc = sample_profile_init(&s, r, e);

	if (rc == 0 && a->against)
		rc = staleness_init(&t, &s, a->against, e);
	if (rc == 0)
		rc = optimize(&s, a->against ? &t : NULL, a, e);
	staleness_release(&t);
	sample_profile_release(&s);
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
