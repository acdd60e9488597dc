/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * answers.c - see answers.h: the order of the kinds, and what they share.
 */
#include "answers/kinds.h"
#include "text/demangle.h"
#include "text/escape.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8  /* sentences */
#define LONG 60 /* bytes of a name that are too many in a sentence */

static void (*const kinds[])(const struct asked *q) = {
	answer_most_self, answer_branching,  answer_dear_caller, answer_cycle, answer_small_calls,
	answer_kernel,    answer_allocation, answer_library,     answer_open,  answer_unknown,
};

double answer_share(const struct asked *q, double ns)
{
	return 100 * ns / q->program->total;
}

const char *answer_name(const struct asked *q, uint32_t node)
{
	struct answers *a = q->answers;

	if (strlen(q->names[node]) <= LONG)
		return q->names[node];
	return *gp_push(a->names, a->nnames, a->names_room) =
		       demangle_as(q->graph->nodes[node].name, NAMES_BASE);
}

struct interval answer_self(const struct asked *q, uint32_t node)
{
	const struct program *p = q->program;
	const struct function *f = &p->functions[node];
	struct weight all = { p->sampled, p->squares, p->samples };
	struct weight own = { q->graph->nodes[node].self, f->squares, f->samples };

	return measured_interval(p, &own, &all);
}

struct interval answer_total(const struct asked *q, const struct weight *total)
{
	return measured_stack_interval(q->program, total, &q->measured->all);
}

/* interval_time() aligns units and has them last. */
void answer_time(const struct interval *i, char *text)
{
	char aligned[INTERVAL_TEXT], *unit, *bracket;

	interval_time(i, aligned);
	unit = strrchr(aligned, ' ');
	bracket = strstr(aligned, " [");
	if (!unit || !bracket) {
		snprintf(text, INTERVAL_TEXT, "%s", aligned);
		return;
	}
	snprintf(text, INTERVAL_TEXT, "%.*s%s%.*s", (int)(bracket - aligned), aligned, unit,
		 (int)(strchr(bracket, ']') + 1 - bracket), bracket);
}

bool answer_is_code(const struct asked *q, uint32_t node)
{
	const struct program *p = q->program;

	return node != p->kernel_node && node != p->rest && node != p->profiler &&
	       node != p->unknown;
}

uint32_t answer_most_self_of(const struct asked *q, uint32_t but)
{
	const struct node *nodes = q->graph->nodes;
	uint32_t best = GP_NONE;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (i != but && answer_is_code(q, i) && nodes[i].self > 0 &&
		    (best == GP_NONE || nodes[i].self > nodes[best].self))
			best = i;
	return best;
}

void answer_say(const struct asked *q, const char *format, ...)
{
	struct answers *a = q->answers;
	char *text = NULL;
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (n < 0)
		gp_no_memory();
	*gp_push(a->sentences, a->n, a->room) = escape_owned(text);
}

void answers_find(struct answers *a, const struct result *r, char *const *names)
{
	struct asked q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .measured = r->measured,
			   .names = names,
			   .answers = a };

	*a = (struct answers){ 0 };
	if (!r->measured || r->program->samples < ANSWERS_SAMPLES || r->program->total <= 0)
		return;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && a->n < MOST; i++)
		kinds[i](&q);
}

void answers_print(const struct answers *a, FILE *out)
{
	if (!a->n)
		return;
	fputs("In short:\n\n", out);
	for (size_t i = 0; i < a->n; i++)
		gprintf(out, "  - %s\n", a->sentences[i]);
	fputc('\n', out);
}

void answers_release(struct answers *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->sentences[i]);
	for (size_t i = 0; i < a->nnames; i++)
		free(a->names[i]);
	free(a->sentences);
	free(a->names);
	*a = (struct answers){ 0 };
}
