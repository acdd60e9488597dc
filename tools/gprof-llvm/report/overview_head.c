/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview_head.c - the head of an overview, in five lines: the program, the run, its time, the
 * samples that it is based on, and losses.  --verbose has all of it (verbose_head.c).
 */
#include "base/shell.h"
#include "report/merged_profile.h"
#include "report/overview.h"
#include "report/run_facts.h"
#include "text/escape.h"
#include "text/short_name.h"
#include "text/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXCESS 1.05  /* time by samples, over the time that the kernel counted */
#define LEAST 5e6 /* ns that are worth a word */
#define COUNTING 0.05 /* part of the CPU time that counting may take, which is worth a word */
#define LONGER 1.5   /* times the first interval of samples that are worth a word */
#define BARE 0.05    /* part of the samples without a stack that is worth one */
#define HALF 4       /* times the samples that halve an interval */
#define ENOUGH 10000 /* samples of equal weight: a row of 5 % is known to a twelfth */
#define UNEVEN 0.7   /* part of the samples that so many of equal weight are, worth a word */
#define LONGEST 20   /* times as long a run is not proposed */
#define NARROWER 0.8 /* of the width, by another setting, is worth a word */
#define TICK 4e6       /* ns between the kernel's ticks, of most */
#define VARIED (1 + WEIGHT_VARIANCE) /* squares of intervals, over the square of their mean */
#define LEAST_ARGUMENTS 40 /* columns of a command line that say something */
#define TITLE 140 /* columns of a command line, where the terminal does not say */

/* The profile of the process that all others are children of, or of the first. */
static const struct profile *first_process(const struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		if (!p->profiles[i].profile.head.fork_depth)
			return &p->profiles[i].profile;
	return &p->profiles[0].profile;
}

static size_t count_processes(const struct program *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->nprofiles; i++)
		n += profile_processes(&p->profiles[i].profile);
	return n;
}

/* Returns true if some file is a pool's, which keeps the command of any of its processes. */
static bool is_of_many(const struct program *p)
{
	return count_processes(p) > p->nprofiles;
}

/* The arguments after a first word that names the same file; NULL: it names something else, as
   the title that a server gives itself may. */
static const char *arguments_of(const char *command, const char *path)
{
	size_t n;
	char *word;
	bool same;

	if (!strcmp(gp_basename(command), gp_basename(path)))
		return command + strlen(command);
	word = shell_first(command, &n);
	same = !strcmp(gp_basename(word), gp_basename(path));
	free(word);
	return same ? command + n + strspn(command + n, " ") : NULL;
}

/* In so many columns; a longer one loses its middle, because last arguments distinguish runs. */
static void print_cut(FILE *out, const char *text, size_t n, size_t columns)
{
	size_t all = short_columns(text, n), end = columns * 2 / 5, from;

	if (all <= columns) {
		gprintf(out, "%.*s", (int)n, text);
		return;
	}
	from = short_fitting(text, all - end);
	gprintf(out, "%.*s ... %.*s", (int)short_fitting(text, columns - end - 5), text,
		(int)(n - from), text + from);
}

static void print_program(const struct overview *d)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	const char *path = p->objects[0].path, *text, *arguments;
	char *command = p->nprofiles && !is_of_many(p) ? profile_command(first_process(p))
						     : gp_strdup("");
	size_t width = r->options.width ? r->options.width : TITLE, length, used;

	report_paint(r, PAINT_TITLE);
	gprintf(r->out, "Profile of %s", path);
	report_paint(r, PAINT_OFF);
	if (r->result->request->thread)
		gprintf(r->out, ", threads '%s' only", r->result->request->thread);
	used = strlen(path) + 16;
	arguments = arguments_of(command, path);
	text = arguments ? arguments : command;
	length = strlen(text);
	if (length && (used + LEAST_ARGUMENTS <= width || !r->options.width)) {
		fputs(arguments ? " " : ": ", r->out);
		print_cut(r->out, text, length,
			  used + LEAST_ARGUMENTS <= width ? width - used : LEAST_ARGUMENTS);
	}
	fputc('\n', r->out);
	free(command);
}

static void print_when(FILE *out, uint64_t ns)
{
	time_t seconds = ns / 1000000000;
	struct tm when;
	char text[64];

	if (!ns || !gmtime_r(&seconds, &when))
		return;
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC, ", &when);
	gprintf(out, "%s", text);
}

