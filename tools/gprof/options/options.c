/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - see options.h.
 */
#include "gprof/options/options.h"

#include <getopt.h>
#include <libiberty/demangle.h>
#include <libiberty/libiberty.h>
#include <stdlib.h>
#include <string.h>

enum { DEMANGLE = 256, NO_DEMANGLE, INLINE_FILE_NAMES };

static const char letters[] =
	"aA::bBcC::d::De:E:f:F:hiI:J::k:lLm:n:N:O:p::P::q::Q::rR:sS:t:Tvw:xyzZ::";

/* Any unambiguous beginning of a name will do, so there is none that gprof lacks; of an
   ambiguous one the possibilities are listed in gprof's order. */
static const struct option long_options[] = {
	{ "line", no_argument, NULL, 'l' },
	{ "no-static", no_argument, NULL, 'a' },
	{ "ignore-non-functions", no_argument, NULL, 'D' },
	{ "external-symbol-table", required_argument, NULL, 'S' },
	{ "annotated-source", optional_argument, NULL, 'A' },
	{ "no-annotated-source", optional_argument, NULL, 'J' },
	{ "flat-profile", optional_argument, NULL, 'p' },
	{ "no-flat-profile", optional_argument, NULL, 'P' },
	{ "graph", optional_argument, NULL, 'q' },
	{ "no-graph", optional_argument, NULL, 'Q' },
	{ "exec-counts", optional_argument, NULL, 'C' },
	{ "no-exec-counts", optional_argument, NULL, 'Z' },
	{ "function-ordering", no_argument, NULL, 'r' },
	{ "file-ordering", required_argument, NULL, 'R' },
	{ "file-info", no_argument, NULL, 'i' },
	{ "sum", no_argument, NULL, 's' },
	{ "all-lines", no_argument, NULL, 'x' },
	{ "demangle", optional_argument, NULL, DEMANGLE },
	{ "no-demangle", no_argument, NULL, NO_DEMANGLE },
	{ "directory-path", required_argument, NULL, 'I' },
	{ "display-unused-functions", no_argument, NULL, 'z' },
	{ "inline-file-names", no_argument, NULL, INLINE_FILE_NAMES },
	{ "min-count", required_argument, NULL, 'm' },
	{ "print-path", no_argument, NULL, 'L' },
	{ "separate-files", no_argument, NULL, 'y' },
	{ "static-call-graph", no_argument, NULL, 'c' },
	{ "table-length", required_argument, NULL, 't' },
	{ "time", required_argument, NULL, 'n' },
	{ "no-time", required_argument, NULL, 'N' },
	{ "width", required_argument, NULL, 'w' },
	{ "brief", no_argument, NULL, 'b' },
	{ "debug", optional_argument, NULL, 'd' },
	{ "help", no_argument, NULL, 'h' },
	{ "file-format", required_argument, NULL, 'O' },
	{ "traditional", no_argument, NULL, 'T' },
	{ "version", no_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 },
};

/* Names that gprof leaves out of everything: its own runtime. */
static const char *const runtime[] = {
	"_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup",
};

static void turn_on(struct gnu_options *o, unsigned style, enum gnu_list list)
{
	if (optarg)
		gnu_specs_add(&o->specs, optarg, list);
	o->styles |= style;
	o->chosen |= style;
}

/* With a symspec it is shown, but for that. */
static void turn_off(struct gnu_options *o, unsigned style, enum gnu_list list)
{
	if (optarg)
		turn_on(o, style, list);
	else
		o->styles &= ~style;
	o->chosen |= style;
}

static enum gnu_list graph_or_arcs(enum gnu_list arcs, enum gnu_list graph)
{
	return optarg && strchr(optarg, '/') ? arcs : graph;
}

static void add_directories(struct gnu_options *o, const char *list)
{
	size_t n;

	for (; *list; list += n + (list[n] == ':')) {
		n = strcspn(list, ":");
		if (n)
			*gp_push(o->directories, o->ndirectories, o->directories_room) =
				gp_format("%.*s", (int)n, list);
	}
}

