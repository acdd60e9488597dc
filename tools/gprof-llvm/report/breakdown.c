/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * breakdown.c - the time of a run by threads, by processes and by modules (the executable, the
 * libraries, and rows for the rest).  Each table adds up to the total.
 */
#include "analysis/samples.h"
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define LEAST 5e6 /* ns that are a row */
#define THREAD_COLUMNS 59  /* between the time and the name, in a table of threads */
#define PROCESS_COLUMNS 44 /* the same of processes, and the file */

struct row {
	uint32_t loaded;
	uint32_t thread; /* position in the profile, or GP_NONE: the whole process */
	struct thread_total tally;
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	(void)unused;
	if (a->tally.cpu != b->tally.cpu)
		return a->tally.cpu > b->tally.cpu ? -1 : 1;
	if (a->tally.calls != b->tally.calls)
		return a->tally.calls > b->tally.calls ? -1 : 1;
	if (a->loaded != b->loaded)
		return a->loaded < b->loaded ? -1 : 1;
	return a->thread < b->thread ? -1 : a->thread > b->thread;
}

static struct row *rows_of_threads(const struct report *r, const struct thread_totals *t, size_t *n)
{
	const struct program *p = r->program;
	struct row *rows = NULL;
	size_t room = 0;

	*n = 0;
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		struct thread_total *all = thread_totals_sum(t, l);

		for (size_t k = 0; k <= l->profile.nthreads; k++) {
			bool shared = k == l->profile.nthreads;

			if (!program_profile_has_thread(l, shared ? GP_NONE : k) ||
			    (shared && !all[k].calls && !all[k].samples))
				continue;
			*gp_push(rows, *n, room) = (struct row){
				.loaded = i, .thread = shared ? GP_NONE : k, .tally = all[k] };
		}
		free(all);
	}
	return rows;
}

/* Rows for time without a sample, which has no thread: with these a table adds up to the CPU time
   in the head, and to the kernel's figure.  Returns their sum, ns. */
static double print_unsampled(const struct report *r, int columns)
{
	const struct program *p = program_joined(r->program);
	double rest = p->total - p->sampled - p->own;

	if (r->result->request->join.time != TIME_CPU)
		return 0;
	if (p->own >= LEAST)
		gprintf(r->out, "%8.2f%*s  <profiler> for samples\n", p->own / 1e9, columns, "");
	if (rest >= LEAST)
		gprintf(r->out, "%8.2f%*s  <not sampled>\n", rest / 1e9, columns, "");
	return p->total - p->sampled;
}

/* The rows by time, the time without a sample in so many columns, and the total. */
static void print_rows(const struct report *r, struct row *rows, size_t n,
		       void (*print)(const struct report *r, const struct row *row), int columns)
{
	struct thread_total sum = { 0 };

	gp_sort(rows, n, sizeof *rows, by_time, NULL);
	for (size_t i = 0; i < n; i++) {
		if (i < report_count_shown(r, n))
			print(r, &rows[i]);
		thread_total_add(&sum, &rows[i].tally);
	}
	report_more(r, n);
	sum.cpu += print_unsampled(r, columns);
	gprintf(r->out, "%8.2f %9llu %13llu  total\n", sum.cpu / 1e9,
		(unsigned long long)sum.samples, (unsigned long long)sum.calls);
}

static void print_thread(const struct report *r, const struct row *row)
{
	const struct profile *p = &r->program->profiles[row->loaded].profile;
	const struct thread_total *t = &row->tally;
	const struct gprof_thread *thread;

	gprintf(r->out, "%8.2f %9llu %13llu %9u", t->cpu / 1e9, (unsigned long long)t->samples,
		(unsigned long long)t->calls, p->head.pid);
	if (row->thread == GP_NONE) {
		gprintf(r->out, " %5s %9s %8s  <threads that share a block>\n", "-", "-", "-");
		return;
	}
	thread = p->threads[row->thread];
	gprintf(r->out, " %5u %9u %8u  %s\n", thread->index, thread->tid,
		thread->threads ? thread->threads : 1, thread->name);
}

void report_threads(const struct report *r)
{
	struct thread_totals t;
	struct row *rows;
	size_t n;

	thread_totals_init(&t, r->program, true);
	rows = rows_of_threads(r, &t, &n);
	gprintf(r->out, "Threads:\n\n%8s %9s %13s %9s %5s %9s %8s  %s\n", "CPU s", "samples",
		"calls", "process", "slot", "tid", "threads", "name");
	print_rows(r, rows, n, print_thread, THREAD_COLUMNS);
	if (!r->options.brief)
		fputs("\n"
		      "A slot serves one thread after another; 'threads' counts them, tid and "
		      "name are those\n"
		      "of the last.  Calls are all of a thread, also those of a function by "
		      "itself.\n", r->out);
	thread_totals_release(&t);
	free(rows);
}

/* ------------------------------------------------------------------ */

static struct row *rows_of_processes(const struct report *r, const struct thread_totals *t)
{
	const struct program *p = r->program;
	struct row *rows = gp_alloc(p->nprofiles, sizeof *rows);

	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		struct thread_total *all = thread_totals_sum(t, l);

