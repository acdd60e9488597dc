/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - reads and writes by function, by file and by size of the call; functions by a figure.
 *
 * System calls and calls of stdio have tables of their own: a stream's bytes go through system
 * calls later, or are in memory.  Rows are sums of struct io_calls with the same function or file.
 */
#include "io/table.h"
#include "merge/sum.h"
#include "text/escape.h"
#include "text/size.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 20 /* without --limit */
#define CELL 10 /* columns of a size */
#define CALLERS 3 /* of a file, that are named */

/* The sums of a function or a file. */
struct row {
	uint32_t of; /* node, or file */
	struct io_calls in, out;
	const struct io_calls **parts; /* of a file: its calls, most bytes first; owned */
	size_t nparts, parts_room;
};

struct rows {
	struct row *items;
	size_t n, room;
	struct row all;
};

static uint64_t bytes_of(const struct row *row)
{
	return row->in.bytes + row->out.bytes;
}

static uint64_t calls_of(const struct row *row)
{
	return row->in.calls + row->out.calls;
}

/* FIGURE_NONE: the bytes of both directions. */
static uint64_t figure_of(const struct row *row, enum figure figure)
{
	return figure == FIGURE_READ	   ? row->in.bytes
	       : figure == FIGURE_WRITTEN  ? row->out.bytes
	       : figure == FIGURE_IO_CALLS ? calls_of(row)
					   : bytes_of(row);
}

static int by_figure(const void *x, const void *y, void *figure)
{
	const struct row *a = x, *b = y;
	uint64_t n = figure_of(a, *(enum figure *)figure), k = figure_of(b, *(enum figure *)figure);

	if (n != k)
		return n > k ? -1 : 1;
	if (bytes_of(a) != bytes_of(b))
		return bytes_of(a) > bytes_of(b) ? -1 : 1;
	if (calls_of(a) != calls_of(b))
		return calls_of(a) > calls_of(b) ? -1 : 1;
	return a->of < b->of ? -1 : a->of > b->of;
}

static int part_by_bytes(const void *x, const void *y, void *unused)
{
	const struct io_calls *a = *(const struct io_calls *const *)x;
	const struct io_calls *b = *(const struct io_calls *const *)y;

	(void)unused;
	if (a->bytes != b->bytes)
		return a->bytes > b->bytes ? -1 : 1;
	return a->function < b->function ? -1 : a->function > b->function;
}

static void add(struct row *row, const struct io_calls *c)
{
	io_sum(io_is_input(c->kind) ? &row->in : &row->out, c);
}

/* Which calls are in a table. */
enum calls { SYSTEM_CALLS, STREAM_CALLS, ALL_CALLS };

/* Rows by function, or by file; of those calls, the most bytes first. */
static void collect(struct rows *rows, const struct report *r, enum calls calls, bool by_file)
{
	enum figure figure = FIGURE_NONE;
	const struct io *io = &r->program->io;
	struct gp_map at = { 0 };

	memset(rows, 0, sizeof *rows);
	for (size_t i = 0; i < io->n; i++) {
		const struct io_calls *c = &io->items[i];
		uint32_t of = by_file ? c->file : c->function, *place;
		struct row *row;
		int created;

		if (calls != ALL_CALLS && io_is_stream(c->kind) != (calls == STREAM_CALLS))
			continue;
		add(&rows->all, c);
		place = gp_map_put(&at, of, 0, &created);
		if (created) {
			*place = rows->n;
			gp_push(rows->items, rows->n, rows->room)->of = of;
		}
		row = &rows->items[*place];
		add(row, c);
		*gp_push(row->parts, row->nparts, row->parts_room) = c;
	}
	gp_map_release(&at);
	gp_sort(rows->items, rows->n, sizeof *rows->items, by_figure, &figure);
}

static void release(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		free(rows->items[i].parts);
	free(rows->items);
}

/* ------------------------------------------------------------------ cells */

static void put_size(const struct report *r, double bytes)
{
	char text[SIZE_TEXT];

	size_text(bytes, text);
	gprintf(r->out, " %*s", CELL, text);
}

