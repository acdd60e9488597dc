/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gprof.c - `gprof-llvm gprof', and the program under the name `gprof': GNU gprof's
 * command line on gmon.out files.
 *
 * It does what that does, in the same order: so what is printed before an error, and
 * which of several errors is printed, are the same too.
 */
#include "gprof/gprof.h"
#include "gprof/graph/ancestors.h"
#include "gprof/graph/hist.h"
#include "gprof/graph/ordering.h"
#include "gprof/graph/static_arcs.h"
#include "gprof/input.h"
#include "gprof/options/options.h"
#include "gprof/print/print_source.h"
#include "gprof/sum.h"
#include "gprof/symbols/callers.h"
#include "gprof/symbols/line_symbols.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>

static const char usage[] =
	"Usage: gprof [OPTION...] [image-file] [profile-file...]\n"
	"Reports of programs compiled with -pg, as GNU gprof prints them.  image-file is\n"
	"a.out, profile-file gmon.out if not given; several are summed; `-' is stdin.\n"
	"\n"
	"  -p, --flat-profile[=SYMSPEC]       functions by the time in them\n"
	"  -q, --graph[=SYMSPEC]              callers and callees of each function\n"
	"  -C, --exec-counts[=SYMSPEC]        how often each line was executed\n"
	"  -A, --annotated-source[=SYMSPEC]   the source with these counts\n"
	"  -i, --file-info                    what the profiles hold\n"
	"  -r, --function-ordering            an order for functions in the program\n"
	"  -R, --file-ordering=MAP            an order for its object files\n"
	"  -s, --sum                          write the sum of the profiles to gmon.sum\n"
	"  -P, -Q, -Z, -J                     not that style, or (with SYMSPEC) not that\n"
	"                                     function\n"
	"\n"
	"  -n, --time=SYMSPEC, -N, --no-time=SYMSPEC  pass on the time of these only, or not\n"
	"  -k FROM/TO      leave out calls from FROM to TO\n"
	"  -e, -E, -f, -F  FUNCTION: leave out, or show only, and (E, F) the time in it\n"
	"  -a, --no-static          leave out static functions\n"
	"  -D, --ignore-non-functions  leave out local labels\n"
	"  -z, --display-unused-functions\n"
	"  -c, --static-call-graph  with calls found in the code\n"
	"  -m, --min-count=N        (-A) count lines from N executions on\n"
	"  -l, --line               by line instead of function\n"
	"  -S, --external-symbol-table=FILE   symbols as nm prints them\n"
	"  -O, --file-format=auto|magic|bsd|4.4bsd\n"
	"\n"
	"  -b, --brief              no explanations\n"
	"  -T, --traditional        the layout of BSD\n"
	"  -w, --width=N            columns of the index\n"
	"  -L, --print-path         whole paths of source files\n"
	"  -I, --directory-path=DIRS   where sources are\n"
	"  -x, --all-lines, -y, --separate-files, -t, --table-length=N   (-A)\n"
	"      --demangle[=STYLE], --no-demangle, --inline-file-names\n"
	"\n"
	"      --gnu-exact          repeat GNU gprof's mistakes: lost local functions, time\n"
	"                           charged to neighbours, sums limited to 16 and 32 bits\n"
	"  -v, --version, -h, --help\n"
	"\n"
	"  --bsd, as the first option: the options of FreeBSD and NetBSD,\n"
	"    -a -b -c -d N -e -E -f -F NAME -s -z and\n"
	"  -C N            cut arcs until no cycle has more than N members\n"
	"  -k FROM TO      leave out these calls\n"
	"  -l, -L          no call graph, no flat profile\n"
	"  -u              leave out functions whose name has a dot\n"
	"  --solaris, as the first option: those of Solaris and illumos, also\n"
	"  -C, -l          readable C++ names; leave out static functions and their time\n"
	"  -D              write the first profile less the others to gmon.sum\n"
	"  -n N            show N functions\n";

struct session {
	struct gnu_ancestor ancestor;
	struct gnu_options options;
	struct gnu_image image;
	struct gnu_where *where; /* lines of addresses; NULL: not asked for yet */
	struct gnu_table table;
	struct gnu_graph graph;
	struct gmon profile;
	bool warned;             /* of basic blocks */
	int version;             /* of the last profile that has one */
	struct gnu_hist hist;
	struct gnu_input map_text; /* --file-ordering: what the map points into */
	struct gnu_mapping *map;
	size_t nmap;
};

