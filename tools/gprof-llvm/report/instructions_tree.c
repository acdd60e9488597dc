/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions_tree.c - the tree of calls by instructions (executions/instruction_tree.h), as
 * paper has it.
 */
#include "executions/exact.h"
#include "report/report.h"
#include "report/treedraw.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char report_began_inside[] =
	"Counting began inside functions that were running, and nobody counted the calls that\n"
	"led there: only a function's own instructions are exact.\n";

struct printing {
	const struct report *r;
	const struct instruction_tree *t;
	struct treerows rows;  /* one for each place, in the same order */
	char **cycles;         /* their names */
};

/* Cycles have no node: their numbers follow the nodes. */
static const char *name_of(const struct printing *p, uint32_t node)
{
	return node < p->t->nnodes ? p->r->names[node] : p->cycles[node - p->t->nnodes];
}

static const char *name_of_row(const void *printing, uint32_t row)
{
	const struct printing *p = printing;

	return name_of(p, p->rows.items[row].node);
}

static void print_figures(const struct printing *p, double total, const char *text,
			  const char *own)
{
	double all = p->t->items[0].total, percent = all ? 100 * total / all : 0;

	report_paint(p->r, paint_of_share(percent));
	gprintf(p->r->out, "%6.2f", percent);
	report_paint(p->r, PAINT_OFF);
	gprintf(p->r->out, " %20s %20s  ", text, own);
}

/* An average of counts with bounds is the average of their lower ends. */
static char *text_of(struct block_count count, bool open)
{
	if (count.how == SOLVED_ASSUMED && open)
		return gp_format("~>=%" PRId64, count.value);
	return blocks_text(count);
}

static void print_place(const void *printing, uint32_t row, uint32_t last)
{
	const struct printing *p = printing;
	const struct instruction_place *at = &p->t->items[row], *end = &p->t->items[last];
	char *total = text_of(at->total_count, at->open);
	char *own = text_of(end->own_count, end->own_open);

	print_figures(p, at->total, total, end->own_count.hi ? own : "");
	free(total);
	free(own);
}

static void print_others(const void *printing, uint32_t row)
{
	const struct printing *p = printing;
	const struct instruction_place *at = &p->t->items[row];
	char *text = gp_format("%s%s%" PRId64, at->others_average ? "~" : "",
			       at->others_open ? ">=" : "", at->others_total);

	print_figures(p, at->others_total, text, "");
	free(text);
}

static void make_rows(struct printing *p)
{
	for (size_t i = 0; i < p->t->n; i++) {
		const struct instruction_place *at = &p->t->items[i];
		struct treerow *row = gp_push(p->rows.items, p->rows.n, p->rows.room);

		*row = (struct treerow){ .above = at->around, .node = at->node, .self = at->own,
					 .own = at->own, .total = at->total,
					 .others = at->others, .others_total = at->others_total,
					 .first = GP_NONE, .next = GP_NONE };
		row->level = i ? p->rows.items[at->around].level + 1 : 0;
	}
}

static int by_sort(const struct treerow *a, const struct treerow *b, const void *printing)
{
	const struct printing *p = printing;
	int order = treerows_compare(a, b, p->r->options.sort);

	if (!order)
		order = strcmp(name_of(p, a->node), name_of(p, b->node));
	return p->r->options.reverse ? -order : order;
}

/* The first row is the whole program; only rows below it have names. */
static int outermost_last(const struct treerow *a, const struct treerow *b, const void *printing)
{
	if (a->node == GP_NONE || b->node == GP_NONE)
		return 0;
	return by_sort(a, b, printing);
}

static void draw(struct printing *p, bool up)
{
	struct treedraw d = { .out = p->r->out, .rows = &p->rows, .most = TREEDRAW_MOST,
			      .joint = up ? " <- " : " -> ", .name = name_of_row,
			      .figures = print_place, .others = print_others, .context = p };

	make_rows(p);
	treerows_link(&p->rows, outermost_last, p);
	gprintf(p->r->out, "%6s %20s %20s  %s\n", "%", up ? "instructions" : "with callees",
		up ? "outermost" : "own", "function");
	treedraw_rows(&d);
	treerows_release(&p->rows);
}

static const char down_explanation[] =
	"\n"
	"'with callees' are the instructions of a function that was called as shown by those\n"
	"above it, and of all that it called there; 'own' are those of its own machine code.\n";

static const char up_explanation[] =
	"\n"
	"'instructions' of an outermost row are the function's own; of a row below, those for\n"
	"which it is the caller.  'outermost' are those without a further caller.\n";

static const char explanation[] =
	"Only calls were counted, not their stacks.  Where ~ stands other calls led to the\n"
	"function or to what it called, too: each call is taken for an average one.  ~ also\n"
	"stands for what is so if all calls came back.  LO..HI is what the counts leave open;\n"
	"~>= is an average of what is certain, where some are open.\n"
	"Functions that call each other stand below their cycle.  Libraries, the kernel and\n"
	"code built without count=blocks have no instructions here.\n";

void report_instructions_tree(const struct report *r, enum tree_form form)
{
	struct instruction_tree_options options = { .up = form == TREE_UP,
						    .most = r->options.limit };
	struct instruction_tree tree;
	struct printing p = { .r = r, .t = &tree };
	size_t n = r->graph->ncycles;

	options.least = (r->options.least_given ? r->options.least : TREE_LEAST) / 100;
	instruction_tree_init(&tree, r->graph, r->result->executions, &options);
	p.cycles = gp_alloc(n, sizeof *p.cycles);
	for (size_t i = 0; i < n; i++)
		p.cycles[i] = gp_format("<cycle %zu>", i + 1);
	draw(&p, options.up);
	if (!r->options.brief) {
		fputs(options.up ? up_explanation : down_explanation, r->out);
		fputs(explanation, r->out);
		if (executions_began_inside(r->result->executions))
			fputs(report_began_inside, r->out);
	}
	for (size_t i = 0; i < n; i++)
		free(p.cycles[i]);
	free(p.cycles);
	instruction_tree_release(&tree);
}