/* Bytes, calls and the mean of those without an error; blank if there is none. */
static void put_calls(const struct report *r, const struct io_calls *c)
{
	uint64_t good = c->calls - c->errors;

	if (!c->calls) {
		gprintf(r->out, " %*s %10s %*s", CELL, "", "", CELL, "");
		return;
	}
	put_size(r, c->bytes);
	gprintf(r->out, " %10llu", (unsigned long long)c->calls);
	if (good)
		put_size(r, (double)c->bytes / good);
	else
		gprintf(r->out, " %*s", CELL, "");
}

/* The share of a function's bytes that stdio moved; blank without bytes. */
static void put_streams(const struct report *r, const struct row *row)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < row->nparts; i++)
		if (io_is_stream(row->parts[i]->kind))
			bytes += row->parts[i]->bytes;
	if (bytes_of(row))
		gprintf(r->out, " %7.0f", measure_percent(bytes, bytes_of(row)));
	else
		gprintf(r->out, " %7s", "");
}

/* How many of 100 calls begin where the one before ended. */
static void put_sequential(const struct report *r, const struct row *row)
{
	uint64_t good = calls_of(row) - row->in.errors - row->out.errors;
	uint64_t jumps = row->in.jumps + row->out.jumps;

	if (good)
		gprintf(r->out, " %5.0f", measure_percent(good > jumps ? good - jumps : 0, good));
	else
		gprintf(r->out, " %5s", "");
}

static const char *file_name(const struct report *r, uint32_t file)
{
	const char *name = r->program->io.files[file].name;

	return name ? name : "<unknown>";
}

/* "file: save 61 %, load 39 %" below a file. */
static void put_callers(const struct report *r, struct row *row)
{
	size_t shown = row->nparts > CALLERS && !r->options.verbose ? CALLERS : row->nparts;

	gp_sort(row->parts, row->nparts, sizeof *row->parts, part_by_bytes, NULL);
	gprintf(r->out, "%*s", 8, "");
	for (size_t i = 0; i < shown; i++) {
		const struct io_calls *c = row->parts[i];

		gprintf(r->out, "%s%s %s %.0f %%", i ? ", " : "", r->names[c->function],
			io_is_input(c->kind) ? "reads" : "writes",
			measure_percent(c->bytes, bytes_of(row)));
	}
	if (shown < row->nparts)
		gprintf(r->out, ", and %zu more", row->nparts - shown);
	fputc('\n', r->out);
}

/* ------------------------------------------------------------------ tables */

static void put_head(const struct report *r, const char *column, const char *of)
{
	gprintf(r->out, "%6s %*s %10s %*s %*s %10s %*s %7s%s  %s\n", "%", CELL, "read", "calls",
		CELL, "mean", CELL, "written", "calls", CELL, "mean", "errors", column, of);
}

static void put_sums(const struct report *r, const struct rows *rows, const struct row *row,
		     enum figure figure)
{
	gprintf(r->out, "%6.2f", measure_percent(figure_of(row, figure),
						 figure_of(&rows->all, figure)));
	put_calls(r, &row->in);
	put_calls(r, &row->out);
	gprintf(r->out, " %7llu", (unsigned long long)(row->in.errors + row->out.errors));
}

/* By file, of system calls: descriptors have positions. */
static void put_row(const struct report *r, const struct rows *rows, struct row *row,
		    enum calls calls, bool by_file)
{
	put_sums(r, rows, row, FIGURE_NONE);
	if (by_file && calls == SYSTEM_CALLS)
		put_sequential(r, row);
	gprintf(r->out, "  %s\n", by_file ? file_name(r, row->of) : r->names[row->of]);
	if (by_file && bytes_of(row))
		put_callers(r, row);
}

static void put_table(const struct report *r, const char *title, enum calls calls, bool by_file)
{
	size_t limit = r->options.limited ? r->options.limit : ROWS, shown = 0;
	struct rows rows;

	collect(&rows, r, calls, by_file);
	if (rows.n) {
		report_paint(r, PAINT_TITLE);
		fputs(title, r->out);
		report_paint(r, PAINT_OFF);
		fputs("\n\n", r->out);
		put_head(r, by_file && calls == SYSTEM_CALLS ? " seq %" : "",
			 by_file ? "file" : "function");
		for (; shown < rows.n && (!limit || shown < limit); shown++)
			put_row(r, &rows, &rows.items[shown], calls, by_file);
		if (shown < rows.n)
			gprintf(r->out, "%6s %zu more (--limit=0)\n", "and", rows.n - shown);
		fputc('\n', r->out);
	}
	release(&rows);
}