static int read_symbol_file(struct session *s, struct gp_error *e)
{
	const char *path = s->options.symbols;
	struct gnu_input in;
	int rc;

	if (gnu_input_read(&in, path, e) < 0)
		return gp_fail(e, "could not open %s.", path);
	s->table.text_end = s->image.text_end;
	rc = gnu_table_read_text(&s->table, in.bytes, in.size, path, e);
	gnu_input_release(&in);
	return rc;
}

/* Left out on request, functions are to count for the one before them. */
static bool wants_gaps(const struct session *s)
{
	const struct gnu_options *o = &s->options;

	return !o->exact && !o->symbols && !o->no_static && !o->functions_only && !o->mapping &&
	       !s->ancestor.plain_names;
}

static int read_map(struct session *s, struct gp_error *e)
{
	const char *path = s->options.mapping;
	struct gnu_input *in = &s->map_text;

	if (!path)
		return 0;
	if (gnu_input_read(in, path, e) < 0)
		return gp_fail(e, "could not open %s.", path);
	return gnu_mapping_parse(in->bytes, in->size, path, &s->map, &s->nmap, e);
}

/* Without lines when the functions are not of the program itself. */
static void locate(struct session *s, bool (*wanted)(const void *session, uint32_t symbol))
{
	if (s->options.symbols)
		return;
	if (!s->where)
		s->where = gnu_where_open(s->image.elf, s->image.path, s->image.text,
					  s->image.text_end, s->options.exact);
	gnu_line_symbols_locate(&s->table, s->where, wanted, s);
}

static bool needs_lines(const struct gnu_options *o)
{
	return o->by_line || o->inline_files || gnu_specs_need_lines(&o->specs) ||
	       o->styles & (GNU_COUNTS | GNU_ANNOTATE);
}

static int add_lines(struct session *s, struct gp_error *e)
{
	if (!s->options.by_line || s->options.symbols)
		return 0;
	if (gnu_line_symbols_add(&s->table, s->where, e) < 0)
		return -1;
	gnu_table_finish(&s->table, false);
	return 0;
}

static int read_symbols(struct session *s, struct gp_error *e)
{
	const struct gnu_options *o = &s->options;
	struct gnu_choice choice = { o->exact, o->no_static, o->functions_only };

	if (o->symbols ? read_symbol_file(s, e)
		       : gnu_table_read_image(&s->table, &s->image, &choice, s->map, s->nmap,
					      e))
		return -1;
	if (needs_lines(o))
		locate(s, NULL);
	if (s->ancestor.plain_names)
		gnu_ancestor_drop_names(&s->table);
	gnu_table_finish(&s->table, wants_gaps(s));
	if (add_lines(s, e) < 0)
		return -1;
	gnu_specs_apply(&s->options.specs, &s->table, o->exact);
	if (s->ancestor.no_locals)
		gnu_ancestor_leave_locals(&s->table);
	return 0;
}

/* ------------------------------------------------------------------ */

static void print_count(size_t n, const char *what)
{
	gprint("\t%zu %s record%s\n", n, what, n == 1 ? "" : "s");
}

/* A BSD file has no version; GNU gprof shows the version of the file before. */
static int version_shown(struct session *s, const struct gmon_records *records)
{
	if (records->version >= 0)
		s->version = records->version;
	return s->options.exact || records->version >= 0 ? s->version : 0;
}

static int read_profile(struct session *s, const char *path, struct gp_error *e)
{
	struct gmon_records records;
	struct gnu_input in;
	int rc;

	if (gnu_input_read(&in, path, e) < 0)
		return -1;
	rc = gmon_read(&s->profile, in.bytes, in.size, path, s->options.format, &records, e);
	gnu_input_release(&in);
	if (s->profile.nblocks && !s->options.by_line && !s->warned)
		fputs("gprof: warning: ignoring basic-block exec counts (use -l or --line)\n",
		      stderr);
	s->warned |= s->profile.nblocks > 0;
	if (rc == 0 && s->options.styles & GNU_INFO) {
		gprint("File `%s' (version %d) contains:\n", path,
		       version_shown(s, &records));
		print_count(records.histograms, "histogram");
		print_count(records.arcs, "call-graph");
		print_count(records.blocks, "basic-block count");
	}
	return rc;
}