/* Beside what the head names: of the first process, or of none. */
static void print_commands(const struct overview *d)
{
	const struct program *p = d->r->program;
	const struct profile *first = first_process(p);
	struct gp_names seen = { 0 };
	char **commands = gp_alloc(p->nprofiles, sizeof *commands);
	int created;

	for (size_t i = 0; i < p->nprofiles; i++) {
		commands[i] = profile_command(&p->profiles[i].profile);
		*gp_names_put(&seen, commands[i], &created) = i;
	}
	if (is_of_many(p) && *commands[0]) {
		fputs(", one of them '", d->r->out);
		print_cut(d->r->out, commands[0], strlen(commands[0]), TITLE / 2);
		fputc('\'', d->r->out);
	} else if (!is_of_many(p)) {
		gprintf(d->r->out, ", the first is %u", first->head.pid);
		if (seen.n > 1)
			gprintf(d->r->out, "; %zu different commands (--processes)", seen.n);
	}
	for (size_t i = 0; i < p->nprofiles; i++)
		free(commands[i]);
	free(commands);
	gp_names_release(&seen);
}

static void print_run(const struct overview *d)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	const struct profile *first = first_process(p);
	size_t unended = 0, processes = count_processes(p);
	char *state;

	fputs("  run: ", r->out);
	print_when(r->out, first->head.start_ns);
	for (size_t i = 0; i < p->nprofiles; i++)
		unended += !p->profiles[i].profile.head.end_ns &&
			   !window_dumped(&p->profiles[i].profile);
	if (processes == 1)
		gprintf(r->out, "process %u, %s", first->head.pid, first->path);
	else
		gprintf(r->out, "%zu processes", processes);
	if (is_of_many(p))
		gprintf(r->out, ", in %zu file%s of a pool", p->nprofiles,
			p->nprofiles == 1 ? "" : "s");
	if (processes > 1)
		print_commands(d);
	state = report_process_end(first);
	if (p->nprofiles == 1 && !first->head.end_ns)
		gprintf(r->out, ", %s", state);
	else if (unended)
		gprintf(r->out, ", %zu " REPORT_KILLED ", or still run", unended);
	free(state);
	fputc('\n', r->out);
}

static void print_parts(const struct overview *d)
{
	char *texts[RUN_PARTS];
	size_t n = run_parts(d->r, texts);

	for (size_t i = 0; i < n; i++) {
		gprintf(d->r->out, " %s", texts[i]);
		free(texts[i]);
	}
}

/* Of short runs samples see little of it: where the total is the kernel's figure, so is this. */
static void print_kernel(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;

	if (p->rest == GP_NONE)
		gprintf(r->out, ": kernel %.2f s", p->kernel / 1e9);
	else if (f->kernel_counted)
		gprintf(r->out, ": kernel %.2f s", f->kernel / 1e9);
	else
		gprintf(r->out, ": kernel %.2f s of the %.2f s sampled", p->kernel / 1e9,
			p->cpu / 1e9);
}

/* The time of counting is in the rows of counted functions, where nobody would look for it. */
static void print_counting(const struct report *r, const struct run_facts *f, FILE *out)
{
	double cpu = r->program->cpu, all = f->counting.all, most = f->most_counting;

	if (!f->counting_matters || most < COUNTING * cpu)
		return;
	fputs(" Counting calls took ", out);
	if (cost_is_wide(&f->counting))
		gprintf(out, "an estimated %.0f to %.0f %% of it, mostly in small functions.",
			100 * all / cpu, 100 * most / cpu);
	else
		gprintf(out, "an estimated %.0f %% of it, or more.", 100 * all / cpu);
}

/* Sentences after the figures, each with a blank before it; to be freed. */
static char *time_sentences(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;
	bool cpu = r->result->request->join.time == TIME_CPU;
	char *text;
	size_t size;
	FILE *out = gp_text_open(&text, &size);

	if (cpu)
		print_counting(r, f, out);
	if (measure_has(r->result->request->join.time, true) && !p->waited)
		fputs(" No wait was sampled: " WAITS_NEED ".", out);
	if (cpu && p->waited)
		gprintf(out, " The threads waited %.2f s (--measure=wait).", p->waited / 1e9);
	/* A first sample weighs its whole interval, which may be more than the run had. */
	if (cpu && !p->used_least && p->used && p->total > EXCESS * p->used)
		gprintf(out, " The kernel counted %.2f s: samples are too few "
			"(GPROF_OPTIONS=rate=N takes N a second).", p->used / 1e9);
	gp_text_close(out, &text);
	return text;
}

