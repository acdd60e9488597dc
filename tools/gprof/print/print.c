/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.c - what the tables share: see print.h.
 */
#include "gprof/print/print.h"
#include "base/parallel.h"
#include "text/escape.h"

#include <inttypes.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#define WORTH_A_THREAD 10000 /* symbols whose names are made readable */

static void make_names(size_t from, size_t to, void *printer)
{
	struct gnu_printer *p = printer;

	for (size_t i = from; i < to; i++)
		if (p->graph->nodes[i].calls || p->graph->nodes[i].time != 0)
			gnu_print_name(p, (uint32_t)i);
}

void gnu_printer_init(struct gnu_printer *p, FILE *out, const struct gnu_options *o,
		      struct gnu_graph *g, const struct gmon *profile,
		      const struct gnu_hist *hist)
{
	memset(p, 0, sizeof *p);
	p->out = out;
	p->options = o;
	p->graph = g;
	p->profile = profile;
	p->rate = profile->rate;
	/* GNU divides by it all the same. */
	if (!o->exact && !profile->rate)
		p->rate = 1;
	p->total_time = hist->total;
	p->granule = hist->granule;
	p->print_time = g->print_time;
	p->names = gp_alloc(g->nsymbols, sizeof *p->names);
	p->labels = gp_alloc(g->nsymbols + g->ncycles, sizeof *p->labels);
	/* The others when they are asked for, if they are. */
	parallel_do(g->nsymbols, WORTH_A_THREAD, make_names, p);
}

void gnu_printer_release(struct gnu_printer *p)
{
	for (size_t i = 0; i < p->graph->nsymbols; i++)
		free(p->names[i]);
	for (size_t i = 0; i < p->graph->nsymbols + p->graph->ncycles; i++)
		free(p->labels[i].text);
	free(p->labels);
	free(p->names);
}

void gnu_print_section(struct gnu_printer *p)
{
	if (p->printed)
		fputs("\f\n", p->out);
	p->printed = true;
}

void gnu_put_count(struct columns *c, int width, uint64_t count)
{
	char text[24];

	if (count <= INT64_MAX)
		columns_number(c, width, (int64_t)count);
	else
		columns_text(c, text, (size_t)sprintf(text, "%" PRIu64, count));
}

/* ------------------------------------------------------------------ */

/* Leading dots and dollars, and the part after an '@', stay as they are. */
static char *demangle(const char *name)
{
	size_t prefix = strspn(name, ".$"), n = strcspn(name + prefix, "@");
	char *core = gp_format("%.*s", (int)n, name + prefix);
	char *plain = cplus_demangle(core, DMGL_ANSI | DMGL_PARAMS);
	char *whole = NULL;

	free(core);
	if (plain)
		whole = gp_format("%.*s%s%s", (int)prefix, name, plain, name + prefix + n);
	free(plain);
	return whole;
}

const char *gnu_print_file(const struct gnu_printer *p, const struct gnu_symbol *s)
{
	return p->options->print_path ? s->file->path : s->file->name;
}

static char *make_name(const struct gnu_printer *p, const struct gnu_symbol *s)
{
	char *plain = p->options->demangle && !p->options->traditional ? demangle(s->name) : NULL;
	const char *name = plain ? plain : s->name;
	char *shown;

	if (s->file && p->options->by_line)
		shown = gp_format("%s (%s:%d @ %" PRIx64 ")", name, gnu_print_file(p, s), s->line,
				  s->address);
	else if (s->file && p->options->inline_files)
		shown = gp_format("%s (%s:%d)", name, gnu_print_file(p, s), s->line);
	else
		shown = gp_strdup(name);
	free(plain);
	return shown;
}

const char *gnu_print_name(struct gnu_printer *p, uint32_t node)
{
	if (!p->names[node])
		p->names[node] = make_name(p, &p->graph->table->symbols[node]);
	return p->names[node];
}

static char *make_label(struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	char cycle[32] = "", index[32] = "", *text, *line;

	if (gnu_graph_is_cycle(p->graph, node))
		return gp_format("<cycle %" PRIu32 " as a whole> [%" PRIu32 "]\n", n->cycle,
				 n->index);
	if (n->cycle)
		snprintf(cycle, sizeof cycle, " <cycle %" PRIu32 ">", n->cycle);
	if (n->index)
		snprintf(index, sizeof index, n->print ? " [%" PRIu32 "]" : " (%" PRIu32 ")",
			 n->index);
	text = escape_owned(gp_format("%s%s%s", gnu_print_name(p, node), cycle, index));
	line = gp_format("%s\n", text);
	free(text);
	return line;
}

const struct gnu_label *gnu_print_label(struct gnu_printer *p, uint32_t node)
{
	struct gnu_label *l = &p->labels[node];

	if (!l->text) {
		l->text = make_label(p, node);
		l->n = strlen(l->text);
	}
	return l;
}