static void tally(struct session *s)
{
	struct gnu_callers callers = { .usable = false };

	if (!s->options.exact && !s->options.symbols)
		gnu_callers_init(&callers, &s->table, &s->image, &s->profile);
	gnu_arcs_reserve(&s->graph, s->profile.narcs);
	for (size_t i = 0; i < s->profile.narcs; i++) {
		struct gmon_arc a = s->profile.arcs[i];

		a.from = callers.usable ? gnu_callers_find(&callers, &a) : a.from;
		gnu_arcs_tally(&s->graph, &a);
	}
	gnu_callers_release(&callers);
}

/* The first profile less the others, which gmon.sum gets too. */
static int read_difference(struct session *s, struct gp_error *e)
{
	int rc = read_profile(s, s->options.profiles[0], e);
	struct gmon first;
	uint64_t lower = 0;

	first = s->profile;
	for (size_t i = 1; rc == 0 && i < s->options.nprofiles; i++) {
		gmon_init(&s->profile, &s->image.target);
		s->profile.exact = first.exact;
		rc = read_profile(s, s->options.profiles[i], e);
		if (rc == 0)
			lower += gnu_ancestor_subtract(&first, &s->profile);
		gmon_release(&s->profile);
	}
	s->profile = first;
	if (lower)
		gprintf(stderr, "gprof: %" PRIu64 " counts are lower in the first: 0 is left\n",
			lower);
	return rc;
}

static int read_profiles(struct session *s, struct gp_error *e)
{
	gmon_init(&s->profile, &s->image.target);
	s->profile.exact = s->options.exact;
	if (s->options.format_prof)
		return gp_fail(e, "sorry, file format `prof' is not yet supported");
	if (s->ancestor.difference && read_difference(s, e) < 0)
		return -1;
	for (size_t i = 0; i < s->options.nprofiles && !s->ancestor.difference; i++)
		if (read_profile(s, s->options.profiles[i], e) < 0)
			return -1;
	tally(s);
	return 0;
}

/* Without a word from the user, all there is data for. */
static unsigned styles_to_print(const struct session *s)
{
	const struct gnu_options *o = &s->options;
	unsigned styles = 0;

	if (o->styles)
		return o->styles;
	if (s->profile.has_histogram)
		styles |= GNU_FLAT;
	if (s->profile.has_arcs)
		styles |= GNU_GRAPH;
	if (!styles)
		styles = GNU_COUNTS;
	return styles & ~o->chosen;
}

static int write_sum(struct session *s, struct gp_error *e)
{
	struct gmon_loss loss;

	if (gnu_sum_write("gmon.sum", &s->profile, &s->graph, s->options.format,
			  s->options.exact, &loss, e) < 0)
		return -1;
	if (loss.samples)
		gprintf(stderr, "gprof: warning: gmon.sum has no room for %" PRIu64 " samples: use "
			"another format\n", loss.samples);
	if (loss.calls)
		gprintf(stderr, "gprof: warning: gmon.sum has no room for %" PRIu64 " calls\n",
			loss.calls);
	return 0;
}

static int add_static_arcs(struct session *s, struct gp_error *e)
{
	int rc = gnu_static_arcs_add(&s->graph, &s->image, &s->profile, s->options.exact, e);

	if (rc > 0)
		gprintf(stderr, "gprof: warning: %s\n", e->text);
	return rc;
}

static int compute(struct session *s, unsigned styles, struct gp_error *e)
{
	const struct gnu_options *o = &s->options;

	if ((styles & GNU_SUM || s->ancestor.difference) && write_sum(s, e) < 0)
		return -1;
	if (s->profile.has_histogram)
		gnu_hist_assign(&s->hist, &s->profile, &s->graph, o->exact);
	if (s->profile.has_arcs) {
		if (o->static_arcs && add_static_arcs(s, e) < 0)
			return -1;
		gnu_graph_assemble(&s->graph, o->all);
	}
	if (styles & GNU_FLAT && !s->profile.has_histogram)
		return gp_fail(e, "gmon.out file is missing histogram");
	if (styles & GNU_GRAPH && !s->profile.has_arcs)
		return gp_fail(e, "gmon.out file is missing call-graph data");
	return 0;
}