static void print_time(const struct overview *d, const struct run_facts *f)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	bool cpu = r->result->request->join.time == TIME_CPU;
	char *sentences, *all;

	if (!report_is_timed(r))
		return;
	all = p->measure->whole ? gp_format("%.0f", p->total)
					     : measure_text(p->measure, p->total, 2);
	gprintf(r->out, "  %s %s", p->measure->name, all);
	free(all);
	print_parts(d);
	if (cpu && p->total > 0)
		print_kernel(r, f);
	if (cpu && p->own + p->profiler_sampled >= LEAST)
		gprintf(r->out, "%s profiler %.2f s", p->total > 0 ? "," : ":",
			(p->own + p->profiler_sampled) / 1e9);
	sentences = time_sentences(r, f);
	gprintf(r->out, "%s%s\n", *sentences ? "." : "", sentences);
	free(sentences);
}

/* How many of the samples have one that is complete. */
static void print_stacks(FILE *out, const struct program *p)
{
	uint64_t whole = p->stacked - p->truncated;

	if (!p->stacked)
		fputs("without stacks", out);
	else if (whole == p->samples)
		fputs(p->samples == 1 ? "with a complete stack" : "all with complete stacks", out);
	else
		gprintf(out, "%.1f %% with complete stacks", 100.0 * whole / p->samples);
	if (p->stacked && p->without_stack >= BARE * p->samples)
		gprintf(out, ", %.1f %% without a stack to limit overhead",
			100.0 * p->without_stack / p->samples);
}

/* As many a second as were taken. */
static void print_rate(FILE *out, const struct program *p)
{
	double rate = p->samples / measure_units(p->measure, p->sampled), scale = 1;

	while (rate >= 1000 * scale)
		scale *= 10;
	gprintf(out, "%.*f a second", rate < 10, rint(rate / scale) * scale);
}

/*
 * How many times as long a run halves the intervals, if its samples weigh on as the last ones did.
 * With E = T^2 / S samples of equal weight in a time of T, S being the sum of the squares of
 * weights, a time of x T has (x T)^2 / (S + (x - 1) T w), w the mean of the squares by weight.
 */
static double longer(const struct program *p, double last)
{
	double t = p->sampled, all = t * t / p->squares, w = VARIED * last;

	if (!(w > 0))
		return HALF;
	w *= HALF * all / t;
	return (w + sqrt(w * w + 4 * (HALF - w))) / 2;
}

/* Their relative width with samples of user code at that period; samples of the kernel come at its
   ticks as before. */
static double width_at(const struct program *p, double period)
{
	const struct stratum *kinds = p->strata.kinds;
	double squares = kinds[STRATUM_USER].chance * VARIED * period +
			 kinds[STRATUM_CALL].squares + kinds[STRATUM_FAULT].squares;

	return p->squares > 0 && squares > 0 ? sqrt(squares / p->squares) : 1;
}

/* The weight of samples whose event has that period: in threads that have samples at ticks too, all
   of them are lighter. */
static double weight_at(const struct tick_samples *t, double period)
{
	return t->beside ? 1 / (1 / period + 1 / TICK) : period;
}

/* Settings that would halve the intervals, or narrow them. */
static void print_more(const struct overview *d, const struct run_facts *f, double all)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	double first = f->first_period, last = f->last_period, times;
	const struct tick_samples *t = &f->ticks;
	double width = width_at(p, weight_at(t, first));
	bool slower = last > LONGER * first;

	if (all >= ENOUGH)
		return;
	times = longer(p, slower ? weight_at(t, last) : p->squares / p->sampled / VARIED);
	if (times <= LONGEST)
		gprintf(r->out, "; a run %.0f times as long would halve the intervals",
			ceil(times - 0.1));
	if (!slower || t->samples * 2 > p->samples || width > NARROWER || p->sum)
		return;
	gprintf(r->out, times <= LONGEST ? ", and GPROF_OPTIONS=rate=%.0f would make them "
					 : "; GPROF_OPTIONS=rate=%.0f would make the intervals ",
		1e9 / first);
	gprintf(r->out, "%.1f times as wide", width);
}

/* Of the time of processors: of waits nobody chooses how many are looked at. */
static void print_often(const struct overview *d, const struct run_facts *f)
{
	const struct report *r = d->r;
	const struct program *p = r->program;

	print_rate(r->out, p);
	if (f->last_period > LONGER * f->first_period)
		fputs(", fewer as it ran on", r->out);
	if (tick_samples_are_few(&f->ticks, p))
		fputs(", fewer in threads that wait often or end soon (the kernel's ticks)",
		      r->out);
	if (f->ticks.keeps_step)
		fputs(", none at the kernel's ticks, with which the program keeps step", r->out);
}