		rows[i] = (struct row){ .loaded = i, .thread = GP_NONE };
		for (size_t k = 0; k <= l->profile.nthreads; k++)
			if (program_profile_has_thread(l, k == l->profile.nthreads ? GP_NONE : k))
				thread_total_add(&rows[i].tally, &all[k]);
		free(all);
	}
	return rows;
}

static void print_process(const struct report *r, const struct row *row)
{
	const struct profile *p = &r->program->profiles[row->loaded].profile;
	char *command = profile_command(p);

	gprintf(r->out, "%8.2f %9llu %13llu %9u %9u  %-24s %s\n", row->tally.cpu / 1e9,
		(unsigned long long)row->tally.samples, (unsigned long long)row->tally.calls,
		p->head.pid, p->head.ppid, p->path, command);
	free(command);
}

void report_processes(const struct report *r)
{
	struct thread_totals t;
	struct row *rows;

	thread_totals_init(&t, r->program, true);
	rows = rows_of_processes(r, &t);
	gprintf(r->out, "Processes:\n\n%8s %9s %13s %9s %9s  %-24s %s\n", "CPU s", "samples",
		"calls", "process", "parent", "file", "command");
	print_rows(r, rows, r->program->nprofiles, print_process, PROCESS_COLUMNS);
	if (!r->options.brief)
		fputs("\n"
		      "Calls are all of a process, also those of a function by itself.\n",
		      r->out);
	thread_totals_release(&t);
	free(rows);
}

/* ------------------------------------------------------------------ modules */

struct module {
	const char *name;    /* of a file, or of a row like <kernel> */
	const char *kind;    /* instrumented, gone and so on */
	double self;         /* weight */
	int64_t calls;       /* of its functions, direct recursion too */
	uint32_t functions;  /* that have calls or time */
};

static int by_self(const void *x, const void *y, void *unused)
{
	const struct module *a = x, *b = y;

	(void)unused;
	if (a->self != b->self)
		return a->self > b->self ? -1 : 1;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return strcmp(a->name, b->name);
}

static const char *kind_of(const struct object *o)
{
	if (!o->present)
		return o->changed ? "gone or rebuilt" :
		       o->instrumented ? "merged" /* only then without a file */ :
		       "no file";
	if (o->instrumented)
		return "instrumented";
	return o->elf.nsymbols ? "not instrumented" : "not instrumented, no symbols";
}

/* Rows of nodes that belong to no object: one for each name like <kernel>, one for functions. */
static struct module *other_row(struct module *rows, size_t *n, size_t first, const char *name)
{
	bool special = name[0] == '<';
	const char *wanted = special ? name : "<defined nowhere>";

	for (size_t i = first; i < *n; i++)
		if (!strcmp(rows[i].name, wanted))
			return &rows[i];
	rows[*n] = (struct module){ .name = wanted, .kind = special ? "" : "functions without a "
									"file" };
	return &rows[(*n)++];
}

static struct module *modules_of(const struct report *r, size_t *n)
{
	const struct program *p = r->program;
	struct module *rows = gp_alloc(p->nobjects + r->graph->nnodes, sizeof *rows);

	for (*n = 0; *n < p->nobjects; ++*n)
		rows[*n] = (struct module){ .name = p->objects[*n].path,
					 .kind = kind_of(&p->objects[*n]) };
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		const struct node *node = &r->graph->nodes[i];
		uint32_t object = p->functions[i].object;
		struct module *row;

		if (!report_is_chosen(r, i) || (!node->entries && !node->self))
			continue;
		row = object == GP_NONE ? other_row(rows, n, p->nobjects, node->name)
					: &rows[object];
		row->self += node->self;
		gp_add(&row->calls, node->entries);
		row->functions++;
	}
	return rows;
}

void report_modules(const struct report *r)
{
	double total = r->program->total, self = 0;
	int64_t calls = 0;
	size_t n;
	struct module *rows = modules_of(r, &n);

	gp_sort(rows, n, sizeof *rows, by_self, NULL);
	gprintf(r->out, "Modules:\n\n%7s %9s %13s %10s  %s\n", "% time", "self s", "calls",
		"functions", "name");
	for (size_t i = 0; i < n; i++) {
		const struct module *row = &rows[i];

		if (!row->functions && !r->options.unused)
			continue;
		gprintf(r->out, "%7.2f %9.2f %13lld %10u  %s%s%s%s\n",
			measure_percent(row->self, total), report_units(r, row->self),
			(long long)row->calls, row->functions, row->name, *row->kind ? " (" : "",
			row->kind, *row->kind ? ")" : "");
		self += row->self;
		gp_add(&calls, row->calls);
	}
	gprintf(r->out, "%7.2f %9.2f %13lld %10s  total\n", measure_percent(self, total),
		report_units(r, self), (long long)calls, "");
	if (!r->options.brief)
		fputs("\n"
		      "A module is an executable or a library; 'functions' counts those that "
		      "were called or\n"
		      "sampled.  The time of an uninstrumented module is in the rows of the "
		      "functions that were\n"
		      "called, with what these call in other such modules, or in one row for all "
		      "of its code.\nCalls are all of its functions, also those of a function by "
		      "itself.\n", r->out);
	free(rows);
}
