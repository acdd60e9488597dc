/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * histogram.c - functions that all charts share, and the charts by function and by thread.
 *
 * A command that zooms repeats the given command, except for the range, the chart and the width of
 * intervals of the chart that is printed.
 */
#include "histogram/histogram.h"
#include "text/demangle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ commands that zoom */

void zoom_replace(struct zoom *z, const char *word, bool by)
{
	*gp_push(z->words, z->nwords, z->room) = (struct zoom_word){ word, by };
}

static bool is_kept(const struct zoom *z, const char *word, bool by)
{
	for (size_t i = 0; i < z->nwords; i++)
		if (z->words[i].word == word && (by || !z->words[i].by))
			return false;
	return true;
}

static char *append(char *command, const char *word)
{
	char *quoted = range_quote(gp_strdup(word)), *longer;

	longer = gp_format("%s %s", command, quoted);
	free(command);
	free(quoted);
	return longer;
}

/* The command that was given, with another chart unless 'by' is NULL, and with an option or
   NULL, which it takes over: as a shell takes it; to be freed. */
static char *zoom_command(const struct histogram *h, const char *by, char *option)
{
	const struct zoom *z = &h->zoom;
	char *command = range_quote(gp_strdup(program_invocation_name));

	command = append(command, "histogram");
	if (by)
		command = append(command, by);
	if (option)
		command = append(command, option);
	for (int i = 1; i < z->argc; i++)
		if (is_kept(z, z->argv[i], by != NULL))
			command = append(command, z->argv[i]);
	free(option);
	return command;
}

void histogram_zoom_in(struct histogram *h, const char *by, char *option, double percent)
{
	char *command = zoom_command(h, by, option);

	chart_add_hint(&h->chart, gp_format("zoom in (%.1f %%): %s", percent, command));
	free(command);
}

void histogram_zoom_out(struct histogram *h, char *option)
{
	char *command = zoom_command(h, NULL, option);

	chart_add_hint(&h->chart, gp_format("zoom out: %s", command));
	free(command);
}

/* ------------------------------------------------------------------ charts */

char *histogram_name(const struct histogram *h, uint32_t node, const char *symbol)
{
	if (node != GP_NONE)
		return gp_strdup(h->names[node]);
	return symbol ? demangle_name(symbol) : NULL;
}

static void other(struct histogram *h, const char *label, const char *note, const struct weight *w)
{
	struct chart_row *row;

	if (!w->sum && !w->samples)
		return;
	row = chart_add_other(&h->chart, gp_strdup(label), note ? gp_strdup(note) : NULL);
	row->samples = w->samples;
	row->squares = w->squares;
	row->usual = w->usual;
	row->weight = w->sum;
}

/* A row of the report that is not a function. */
static void other_node(struct histogram *h, uint32_t node)
{
	const struct function *f;
	struct weight w;

	if (node == GP_NONE || !selection_keeps(h->selection, node))
		return;
	f = &h->p->functions[node];
	w = weight_made(h->p->graph.nodes[node].self, f->squares, f->samples, f->usual);
	other(h, h->p->graph.nodes[node].name, NULL, &w);
}

static void other_sample(struct histogram *h, const char *label, const char *note,
			 const struct address_sample *sample)
{
	struct weight w;

	if (!sample)
		return;
	w = weight_made(sample->weight, sample->squares, sample->samples, sample->usual);
	other(h, label, note, &w);
}

static void not_chosen(struct histogram *h)
{
	other(h, "left out", NULL, &(struct weight){ .sum = selection_dropped(h->selection) });
}

const char *histogram_quantity(const struct histogram *h)
{
	if (h->executions)
		return "Instructions";
	if (h->p->measure->counted)
		return !strcmp(h->p->measure->units, "bytes") ? "Bytes" :
		       !strcmp(h->p->measure->units, "blocks") ? "Blocks" : "Calls";
	return h->time == TIME_EVENT ? "Events" : "Time";
}

void histogram_others(struct histogram *h, const struct address_sample *kernel,
		      const struct address_sample *unknown, const struct address_sample *ready)
{
	if (h->executions)
		return;
	other_sample(h, "<kernel>", "--kernel=caller shows it where the system calls are", kernel);
	other_sample(h, "<unknown>", NULL, unknown);
	other_sample(h, "<ready>", NULL, ready);
	if (h->p->own) /* what else it took is where its code is */
		other(h, "<profiler>", NULL, &(struct weight){ .sum = h->selection->profiler });
	other_node(h, h->p->rest);
	not_chosen(h);
}