/* The functions that are chosen, by the figure.  'shown': those that have a line. */
static void put_functions(const struct report *r, const struct rows *rows, enum figure figure)
{
	size_t limit = r->options.limited ? r->options.limit : ROWS, shown = 0, n = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct row *row = &rows->items[i];
		double share = measure_percent(figure_of(row, figure),
					       figure_of(&rows->all, figure));

		if (!report_is_chosen(r, row->of))
			continue;
		n++;
		if (share < r->options.least || (limit && shown >= limit))
			continue;
		shown++;
		put_sums(r, rows, row, figure);
		put_streams(r, row);
		gprintf(r->out, "  %s\n", r->names[row->of]);
	}
	if (shown < n)
		gprintf(r->out, "%6s %zu more function%s (--limit=0)\n", "and", n - shown,
			n - shown == 1 ? "" : "s");
}

static void put_sizes(const struct report *r)
{
	static const char *const classes[GPROF_IO_SIZES] = {
		"<=100 B", "<=1 K", "<=10 K", "<=100 K", "<=1 M",
		"<=4 M", "<=10 M", "<=100 M", "<=1 G", ">1 G",
	};
	static const char *const kinds[GPROF_IO_KINDS] = {
		[GPROF_IO_READ] = "read", [GPROF_IO_WRITE] = "write",
		[GPROF_IO_RECEIVE] = "receive", [GPROF_IO_SEND] = "send",
		[GPROF_IO_GET] = "stdio in", [GPROF_IO_PUT] = "stdio out",
	};
	struct io_calls sum[GPROF_IO_KINDS] = { 0 };

	for (size_t i = 0; i < r->program->io.n; i++)
		io_sum(&sum[r->program->io.items[i].kind], &r->program->io.items[i]);
	report_paint(r, PAINT_TITLE);
	fputs("Calls by size:", r->out);
	report_paint(r, PAINT_OFF);
	gprintf(r->out, "\n\n%9s", "");
	for (int k = 0; k < GPROF_IO_SIZES; k++)
		gprintf(r->out, " %9s", classes[k]);
	fputc('\n', r->out);
	for (int i = 1; i < GPROF_IO_KINDS; i++) {
		if (!sum[i].calls)
			continue;
		gprintf(r->out, "%9s", kinds[i]);
		for (int k = 0; k < GPROF_IO_SIZES; k++)
			gprintf(r->out, " %9llu", (unsigned long long)sum[i].size[k]);
		fputc('\n', r->out);
	}
}

/* ------------------------------------------------------------------ */

int io_check(const struct report *r, struct gp_error *e)
{
	if (r->program->io.processes)
		return 0;
	return gp_fail(e, "no profile of '%s' has reads and writes: run it with `gprof-llvm run "
		       "--io'", r->result->name);
}

/* The kernel does not count calls that fail early. */
static unsigned long long difference(uint64_t all, uint64_t counted)
{
	return all > counted ? all - counted : 0;
}

/* How much the kernel counts that no hook saw. */
static void put_inside(const struct report *r)
{
	const struct io *io = &r->program->io;
	const struct gprof_io_totals *k = &io->kernel, *c = &io->counted;
	char in[SIZE_TEXT], out[SIZE_TEXT];

	if (io->incomplete == io->processes) {
		fputs("The kernel's totals are not known: a process was killed, or waited for "
		      "children.\n", r->out);
		return;
	}
	size_text(difference(k->read_bytes, c->read_bytes), in);
	size_text(difference(k->written_bytes, c->written_bytes), out);
	gprintf(r->out, "<inside libraries>: %s in %llu reads, %s in %llu writes: the kernel's "
		"totals without the calls below\n", in, difference(k->reads, c->reads), out,
		difference(k->writes, c->writes));
	if (io->incomplete)
		gprintf(r->out, "of %llu of %llu processes: the others were killed, or waited for "
			"children\n", (unsigned long long)(io->processes - io->incomplete),
			(unsigned long long)io->processes);
}

