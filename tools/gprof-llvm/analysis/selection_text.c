/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * selection_text.c - see selection_text.h.
 */
#include "analysis/selection_text.h"
#include "text/escape.h"

#include <stdio.h>

struct asking {
	FILE *out;
	const char *separator;
};

static void put(struct asking *a, const char *option, const char *value)
{
	gprintf(a->out, "%s%s", a->separator, option);
	if (value)
		gprintf(a->out, "=%s", value);
	a->separator = " ";
}

static void put_functions(struct asking *a, const struct filter *c)
{
	for (int k = 0; k < FILTER_KINDS; k++)
		for (size_t i = 0; i < c->lists[k].n; i++)
			put(a, filter_option(k), c->lists[k].texts[i]);
	if (c->module)
		put(a, "--module", c->module);
}

static void put_part(struct asking *a, const struct request *q)
{
	const struct profiles_wanted *w = &q->wanted;
	char pid[16];

	if (q->thread)
		put(a, "--thread", q->thread);
	if (w->one_process) {
		snprintf(pid, sizeof pid, "%u", w->pid);
		put(a, "--pid", pid);
	}
	if (w->window.phase)
		put(a, "--phase", w->window.phase);
	if (w->window.outside)
		put(a, "--no-phase", NULL);
	if (w->window.all_time)
		put(a, "--all-time", NULL);
	if (w->window.dump)
		put(a, "--snapshot", w->window.dump);
}

char *request_selection_text(const struct request *q)
{
	struct asking a = { .separator = "" };
	char *text;
	size_t size;

	a.out = gp_text_open(&text, &size);
	put_functions(&a, &q->filter);
	put_part(&a, q);
	if (q->join.time != TIME_CPU)
		put(&a, "--measure", join_measure(&q->join)->word);
	if (q->join.kernel_in)
		put(&a, "--kernel", "caller");
	gp_text_close(a.out, &text);
	return text;
}