/* ------------------------------------------------------------------ */

struct row {
	const char *name;
	char *owned; /* the same, if it was made here */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
	uint32_t which; /* node, or slot of a thread */
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The rows in the order of their time; the last ones as one, where there are too many. */
static void fill(struct histogram *h, struct row *rows, size_t n, const char *what)
{
	size_t limit = h->intervals ? h->intervals : HISTOGRAM_INTERVALS;
	struct row rest = { 0 };
	size_t left = 0;
	struct weight w;

	gp_sort(rows, n, sizeof *rows, by_time, NULL);
	for (size_t i = 0; i < n; i++) {
		struct chart_row *to;

		if (i >= limit || rows[i].weight < h->least) {
			left++;
			rest.samples += rows[i].samples;
			rest.squares += rows[i].squares;
			rest.usual += rows[i].usual;
			rest.weight += rows[i].weight;
			continue;
		}
		to = chart_add_row(&h->chart, gp_format("%zu", i + 1), gp_strdup(rows[i].name));
		to->samples = rows[i].samples;
		to->squares = rows[i].squares;
		to->usual = rows[i].usual;
		to->weight = rows[i].weight;
	}
	if (left) {
		rest.owned = gp_format("%zu more %s", left, what);
		w = weight_made(rest.weight, rest.squares, rest.samples, rest.usual);
		other(h, "...", rest.owned, &w);
		free(rest.owned);
	}
}

/* The report gives the time of samples without a stack in a library to those with one. */
static void note_shared(struct histogram *h)
{
	uint64_t shown = 0, bare;

	for (size_t i = 0; i < h->chart.nrows; i++)
		shown += h->chart.rows[i].samples;
	bare = h->p->samples - shown;
	if (shown < h->p->samples)
		chart_add_hint(&h->chart,
			       gp_format("%llu sample%s without a stack: %s time is distributed "
					 "among the others", (unsigned long long)bare,
					 bare == 1 ? "" : "s", bare == 1 ? "its" : "their"));
}

/* The option for the code of a function; NULL: it has none of its own, or its name is not
   enough. */
static char *range_of(const struct histogram *h, uint32_t node)
{
	const char *name = h->p->graph.nodes[node].name;
	struct gp_error ignored;
	struct range r;

	if (!h->p->functions[node].address || range_parse(&r, h, name, &ignored) < 0 ||
	    r.low != h->p->functions[node].address)
		return NULL;
	return gp_format("--range=%s", name);
}

static double share(const struct histogram *h, const struct row *row)
{
	return measure_percent(row->weight, h->total);
}

static void zoom_functions(struct histogram *h, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n && i < HISTOGRAM_HINTS && !h->p->sum; i++) {
		char *option = share(h, &rows[i]) < HISTOGRAM_HOT && i
				       ? NULL : range_of(h, rows[i].which);

		if (option)
			histogram_zoom_in(h, "--by=address", option, share(h, &rows[i]));
	}
}

/* Own time, or own instructions. */
static double own_of(const struct histogram *h, uint32_t node)
{
	const struct execution *e = h->executions ? executions_of(h->executions, node) : NULL;

	if (!h->executions)
		return h->p->graph.nodes[node].self;
	return e && e->function->state == BLOCKS_SOLVED ? blocks_figure(e->insns) : 0;
}

static void put_no_functions(struct histogram *h)
{
	if (h->executions)
		return;
	other_node(h, h->p->profiler);
	other_node(h, h->p->rest);
	not_chosen(h);
	if (!h->kept)
		note_shared(h);
}

int histogram_function(struct histogram *h, struct gp_error *e)
{
	const struct graph *g = &h->p->graph;
	struct row *rows = gp_alloc(g->nnodes, sizeof *rows);
	size_t n = 0;

	(void)e;
	for (size_t i = 0; i < g->nnodes; i++)
		if (own_of(h, i) && i != h->p->profiler && i != h->p->rest &&
		    selection_keeps(h->selection, i))
			rows[n++] = (struct row){ .name = h->names[i], .weight = own_of(h, i),
						  .samples = h->p->functions[i].samples,
						  .squares = h->p->functions[i].squares,
						  .usual = h->p->functions[i].usual,
						  .which = i };
	h->chart.title = gp_format("%s by function:", histogram_quantity(h));
	h->chart.label = "rank";
	h->chart.note = "function";
	fill(h, rows, n, "functions");
	put_no_functions(h);
	zoom_functions(h, rows, n);
	free(rows);
	return 0;
}

