/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * groups.c - the table of procedure groups (Power 1983, Figure 6), and the functions in each.
 */
#include "analysis/classes.h"
#include "analysis/interval.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char explanation[] =
	"\n"
	"% self    self time of the functions of the group as a share of all time\n"
	"% total   with all they called: a sample counts once for each group on its stack\n"
	"?         self time of " FEW_TEXT "\n"
	"calls     from outside the group\n"
	"inside    calls among its functions, which carry no time\n"
	"X P C L   shares of code classes in the body time of the group (with the libraries and\n"
	"S M       system calls that it called): in-line code, prologues, calls, libraries,\n"
	"          system calls, the profiler\n"
	"<others>  functions that no line of the file matches; rows in brackets that belong to no\n"
	"          file, such as <kernel>, are groups of their own unless a line names them\n";

static int by_column(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	enum report_sort sort = r->options.sort ? r->options.sort : SORT_SELF;

	return report_compare(r, sort, &(struct ranked){ .node = *(const uint32_t *)x },
			      &(struct ranked){ .node = *(const uint32_t *)y });
}

/* The groups that are shown, in order. */
static uint32_t *rows_of(const struct report *r, size_t *n)
{
	uint32_t *rows = gp_alloc(r->graph->nnodes, sizeof *rows);

	*n = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++)
		if (report_has_entry(r, i))
			rows[(*n)++] = i;
	gp_sort(rows, *n, sizeof *rows, by_column, (void *)r);
	return rows;
}

/* In whole per cent of their sum. */
static void print_classes(struct columns *c, const struct class_times *t)
{
	double all = class_times_total(t);

	for (int i = 0; i < CLASS_COUNT; i++)
		if (all > 0 && t->of[i].sum > 0)
			columns_number(c, 4, llrint(100 * t->of[i].sum / all));
		else
			columns_blank(c, 4);
}

static void print_row(const struct report *r, uint32_t group, const struct class_sum *classes)
{
	const struct node *n = &r->graph->nodes[group];
	struct columns c = { .out = r->out };
	struct weight own = measured_self(r->program, group);
	const char mark[] = { interval_mark(&own), 0 };

	report_paint(r, paint_of_share(measure_percent(n->self, r->program->total)));
	columns_fixed(&c, 7, 2, measure_percent(n->self, r->program->total));
	columns_end(&c);
	report_paint(r, PAINT_OFF);
	columns_fixed(&c, 8, 2, measure_percent(n->self + n->child, r->program->total));
	columns_fixed(&c, 9, 2, report_units(r, n->self));
	columns_text(&c, mark, 1);
	columns_number(&c, 12, graph_calls(n));
	columns_blank(&c, 1);
	columns_number(&c, 12, n->self_calls);
	if (classes->nodes)
		print_classes(&c, &classes->nodes[group]);
	columns_blank(&c, 2);
	columns_text(&c, r->names[group], strlen(r->names[group]));
	columns_text(&c, "\n", 1);
	columns_end(&c);
}

/* Time and doubts that belong to no single row. */
static void print_sum(const struct report *r, double weight, const struct class_times *classes)
{
	struct columns c = { .out = r->out };

	columns_fixed(&c, 7, 2, measure_percent(weight, r->program->total));
	columns_blank(&c, 8);
	columns_fixed(&c, 9, 2, report_units(r, weight));
	columns_blank(&c, 26);
	if (classes)
		print_classes(&c, classes);
	columns_blank(&c, 2);
	columns_end(&c);
}

static void print_unmatched(const struct report *r, const struct groups *g)
{
	report_paint(r, PAINT_LOSS);
	for (size_t i = 0; i < g->nrules; i++)
		if (!g->rules[i].found)
			gprintf(r->out, "line %u: '%s %s' matches nothing that the lines above "
				"it have left\n", g->rules[i].line,
				group_kind_name(g->rules[i].kind), g->rules[i].text);
	report_paint(r, PAINT_OFF);
}

static void print_unfiled(const struct report *r, const struct groups *g)
{
	report_paint(r, PAINT_LOSS);
	if (g->unfiled)
		gprintf(r->out, "the source files of '%s' are not known: compile with -g, or name "
			"the folder of its debug files with --debug-dir\n", g->unfiled);
	report_paint(r, PAINT_OFF);
}

static void print_title(const struct report *r, const char *title)
{
	report_paint(r, PAINT_TITLE);
	fputs(title, r->out);
	report_paint(r, PAINT_OFF);
	fputs("\n\n", r->out);
}