static void print_sampled(const struct overview *d, const struct run_facts *f)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	double all = p->squares > 0 ? p->sampled * p->sampled / p->squares : p->samples;
	bool cpu = r->result->request->join.time == TIME_CPU && p->sampled > 0;

	gprintf(r->out, "%llu sample%s (", (unsigned long long)p->samples,
		p->samples == 1 ? "" : "s");
	if (cpu)
		print_often(d, f);
	else if (p->measure->whole)
		gprintf(r->out, "%.*f %s each on average", p->sampled < 10 * p->samples,
			p->sampled / p->samples, p->measure->unit);
	else
		gprintf(r->out, "%.2f ms each", p->sampled / p->samples / 1e6);
	fputs("; ", r->out);
	print_stacks(r->out, p);
	fputs(") and exact call counts", r->out);
	if (!r->result->measured)
		fputs("; callee time is divided by calls", r->out);
	if (!cpu || p->samples == 1)
		return;
	if (all < UNEVEN * p->samples)
		gprintf(r->out, "; they tell as much as %.0f of equal weight", all);
	print_more(d, f, all);
}

static void print_known(const struct overview *d, const struct run_facts *f)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	bool waits = measure_has(r->result->request->join.time, true) && p->cpu;

	fputs("  based on ", r->out);
	if (p->samples)
		print_sampled(d, f);
	else
		gprintf(r->out, "exact call counts only: %s", waits
			? p->waited ? "no thread was seen waiting for a lock"
				    : "no wait was sampled: " WAITS_NEED
			: "there are no samples");
	fputc('\n', r->out);
}

/* The first of the lines that say what was lost or is inexact, and how many follow. */
static void print_lost(const struct overview *d)
{
	struct report loss = *d->r;
	char *text = NULL, *line, *end;
	size_t size, more = 0;

	loss.options.color = false;
	loss.out = gp_text_open(&text, &size);
	report_losses(&loss);
	gp_text_close(loss.out, &text);
	line = text + strspn(text, " ");
	end = strchr(line, '\n');
	for (const char *at = end; at && (at = strchr(at + 1, '\n'));)
		more++;
	if (end) {
		report_paint(d->r, PAINT_LOSS);
		gprintf(d->r->out, "  %.*s", (int)(end - line), line);
		if (more)
			gprintf(d->r->out, "; and %zu more (--verbose)", more);
		report_paint(d->r, PAINT_OFF);
		fputc('\n', d->r->out);
	}
	free(text);
}

static void print_lines(const struct overview *d, const struct run_facts *f)
{
	print_program(d);
	if (d->r->program->sum)
		report_merged_origin(d->r);
	else
		print_run(d);
	print_time(d, f);
	report_unsampled(d->r);
	print_known(d, f);
	report_uncounted(d->r);
	print_lost(d);
	report_filtered_out(d->r);
	fputc('\n', d->r->out);
}

/* The same as text; to be freed. */
static char *lines_of(const struct overview *d, const struct run_facts *f, bool color)
{
	struct report to = *d->r;
	struct overview other = *d;
	char *text;
	size_t size;

	to.out = gp_text_open(&text, &size);
	to.options.color &= color;
	other.r = &to;
	print_lines(&other, f);
	gp_text_close(to.out, &text);
	return text;
}

/* Those that are longer than the terminal are wrapped, without their colors.  In a file and a pipe
   each fact stays on one line. */
static void print_wrapped(const struct overview *d, const struct run_facts *f)
{
	char *plain = lines_of(d, f, false), *colored = lines_of(d, f, true);
	char *line = plain, *as_is = colored, *end;

	while ((end = strchr(line, '\n'))) {
		size_t indent = strspn(line, " "), bytes = strcspn(as_is, "\n") + 1;

		*end = '\0';
		if (strlen(line) <= d->r->options.width) {
			fwrite(as_is, 1, bytes, d->r->out);
		} else {
			gprintf(d->r->out, "%*s", (int)indent, "");
			wrap_print(d->r->out, line + indent, indent, d->r->options.width);
		}
		line = end + 1;
		as_is += bytes;
	}
	free(plain);
	free(colored);
}

void overview_head(const struct overview *d)
{
	struct run_facts f;

	if (d->r->options.verbose) {
		report_head(d->r);
		return;
	}
	run_facts_find(&f, d->r);
	if (d->r->options.width)
		print_wrapped(d, &f);
	else
		print_lines(d, &f);
}