/* ------------------------------------------------------------------ */

static char *thread_name(const struct histogram *h, const struct profile *p, uint32_t thread)
{
	const struct gprof_thread *t = thread == GP_NONE ? NULL : p->threads[thread];
	char *process = h->p->nprofiles > 1 ? gp_format(" of process %u", p->head.pid)
					  : gp_strdup("");
	char *name;

	if (!t)
		name = gp_format("no thread in particular%s", process);
	else if (t->threads > 1)
		name = gp_format("%s%s (slot #%u: %u threads, one after the other)%s",
				 t->name, *t->name ? "" : "threads", t->index, t->threads, process);
	else
		name = gp_format("%s%s(slot #%u, thread id %u)%s", t->name, *t->name ? " " : "",
				 t->index, t->tid, process);
	free(process);
	return name;
}

struct threads {
	const struct histogram *h;
	struct row *rows;   /* of each profile: of its threads, and of no thread */
	size_t *first;      /* of profiles: where theirs begin */
	size_t n;           /* rows */
};

static void add_sample(void *context, const struct raw_sample *x)
{
	const struct threads *t = context;
	const struct profile *p = &x->l->profile;
	uint32_t thread = p->samples[x->table].thread;
	struct row *row = t->rows + t->first[x->l - t->h->p->profiles] +
			  (thread == GP_NONE ? p->nthreads : thread);

	row->samples += x->samples;
	row->squares += x->squares;
	row->usual += x->usual;
	row->weight += x->weight;
}

/* Leaves those that have samples, with their names. */
static void name_rows(struct threads *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->h->p->nprofiles; i++) {
		const struct profile *p = &t->h->p->profiles[i].profile;

		for (size_t k = 0; k <= p->nthreads; k++) {
			struct row row = t->rows[t->first[i] + k];
			bool known = k < p->nthreads;

			if (!row.samples && !row.weight)
				continue;
			row.name = row.owned = thread_name(t->h, p, known ? k : GP_NONE);
			row.which = known ? p->threads[k]->index : GP_NONE;
			t->rows[n++] = row;
		}
	}
	t->n = n;
}

static void free_rows(struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(rows[i].owned);
	free(rows);
}

/* A slot is a thread's within its process only. */
static void zoom_threads(struct histogram *h, const struct row *rows, size_t n)
{
	if (h->p->nprofiles > 1 || n < 2)
		return;
	for (size_t i = 0; i < n && i < HISTOGRAM_HINTS; i++)
		if (rows[i].which != GP_NONE && (share(h, &rows[i]) >= HISTOGRAM_HOT || !i))
			histogram_zoom_in(h, "--by=function",
					  gp_format("--thread=#%u", rows[i].which),
					  share(h, &rows[i]));
}

int histogram_thread(struct histogram *h, struct gp_error *e)
{
	struct threads t = { .h = h };

	(void)e;
	t.first = gp_alloc(h->p->nprofiles, sizeof *t.first);
	for (size_t i = 0; i < h->p->nprofiles; i++) {
		t.first[i] = t.n;
		t.n += h->p->profiles[i].profile.nthreads + 1;
	}
	t.rows = gp_alloc(t.n, sizeof *t.rows);
	for (size_t i = 0; i < t.n && h->by_thread; i++)
		t.rows[i].weight = h->by_thread[i];
	if (!h->by_thread)
		raw_samples_each(h->p, h->time, h->kept, add_sample, &t);
	name_rows(&t);
	h->chart.title = gp_format("%s by thread:", histogram_quantity(h));
	h->chart.label = "rank";
	h->chart.note = "thread";
	fill(h, t.rows, t.n, "threads");
	histogram_others(h, NULL, NULL, NULL);
	if (h->open_threads)
		chart_add_hint(
			&h->chart,
			gp_format("%zu thread%s with bounds only: the lower bounds are shown",
				  h->open_threads, h->open_threads == 1 ? "" : "s"));
	zoom_threads(h, t.rows, t.n);
	free_rows(t.rows, t.n);
	free(t.first);
	return 0;
}