static int set_format(struct gnu_options *o, struct gp_error *e)
{
	o->format_prof = *optarg == 'p';
	switch (*optarg) {
	case 'a':
	case 'p':
		o->format = GMON_AUTO;
		return 0;
	case 'm':
		o->format = GMON_GNU;
		return 0;
	case 'b':
		o->format = GMON_BSD;
		return 0;
	case '4':
		o->format = GMON_BSD44;
		return 0;
	}
	return gp_fail(e, "unknown file format %s", optarg);
}

static int set_demangling(struct gnu_options *o, struct gp_error *e)
{
	enum demangling_styles style;

	o->demangle = true;
	if (!optarg)
		return 0;
	style = cplus_demangle_name_to_style(optarg);
	if (style == unknown_demangling)
		return gp_fail(e, "unknown demangling style `%s'", optarg);
	cplus_demangle_set_style(style);
	return 0;
}

/* Options that choose what is printed. */
static bool take_style(struct gnu_options *o, int option)
{
	switch (option) {
	case 'A':
		turn_on(o, GNU_ANNOTATE, GNU_INCL_ANNO);
		break;
	case 'J':
		turn_off(o, GNU_ANNOTATE, GNU_EXCL_ANNO);
		break;
	case 'C':
		turn_on(o, GNU_COUNTS, GNU_INCL_EXEC);
		break;
	case 'Z':
		turn_off(o, GNU_COUNTS, GNU_EXCL_EXEC);
		break;
	case 'p':
		turn_on(o, GNU_FLAT, GNU_INCL_FLAT);
		break;
	case 'P':
		turn_off(o, GNU_FLAT, GNU_EXCL_FLAT);
		break;
	case 'B':
	case 'q':
		turn_on(o, GNU_GRAPH, graph_or_arcs(GNU_INCL_ARCS, GNU_INCL_GRAPH));
		break;
	case 'Q':
		turn_off(o, GNU_GRAPH, graph_or_arcs(GNU_EXCL_ARCS, GNU_EXCL_GRAPH));
		break;
	case 'i':
		turn_on(o, GNU_INFO, GNU_LISTS);
		break;
	case 'r':
		turn_on(o, GNU_ORDER, GNU_LISTS);
		break;
	case 's':
		turn_on(o, GNU_SUM, GNU_LISTS);
		break;
	case 'R':
		o->mapping = optarg;
		o->styles |= GNU_FILE_ORDER;
		o->chosen |= GNU_FILE_ORDER;
		break;
	default:
		return false;
	}
	return true;
}

/* Options that take a symspec and print nothing of themselves. */
static bool take_spec(struct gnu_options *o, int option)
{
	static const struct {
		char option;
		enum gnu_list lists[2];
	} specs[] = {
		{ 'E', { GNU_EXCL_TIME, GNU_EXCL_GRAPH } },
		{ 'e', { GNU_EXCL_GRAPH, GNU_LISTS } },
		{ 'F', { GNU_INCL_TIME, GNU_INCL_GRAPH } },
		{ 'f', { GNU_INCL_GRAPH, GNU_LISTS } },
		{ 'k', { GNU_EXCL_ARCS, GNU_LISTS } },
		{ 'n', { GNU_INCL_TIME, GNU_LISTS } },
		{ 'N', { GNU_EXCL_TIME, GNU_LISTS } },
	};

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		if (option != specs[i].option)
			continue;
		gnu_specs_add(&o->specs, optarg, specs[i].lists[0]);
		if (specs[i].lists[1] != GNU_LISTS)
			gnu_specs_add(&o->specs, optarg, specs[i].lists[1]);
		return true;
	}
	return false;
}