static void put_losses(const struct report *r)
{
	const struct io *io = &r->program->io;

	report_paint(r, PAINT_LOSS);
	if (io->folded)
		gprintf(r->out, "%llu times there was no room for a caller or file: the calls are "
			"in the row <unknown>\n", (unsigned long long)io->folded);
	if (io->unnamed)
		gprintf(r->out, "%llu times there was no room for a file's name: it is "
			"<unknown>\n", (unsigned long long)io->unnamed);
	if (io->lost)
		gprintf(r->out, "%llu calls found no room in the profile: they are missing\n",
			(unsigned long long)io->lost);
	report_paint(r, PAINT_OFF);
}

/* Profiles, of which some may count no reads and writes. */
static void put_whole(const struct report *r)
{
	const struct program *p = r->program;
	size_t profiles = p->sum ? p->sum->nruns : p->nprofiles;

	if (p->io.processes < profiles)
		gprintf(r->out, "%llu of %zu profiles count reads and writes\n",
			(unsigned long long)p->io.processes, profiles);
}

/* Snapshots have no reads and writes. */
static void put_part(const struct report *r)
{
	for (size_t i = 0; i < r->program->nprofiles; i++)
		if (r->program->profiles[i].profile.part.partial) {
			fputs("of the whole run: reads and writes of a part of it are not "
			      "counted\n", r->out);
			break;
		}
}

static void put_all(const struct report *r, const struct row *all, const char *by)
{
	char in[SIZE_TEXT], out[SIZE_TEXT];

	size_text(all->in.bytes, in);
	size_text(all->out.bytes, out);
	gprintf(r->out, "%s: %s read in %llu calls, %s written in %llu%s; %llu of them failed\n",
		r->result->name, in, (unsigned long long)all->in.calls, out,
		(unsigned long long)all->out.calls, by,
		(unsigned long long)(all->in.errors + all->out.errors));
	put_whole(r);
	put_part(r);
}

void io_head(const struct report *r)
{
	struct rows rows;

	collect(&rows, r, SYSTEM_CALLS, false);
	put_all(r, &rows.all, "");
	release(&rows);
	put_inside(r);
	put_losses(r);
	fputc('\n', r->out);
}

static const char explanation[] =
	"\n"
	"Calls are those that a function of the program made, or had a library make.  They are\n"
	"counted, not sampled.  'mean' is of the calls that did not fail.  'seq %': calls that\n"
	"began where the one before on the same descriptor ended.  Bytes of streams are those\n"
	"that the program gave to stdio or got from it: the system calls that stdio makes for\n"
	"them are <inside libraries>.  mmap and io_uring are not seen.\n";

void io_tables(const struct report *r)
{
	put_table(r, "System calls by function:", SYSTEM_CALLS, false);
	put_table(r, "System calls by file:", SYSTEM_CALLS, true);
	put_table(r, "Streams of stdio by function:", STREAM_CALLS, false);
	put_table(r, "Streams of stdio by file:", STREAM_CALLS, true);
	put_sizes(r);
	if (!r->options.brief)
		fputs(explanation, r->out);
}

static const char figure_explanation[] =
	"\n"
	"Calls are those that a function of the program made, or had a library make: system\n"
	"calls, and calls of stdio.  They are counted, not sampled.  'mean' is of the calls that\n"
	"did not fail.  'stdio %': bytes that the function gave to stdio, or got from it.  --io\n"
	"has the files.\n";

int io_figure_table(const struct report *r, enum figure figure, bool head, struct gp_error *e)
{
	struct rows rows;

	if (io_check(r, e) < 0)
		return -1;
	collect(&rows, r, ALL_CALLS, false);
	gp_sort(rows.items, rows.n, sizeof *rows.items, by_figure, &figure);
	if (head) {
		put_all(r, &rows.all, ", of system calls and stdio");
		put_losses(r);
		fputc('\n', r->out);
	}
	put_head(r, " stdio %", "function");
	put_functions(r, &rows, figure);
	release(&rows);
	if (!r->options.brief)
		fputs(figure_explanation, r->out);
	return 0;
}
