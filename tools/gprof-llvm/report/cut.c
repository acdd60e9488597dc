/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut.c - the arcs that were cut to take cycles apart, with what they carried.
 */
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"

#include <string.h>

static const char explanation[] =
	"\n"
	" calls     along the arc: they stay counted, but carry no time\n"
	" seconds   that would be attributed to the arc if its calls took part in dividing\n"
	"           the callee's time; now the other callers have them\n";

static void print_heading(const struct report *r, const struct cuts *cuts)
{
	report_paint(r, PAINT_TITLE);
	fputs("Arcs cut", r->out);
	report_paint(r, PAINT_OFF);
	if (cuts->most > 1)
		gprintf(r->out, ", so that no cycle has more than %u members", cuts->most);
	else if (cuts->most)
		fputs(", so that there are no cycles", r->out);
	if (cuts->cycles)
		gprintf(r->out, " (%zu %s larger, of up to %u)", cuts->cycles,
			cuts->cycles == 1 ? "was" : "were", cuts->largest);
	fputs(":\n\n", r->out);
}

static void print_cut(const struct report *r, const struct cut *cut)
{
	const struct arc *a = &r->graph->arcs[cut->arc];
	struct columns c = { .out = r->out };

	columns_number(&c, 12, a->count);
	columns_blank(&c, 1);
	columns_fixed(&c, 9, 2, cut->time / 1e9);
	columns_blank(&c, 2);
	columns_text(&c, r->names[a->from], strlen(r->names[a->from]));
	columns_text(&c, " -> ", 4);
	columns_text(&c, r->names[a->to], strlen(r->names[a->to]));
	if (cut->asked)
		columns_text(&c, "  (--cut)", 9);
	columns_text(&c, "\n", 1);
	columns_end(&c);
}

void report_cuts(const struct report *r)
{
	const struct cuts *cuts = r->result->cuts;
	size_t untaken = 0;
	int64_t calls = 0;

	print_heading(r, cuts);
	gprintf(r->out, "%12s %9s\n", "calls", "seconds");
	for (size_t i = 0; i < cuts->n; i++) {
		const struct arc *a = &r->graph->arcs[cuts->list[i].arc];

		if (!graph_arc_taken(a) && !cuts->list[i].asked) {
			untaken++;
			continue;
		}
		gp_add(&calls, a->count);
		print_cut(r, &cuts->list[i]);
	}
	gprintf(r->out, "%12lld %9s  on %zu arcs\n", (long long)calls, "", cuts->n - untaken);
	if (untaken)
		gprintf(r->out, "and %zu arc%s along which no call executed\n", untaken,
			untaken == 1 ? "" : "s");
	if (!r->options.brief)
		fputs(explanation, r->out);
	fputs("\f\n", r->out);
}