void report_summary(const struct report *r)
{
	static const struct class_times none;
	static const struct class_sum unknown;
	const struct class_sum *classes = r->result->classes ? r->result->classes : &unknown;
	const struct groups *g = r->result->groups;
	size_t n, shown = 0;
	uint32_t *rows = rows_of(r, &n);
	double sum = 0, more = 0;

	print_title(r, "Groups:");
	gprintf(r->out, "%7s %7s %8s %12s %12s%s  %s\n", "% self", "% total", "self s", "calls",
		"inside", classes->nodes ? "  %X  %P  %C  %L  %S  %M" : "", "group");
	for (size_t i = 0; i < n; i++) {
		double self = r->graph->nodes[rows[i]].self;

		sum += self;
		if (report_is_negligible(r, self) ||
		    (r->options.limit && shown == r->options.limit)) {
			more += self;
			continue;
		}
		shown++;
		print_row(r, rows[i], classes);
	}
	if (shown < n) {
		print_sum(r, more, classes->nodes ? &none : NULL);
		gprintf(r->out, "%zu more groups\n", n - shown);
	}
	print_sum(r, sum, classes->nodes ? &classes->all : NULL);
	fputs("total\n", r->out);
	print_unmatched(r, g);
	print_unfiled(r, g);
	if (!r->options.brief)
		fputs(explanation, r->out);
	fputc('\n', r->out);
	free(rows);
}

/* ------------------------------------------------------------------ */

struct member {
	uint32_t node;
	const struct node *of;
	const char *name;
};

static int by_self(const void *x, const void *y, void *unused)
{
	const struct member *a = x, *b = y;

	(void)unused;
	if (a->of->self != b->of->self)
		return a->of->self > b->of->self ? -1 : 1;
	if (a->of->entries != b->of->entries)
		return a->of->entries > b->of->entries ? -1 : 1;
	return strcmp(a->name, b->name);
}

static struct member *members_of(const struct report *r, const struct program *functions,
				 const struct groups *g, char *const *names, uint32_t group,
				 size_t *n)
{
	struct member *list = gp_alloc(g->members[group], sizeof *list);

	*n = 0;
	for (size_t i = 0; i < functions->graph.nnodes; i++) {
		const struct node *node = &functions->graph.nodes[i];

		if (g->of[i] == group && (r->options.unused || node->entries || node->self))
			list[(*n)++] = (struct member){ i, node, names[i] };
	}
	gp_sort(list, *n, sizeof *list, by_self, NULL);
	return list;
}

static void print_member(const struct report *r, const struct program *functions,
			 const struct member *m)
{
	const struct function *f = &functions->functions[m->node];
	struct columns c = { .out = r->out };

	columns_fixed(&c, 7, 2, measure_percent(m->of->self, r->program->total));
	columns_fixed(&c, 9, 2, report_units(r, m->of->self));
	columns_blank(&c, 1);
	columns_number(&c, 12, m->of->entries);
	columns_blank(&c, 3);
	columns_text(&c, m->name, strlen(m->name));
	columns_end(&c);
	if (f->file)
		gprintf(r->out, "  (%s:%u)", gp_basename(f->file), f->line);
	fputc('\n', r->out);
}

static void print_members(const struct report *r, const struct program *functions,
			  const struct groups *g, char *const *names, uint32_t group)
{
	const struct node *n = &r->graph->nodes[group];
	double rest = n->self;
	size_t all, shown = 0;
	struct member *list = members_of(r, functions, g, names, group, &all);

	report_paint(r, PAINT_ENTRY);
	gprintf(r->out, "%7.2f %8.2f %12s  %s", measure_percent(n->self, r->program->total),
		report_units(r, n->self), "",
		r->names[group]);
	report_paint(r, PAINT_OFF);
	fputc('\n', r->out);
	for (; shown < all && !(r->options.limit && shown == r->options.limit) &&
	       !report_is_negligible(r, list[shown].of->self); shown++) {
		rest -= list[shown].of->self;
		print_member(r, functions, &list[shown]);
	}
	if (shown < all)
		gprintf(r->out, "%7.2f %8.2f %12s   %zu more functions\n",
			measure_percent(rest < 1 ? 0 : rest, r->program->total),
			report_units(r, rest), "", all - shown);
	free(list);
}

void report_members(const struct report *r)
{
	const struct program *functions = r->result->functions;
	const struct groups *g = r->result->groups;
	char **names = names_of(functions, r->options.names);
	size_t n;
	uint32_t *rows = rows_of(r, &n);

	print_title(r, "Functions by group:");
	gprintf(r->out, "%7s %8s %12s  %s\n", "% self", "self s", "calls", "group, function");
	for (size_t i = 0; i < n; i++)
		print_members(r, functions, g, names, rows[i]);
	fputc('\n', r->out);
	names_release(names, functions->graph.nnodes);
	free(rows);
}
