/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * footer.c - below the annotated functions: all time, the functions that are not shown, and the
 * meaning of the columns; see print.h.
 */
#include "analysis/interval.h"
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>

static void print_part(const struct annotate_printing *t, double weight, const char *text)
{
	if (weight < 1)
		return;
	gprintf(t->style.out, "%10.*f %s %6.1f %%  %s\n",
		measure_decimals(t->a->p->measure, 3), measure_units(t->a->p->measure, weight),
		t->a->p->measure->unit,
		measure_percent(weight, t->a->p->total), text);
}

/* Without times only that there are more functions. */
static void print_others(const struct annotate_printing *t, size_t n)
{
	if (n)
		gprintf(t->style.out, "%zu function%s not shown (--limit=0)\n\n", n,
			n == 1 ? "" : "s");
}

void annotate_print_footer(struct annotate_printing *t)
{
	const struct annotation *a = t->a;
	double shown = 0, others = 0;
	size_t n = 0;
	char *text;

	for (size_t i = 0; i < a->nfunctions; i++) {
		const struct annotate_function *f = &a->functions[i];

		n += !f->chosen && f->weight > 0;
		*(f->chosen ? &shown : &others) += f->own;
	}
	if (!annotate_is_timed(t)) {
		print_others(t, n);
		return;
	}
	annotate_paint(t, PAINT_TITLE);
	gprintf(t->style.out, "All %s:\n", measure_is_time(a->p->measure) ? "time"
								    : a->p->measure->name);
	annotate_paint(t, PAINT_OFF);
	print_part(t, shown, "on the lines shown above");
	text = gp_format("in %zu function%s not shown (--limit=0)", n,
			 n == 1 ? "" : "s");
	print_part(t, others, text);
	free(text);
	print_part(t, a->outside, "in libraries and the kernel, caller unknown");
	print_part(t, annotation_profiler(a), "<profiler>");
	if (a->p->rest != GP_NONE)
		print_part(t, annotation_not_sampled(a), a->p->graph.nodes[a->p->rest].name);
	print_part(t, a->selection->left_out, "left out");
	fputc('\n', t->style.out);
}

static const char explanation[] =
	"         class of the code: X in-line code, P prologues and epilogues, C calls and\n"
	"         returns, L libraries, S system calls, M the profiler's counting.  Blank:\n"
	"         nothing ran there itself\n"
	"\n"
	"samples  that hit the line, and the mean time in milliseconds each stands for;\n"
	"         ? " FEW_TEXT "\n"
	"\n"
	"itself   the time of what ran there, as a share of the time in the function's\n"
	"         body, and of the program's\n"
	"\n"
	"with     the time with what the line called and what is inlined there, and its\n"
	"calls    share of the program's; of a called function the time with it on the\n"
	"         stack, by which the line called it.  Recursion counts once\n"
	"\n"
	"->       the function that the line called, with counted calls; or the function\n"
	"         that was inlined there, whose own lines have that time too\n"
	"\n";

static const char counted_explanation[] =
	"A line has what its calls caused, by their return addresses: counted, not sampled.\n"
	"'weight' is the mean of a block or call, 'itself' a share of the function's, and of the\n"
	"program's.  '->' is a function that the line called, with counted calls, or one that was\n"
	"inlined there.\n"
	"\n";

static const char executed_explanation[] =
	"executed how often the instruction ran, or the most frequent part of the line as it was\n"
	"         written (where optimisation lost track of the line, its most frequent\n"
	"         instruction); copies are added up.  0 never ran; blank: no code.  LO..HI:\n"
	"         what the counts leave open; ~: right if all calls came back.  A branch is\n"
	"         that of the machine code: it may be taken where the condition is false\n"
	"\n";

static const char each_explanation[] =
	"time of  the line's own time by its executions, with half of its 95 % interval; blank:\n"
	"an ex-   fewer than 10 samples, or it ran in code that does not count too\n"
	"ecution\n"
	"\n";

void annotate_print_explanation(const struct annotate_printing *t)
{
	if (t->style.brief)
		return;
	if (t->a->executions)
		fputs(executed_explanation, t->style.out);
	if (t->a->each)
		fputs(each_explanation, t->style.out);
	if (annotate_is_timed(t) && t->a->p->measure->counted)
		fputs(counted_explanation, t->style.out);
	else if (annotate_is_timed(t) && measure_is_time(t->a->p->measure))
		fputs(explanation, t->style.out);
}
