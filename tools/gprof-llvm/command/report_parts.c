/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_parts.c - see report_parts.h.
 *
 * A table has for each part the kinds of options that it does not use; another has the kind of
 * each option that was given.  A part of its own, such as the table of memory, excludes others.
 */
#include "command/report_parts.h"

#include <stddef.h>

/* Kinds of options that not every part of the report uses. */
enum {
	ORDER = 1 << 0,   /* of rows */
	ROWS = 1 << 1,    /* how many */
	NAMES = 1 << 2,
	KERNEL = 1 << 3,
	MEASURE = 1 << 4,
	CHOICE = 1 << 5,  /* of functions */
	LEAST = 1 << 6,   /* rows with how much time */
	FORM = 1 << 7,    /* gprof's, or a long head */
};

/* What none of the parts asked for uses, and the first of them, or NULL: flat and graph use all. */
static unsigned unused_by_parts(const struct report_sections *s, const char **first)
{
	const struct {
		bool is;
		const char *name;
		unsigned unused;
	} parts[] = {
		{ s->flat, "--flat", 0 },
		{ s->graph, "--graph", 0 },
		{ s->tree, "--tree", 0 },
		{ s->group_table, "--group-table", 0 },
		{ s->members, "--members", 0 },
		{ s->classes, "--code-classes", KERNEL },
		{ s->threads, "--threads", ORDER | LEAST | NAMES | KERNEL | MEASURE },
		{ s->processes, "--processes", ORDER | LEAST | NAMES | KERNEL | MEASURE },
		{ s->modules, "--modules", ORDER | ROWS | LEAST | NAMES },
		{ s->ranks, "--ranks", ORDER | LEAST | CHOICE | FORM },
		{ s->phases, "--phases",
		  ORDER | ROWS | LEAST | NAMES | KERNEL | MEASURE | CHOICE },
		{ s->uncalled, "--uncalled", ORDER | LEAST },
		{ s->unexecuted, "--unexecuted", ORDER | ROWS | LEAST | KERNEL | MEASURE },
		{ s->targets, "--targets", ORDER | LEAST | KERNEL | MEASURE },
		{ s->times, "--times", ORDER | LEAST | KERNEL | MEASURE | CHOICE },
		{ s->locks, "--locks", ORDER | LEAST | KERNEL | MEASURE | CHOICE },
		{ s->files, "--files", ORDER | LEAST | KERNEL | MEASURE | CHOICE },
		{ s->insights, "--insights", ORDER | ROWS | LEAST | CHOICE },
	};
	unsigned unused = ~0u;

	*first = s->instructions ? "--measure=instructions"
		 : !s->figure	 ? NULL
		 : figure_subject(s->figure) == FIGURES_OF_IO ? "the table of reads and writes"
							      : "the table of memory";
	if (s->figure)
		return KERNEL | (s->tree ? 0 : s->graph ? ORDER | FORM : CHOICE | ORDER);
	if (s->io || s->faults) {
		*first = s->io ? "--io" : "--faults";
		return KERNEL | CHOICE | ORDER | MEASURE | LEAST;
	}
	if (s->instructions)
		return KERNEL | CHOICE | (s->tree ? 0 : ORDER);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].is) {
			unused &= parts[i].unused;
			*first = *first ? *first : parts[i].name;
		}
	return unused;
}

/* Tables that have time, or calls, and nothing else. */
static bool names_timed(struct report_sections s)
{
	s.graph &= !s.figure || figure_subject(s.figure) != FIGURES_OF_MEMORY;
	return report_parts_named(&s);
}

bool report_parts_named(const struct report_sections *s)
{
	return s->flat || s->graph || s->threads || s->processes || s->modules || s->uncalled ||
	       s->unexecuted || s->targets || s->classes || s->group_table ||
	       s->members || s->times || s->locks || s->files || s->insights;
}

void report_parts_check(const struct report_arguments *a, struct argp_state *state)
{
	const struct filter *c = &a->request.filter;
	const struct {
		bool is;
		const char *option;
		unsigned kind;
	} given[] = {
		{ a->report.sort, "--sort", ORDER },
		{ a->report.reverse, "--reverse", ORDER },
		{ a->limited, "--limit", ROWS },
		{ a->report.least_given, "--min-percent", LEAST },
		{ a->named, "--names", NAMES },
		{ a->request.join.inlines, "--inlines", NAMES },
		{ a->request.join.kernel_in, "--kernel", KERNEL },
		{ a->request.join.time, "--measure", MEASURE },
		{ c->lists[FILTER_BY_FOCUS].n, "--focus", CHOICE },
		{ c->lists[FILTER_BY_SHOW_FROM].n, "--show-from", CHOICE },
		{ c->lists[FILTER_BY_IGNORE].n, "--ignore", CHOICE },
		{ c->lists[FILTER_BY_HIDE].n, "--hide", CHOICE },
		{ c->module, "--module", CHOICE },
		{ a->report.classic, "--classic", FORM },
		{ a->report.verbose, "--verbose", FORM },
	};
	const char *part;
	unsigned unused = unused_by_parts(&a->sections, &part);
	bool named = report_parts_named(&a->sections), of_memory;

	if (a->sections.instructions && (named || a->request.groups_file ||
					 a->request.group_by || a->request.join.inlines ||
					 a->sections.tree_threads))
		args_error(state, "--measure=instructions prints the flat profile or, with --tree, "
				  "the tree of calls, and no other part");
	of_memory = a->sections.figure && figure_subject(a->sections.figure) == FIGURES_OF_MEMORY;
	if (a->sections.figure && (names_timed(a->sections) || a->request.groups_file ||
				   a->request.group_by || a->request.join.inlines ||
				   a->sections.tree_threads || (a->sections.tree && !of_memory)))
		args_error(state, "--measure=%s prints a table of functions%s, and no other part",
			   figure_words[a->sections.figure],
			   of_memory ? ", with --tree the tree of calls, with --graph their graph"
				     : "");
	if ((a->sections.io || a->sections.faults) &&
	    (a->sections.tree || named || a->sections.figure ||
	     a->sections.instructions || a->request.groups_file || a->request.group_by ||
	     a->request.join.inlines || (a->sections.io && a->sections.faults)))
		args_error(state, "%s, and no other part", a->sections.io
			   ? "--io prints tables of reads and writes"
			   : "--faults prints tables of page faults");
	if (a->sections.ranks &&
	    (named || a->sections.tree || a->sections.phases || a->sections.figure ||
	     a->sections.instructions || a->sections.io || a->sections.faults ||
	     a->request.groups_file || a->request.group_by || a->request.join.inlines))
		args_error(state, "--ranks prints a table of functions, and no other part");
	if (a->sections.insights && a->sections.no_insights)
		args_error(state, "--insights and --no-insights exclude each other");
	if (a->report.classic && a->report.verbose)
		args_error(state, "--verbose changes nothing in --classic");
	for (size_t i = 0; part && i < sizeof given / sizeof *given; i++)
		if (given[i].is && given[i].kind & unused)
			args_error(state, "%s changes nothing in %s%s", given[i].option, part,
				   given[i].kind == CHOICE && a->sections.insights
					   ? ", which is of the whole run: --flat, --graph and "
					     "--tree show a part" : "");
}
