/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.c - executed instructions in place of time, in charts; see histogram.h.
 *
 * Those of the profiler are left out, as in the other views.  Of a count with bounds the lower
 * one is charted.
 *
 * Cost: decodes all functions with block counters, but for the chart by function; for the one by
 * thread once for each thread.
 */
#include "executions/exact.h"
#include "histogram/histogram.h"
#include "text/escape.h"

#include <stdlib.h>

static void add(void *histogram, const struct executed_insn *insn)
{
	struct histogram *h = histogram;
	int64_t count = blocks_figure(insn->count);

	if (!insn->ours && count > 0)
		*gp_push(h->samples.items, h->samples.n, h->samples.room) = (struct address_sample){
			.object = insn->object, .address = insn->address, .weight = count };
}

static int by_place(const void *x, const void *y, void *unused)
{
	const struct address_sample *a = x, *b = y;

	(void)unused;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

int histogram_count(struct histogram *h, const struct executions *x, const char *name, bool code,
		    struct gp_error *e)
{
	if (executed_check(x, name, e) < 0)
		return -1;
	h->executions = x;
	h->chart.measure = &measure_instructions;
	h->total = executed_sum(x).insns.lo;
	if (!code)
		return 0;
	executed_walk(x, add, h);
	gp_sort(h->samples.items, h->samples.n, sizeof *h->samples.items, by_place, NULL);
	h->total = 0;
	for (size_t i = 0; i < h->samples.n; i++)
		h->total += h->samples.items[i].weight;
	return 0;
}

static void count_thread(struct histogram *h, size_t at, const struct program_profile *l,
			 uint32_t thread)
{
	struct executed_sum sum;

	if (!program_profile_has_thread(l, thread))
		return;
	sum = executed_sum_of_thread(h->p, l, thread);
	h->by_thread[at] = blocks_figure(sum.insns);
	h->total += h->by_thread[at];
	h->open_threads += sum.insns.how == SOLVED_NOT || sum.unknown;
}

int histogram_count_threads(struct histogram *h, const struct executions *x, const char *name,
			    struct gp_error *e)
{
	size_t n = 0;

	if (executed_check(x, name, e) < 0)
		return -1;
	h->executions = x;
	h->chart.measure = &measure_instructions;
	h->total = 0;
	for (size_t i = 0; i < h->p->nprofiles; i++)
		n += h->p->profiles[i].profile.nthreads + 1;
	h->by_thread = gp_alloc(n, sizeof *h->by_thread);
	n = 0;
	for (size_t i = 0; i < h->p->nprofiles; i++) {
		const struct program_profile *l = &h->p->profiles[i];

		for (uint32_t k = 0; k < l->profile.nthreads; k++)
			count_thread(h, n++, l, k);
		count_thread(h, n++, l, GP_NONE);
	}
	return 0;
}

void histogram_print_sum(const struct histogram *h, const char *name, FILE *out)
{
	struct executed_sum sum = executed_sum(h->executions);
	char *insns = executed_text(&sum), *ours = blocks_text(sum.ours);
	char *told = executions_note(h->executions);

	gprintf(out, "%s: %s instructions executed, and %s of the profiler, which are not below\n",
		name, insns, ours);
	if (sum.unknown)
		gprintf(out, "without those of %zu function%s that are not known ('report' says "
			"why)\n", sum.unknown, sum.unknown == 1 ? "" : "s");
	if (told)
		gprintf(out, "%s\n", told);
	fputc('\n', out);
	free(insns);
	free(ours);
	free(told);
}
