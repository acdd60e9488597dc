/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * header.c - a function's times, calls and copies above its lines, and its time by code class
 * below them; see print.h.
 */
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>

#define MOST_NAMES 6 /* instances and holders that are named */

static void print_seconds(const struct annotate_printing *t, double weight)
{
	const struct measure *m = t->a->p->measure;

	gprintf(t->style.out, "%.*f %s, %.1f %%", measure_decimals(m, 3), measure_units(m, weight),
		m->unit, measure_percent(weight, t->a->p->total));
}

/* The functions that it was inlined in, with the time of these copies. */
static void print_holders(const struct annotate_printing *t, uint32_t function)
{
	const struct annotation *a = t->a;
	double *weight = gp_alloc(a->nfunctions, sizeof *weight);
	size_t n = 0;

	for (size_t i = 0; i < a->nrows; i++)
		if (a->rows[i].kind == ROW_INLINED && a->rows[i].callee == function)
			weight[a->rows[i].function] += a->rows[i].weight;
	for (size_t i = 0; i < a->nfunctions; i++) {
		char *name;

		if (!weight[i] || n++ >= MOST_NAMES)
			continue;
		name = annotate_name(t, a->functions[i].name);
		gprintf(t->style.out, "%s%s (%.*f %s)", n == 1 ? "  of this inlined in " : ", ",
			name, measure_decimals(a->p->measure, 3),
			measure_units(a->p->measure, weight[i]), a->p->measure->unit);
		free(name);
	}
	if (n > MOST_NAMES)
		gprintf(t->style.out, " and %zu more", n - MOST_NAMES);
	if (n)
		fputc('\n', t->style.out);
	free(weight);
}

static void print_instances(const struct annotate_printing *t, uint32_t function)
{
	const struct annotation *a = t->a;
	size_t n = 0;

	if (a->functions[function].instances < 2)
		return;
	for (size_t i = 0; i < a->p->graph.nnodes; i++) {
		char *name;

		if (annotation_find_function(a, i) != function || n++ >= MOST_NAMES)
			continue;
		name = annotate_instance(t, i);
		gprintf(t->style.out, "  %s: ", name);
		if (annotate_is_timed(t))
			gprintf(t->style.out, "%.*f %s, ", measure_decimals(a->p->measure, 3),
				measure_units(a->p->measure, a->p->graph.nodes[i].self),
				a->p->measure->unit);
		gprintf(t->style.out, "%lld calls\n", (long long)a->p->graph.nodes[i].entries);
		free(name);
	}
	if (n > MOST_NAMES)
		gprintf(t->style.out, "  and %zu more instances\n", n - MOST_NAMES);
}

/* Those of its instances that are not solved. */
static void print_not_solved(const struct annotate_printing *t, const struct listing_executed *l)
{
	if (!l->sum.unknown)
		return;
	annotate_paint(t, PAINT_LOSS);
	if (l->solved)
		gprintf(t->style.out,
			"  executions of %zu of its %zu instances are not known: %s\n",
			l->sum.unknown, l->sum.unknown + l->solved, blocks_why(l->why));
	else
		gprintf(t->style.out, "  executions are not known: %s\n", blocks_why(l->why));
	annotate_paint(t, PAINT_OFF);
}

/* Instructions of the machine code of a function, of all its instances. */
static void print_instructions(const struct annotate_printing *t, uint32_t function)
{
	struct listing_executed l = listing_executed(t->a, function);
	char *insns = blocks_text(l.sum.insns), *ours = blocks_text(l.sum.ours);

	if (l.solved)
		gprintf(t->style.out,
			"  %s instructions executed in its code, and %s of the profiler\n", insns,
			ours);
	print_not_solved(t, &l);
	free(insns);
	free(ours);
}

/* Its times and calls. */
static void print_totals(const struct annotate_printing *t, uint32_t function)
{
	const struct annotate_function *f = &t->a->functions[function];
	int64_t entries = listing_entries(t->a, function);
	bool timed = annotate_is_timed(t);
	FILE *out = t->style.out;

	if (timed) {
		fputs("  ", out);
		print_seconds(t, f->own + f->inlined);
		fputs(" of the program, in its body; ", out);
		print_seconds(t, f->total);
		fputs(" total", out);
	}
	if (f->node != GP_NONE)
		gprintf(out, "%scalled %lld time%s", timed ? "; " : "  ", (long long)entries,
			entries == 1 ? "" : "s");
	if (timed || f->node != GP_NONE)
		fputc('\n', out);
}

void annotate_print_header(const struct annotate_printing *t, uint32_t function)
{
	const struct annotate_function *f = &t->a->functions[function];
	FILE *out = t->style.out;
	char *name = f->instances > 1 ? demangle_as(f->name, NAMES_BASE)
				      : annotate_name(t, f->name);

	annotate_paint(t, PAINT_TITLE);
	gputs(name, out);
	if (f->line && f->file != GP_NONE)
		gprintf(out, " (%s:%u)", t->a->files.items[f->file], f->line);
	annotate_paint(t, PAINT_OFF);
	fputc('\n', out);
	print_totals(t, function);
	print_instructions(t, function);
	print_instances(t, function);
	print_holders(t, function);
	free(name);
}

/* As EPLEA ends each procedure. */
void annotate_print_classes(const struct annotate_printing *t, uint32_t function)
{
	const struct annotate_function *f = &t->a->functions[function];

	/* All blocks and calls are of class C. */
	for (int c = 0; !t->a->p->measure->counted && c < CLASS_COUNT; c++) {
		if (!f->by_class[c])
			continue;
		gprintf(t->style.out, "  %c: %.1f %%", classes_letter(c),
			measure_percent(f->by_class[c], f->own + f->inlined));
		if (f->samples_by_class[c])
			gprintf(t->style.out, " (%.2f)",
				measure_mean(t->a->p->measure,
					     f->by_class[c] / f->samples_by_class[c]));
	}
	if (f->own + f->inlined && !t->a->p->measure->counted)
		fputc('\n', t->style.out);
	fputc('\n', t->style.out);
}