static bool take_flag(struct gnu_options *o, int option)
{
	const struct {
		int option;
		bool *flag;
	} flags[] = {
		{ 'a', &o->no_static },      { 'b', &o->brief },
		{ 'c', &o->static_arcs },    { 'D', &o->functions_only },
		{ 'l', &o->by_line },	     { 'L', &o->print_path },
		{ 'T', &o->traditional },    { 'x', &o->all_lines },
		{ 'y', &o->separate_files }, { 'z', &o->all },
		{ INLINE_FILE_NAMES, &o->inline_files },
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (option == flags[i].option) {
			*flags[i].flag = true;
			return true;
		}
	return false;
}

static int at_least(const char *text, int least)
{
	int n = atoi(text);

	return n < least ? least : n;
}

static int take(struct gnu_options *o, int option, struct gp_error *e)
{
	if (take_style(o, option) || take_spec(o, option) || take_flag(o, option))
		return 0;
	switch (option) {
	case 'd':
		o->debug++;
		return 0;
	case 'h':
		o->action = GNU_HELP;
		return 0;
	case 'v':
		o->action = GNU_VERSION;
		return 0;
	case 'I':
		add_directories(o, optarg);
		return 0;
	case 'm':
		o->min_count = strtoul(optarg, NULL, 10);
		return 0;
	case 'O':
		return set_format(o, e);
	case 'S':
		o->symbols = optarg;
		return 0;
	case 't':
		o->table_length = at_least(optarg, 0);
		return 0;
	case 'w':
		o->width = at_least(optarg, 1);
		return 0;
	case DEMANGLE:
		return set_demangling(o, e);
	case NO_DEMANGLE:
		o->demangle = false;
		return 0;
	}
	o->action = GNU_USAGE;
	return 0;
}

/* --gnu-exact is not known to getopt: it would make `--g' ambiguous. */
static int take_exact(struct gnu_options *o, int argc, char **argv)
{
	int n = 1;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--")) {
			for (; i < argc; i++)
				argv[n++] = argv[i];
			break;
		}
		if (strcmp(argv[i], "--gnu-exact")) {
			argv[n++] = argv[i];
			continue;
		}
		o->exact = true;
		free(argv[i]);
	}
	argv[n] = NULL;
	return n;
}

static void set_defaults(struct gnu_options *o)
{
	memset(o, 0, sizeof *o);
	o->demangle = true;
	o->min_count = 1;
	o->table_length = 10;
	o->width = 80;
	o->image = "a.out";
}

static void finish(struct gnu_options *o, int argc, char **argv)
{
	const char *path = getenv("GPROF_PATH");

	if (path)
		add_directories(o, path);
	/* Else the counts of blocks would be lost. */
	if (o->styles & GNU_SUM)
		o->by_line = true;
	if (optind < argc)
		o->image = argv[optind++];
	while (optind < argc)
		*gp_push(o->profiles, o->nprofiles, o->profiles_room) = argv[optind++];
	if (!o->nprofiles)
		*gp_push(o->profiles, o->nprofiles, o->profiles_room) = "gmon.out";
	for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++) {
		gnu_specs_add(&o->specs, runtime[i], GNU_EXCL_TIME);
		gnu_specs_add(&o->specs, runtime[i], GNU_EXCL_GRAPH);
		gnu_specs_add(&o->specs, runtime[i], GNU_EXCL_FLAT);
	}
}

int gnu_options_parse(struct gnu_options *o, int argc, char **argv, struct gp_error *e)
{
	int option;

	set_defaults(o);
	o->argv = argv;
	expandargv(&argc, &o->argv); /* makes a copy if it changes anything */
	if (o->argv == argv)
		o->argv = dupargv(argv);
	argc = take_exact(o, argc, o->argv);
	optind = 0;
	while (o->action == GNU_RUN &&
	       (option = getopt_long(argc, o->argv, letters, long_options, NULL)) != -1)
		if (take(o, option, e) < 0)
			return -1;
	if (o->chosen & GNU_ORDER && o->chosen & GNU_FILE_ORDER)
		return gp_fail(e, "Only one of --function-ordering and --file-ordering may be "
			       "specified.");
	finish(o, argc, o->argv);
	return 0;
}

void gnu_options_release(struct gnu_options *o)
{
	gnu_specs_release(&o->specs);
	freeargv(o->argv);
	for (size_t i = 0; i < o->ndirectories; i++)
		free(o->directories[i]);
	free(o->directories);
	free(o->profiles);
	memset(o, 0, sizeof *o);
}