/* Statics in the index have their file beside them. */
static bool is_static_used(const void *session, uint32_t symbol)
{
	const struct session *s = session;
	const struct gnu_node *n = &s->graph.nodes[symbol];

	return s->table.symbols[symbol].local &&
	       (n->calls || n->time != 0 || s->options.all);
}

/* Only a symbol for each line can take the executions of basic blocks. */
static void print_source(struct session *s, struct gnu_printer *p, unsigned styles)
{
	static const struct gmon nothing;
	struct gnu_blocks blocks;

	gnu_blocks_init(&blocks, s->options.by_line ? &s->profile : &nothing, &s->table,
			s->options.exact);
	if (styles & GNU_COUNTS)
		gnu_print_exec_counts(p, &blocks);
	if (styles & GNU_ANNOTATE)
		gnu_print_annotated(p, &blocks, stderr);
	gnu_blocks_release(&blocks);
}

static void print(struct session *s, unsigned styles)
{
	const struct gnu_options *o = &s->options;
	bool graph = styles & GNU_GRAPH;
	struct gnu_printer p;

	if (styles & GNU_COUNTS)
		locate(s, NULL);
	else if (graph && !o->traditional)
		locate(s, is_static_used);
	gnu_printer_init(&p, stdout, o, &s->graph, &s->profile, &s->hist);
	p.printed = styles & GNU_INFO;
	if (graph)
		gnu_graph_print_cut(&s->graph, stdout, p.rate, s->ancestor.most);
	if (graph && o->traditional)
		gnu_print_graph(&p);
	if (styles & GNU_FLAT)
		gnu_print_flat(&p);
	if (graph && !o->traditional)
		gnu_print_graph(&p);
	if (graph)
		gnu_print_index(&p);
	if (styles & (GNU_COUNTS | GNU_ANNOTATE))
		print_source(s, &p, styles);
	gnu_printer_release(&p);
	if (styles & GNU_ORDER)
		gnu_order_functions(&s->graph, stdout);
	if (styles & GNU_FILE_ORDER)
		gnu_order_files(&s->graph, s->map, s->nmap, o->exact, stdout);
}

/* ------------------------------------------------------------------ */

static int run(struct session *s, struct gp_error *e)
{
	unsigned styles;

	for (unsigned i = 0; i < s->options.debug; i++)
		puts("gprof: debugging not supported; -d ignored");
	if (gnu_image_open(&s->image, s->options.image, e) < 0 || read_map(s, e) < 0 ||
	    read_symbols(s, e) < 0)
		return -1;
	gnu_graph_init(&s->graph, &s->table, &s->options.specs);
	s->graph.most = s->ancestor.most;
	if (read_profiles(s, e) < 0)
		return -1;
	styles = styles_to_print(s);
	if (compute(s, styles, e) < 0)
		return -1;
	print(s, styles);
	return 0;
}

static void session_release(struct session *s)
{
	gnu_where_close(s->where);
	gnu_graph_release(&s->graph);
	gnu_table_release(&s->table);
	gmon_release(&s->profile);
	free(s->map);
	gnu_input_release(&s->map_text);
	gnu_image_close(&s->image);
	gnu_ancestor_release(&s->ancestor);
	gnu_options_release(&s->options);
}

static int act(struct session *s, struct gp_error *e)
{
	switch (s->options.action) {
	case GNU_HELP:
		fputs(usage, stdout);
		return 0;
	case GNU_VERSION:
		puts("gprof-llvm " GPROF_VERSION ", in place of GNU gprof 2.40");
		return 0;
	case GNU_USAGE:
		fputs(usage, stderr);
		return EXIT_INPUT; /* GNU's status */
	case GNU_RUN:
		break;
	}
	return run(s, e);
}

int cmd_gprof(int argc, char **argv, struct gp_error *e)
{
	struct session s = { .image = { .fd = -1 } };
	static char name[] = "gprof";
	int rc;

	argv[0] = name;
	rc = gnu_ancestor_parse(&s.ancestor, &argc, &argv, e);
	if (rc == 0)
		rc = gnu_options_parse(&s.options, argc, argv, e);
	s.options.limit = s.ancestor.limit;
	if (rc == 0)
		rc = act(&s, e);
	session_release(&s);
	return rc;
}
