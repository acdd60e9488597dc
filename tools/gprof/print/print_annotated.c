/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_annotated.c - gprof --annotated-source and --exec-counts; see print_source.h.
 *
 * Each file has an array of its lines; a line has the symbols that begin in it, by
 * address.  A line that has one is executable.
 */
#include "base/file.h"
#include "base/util.h"
#include "gprof/print/print_source.h"
#include "text/escape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 16 /* columns before the source text */

struct line {
	int number;         /* from 1 */
	uint32_t symbol;    /* the first, or GP_NONE */
	uint32_t last;      /* the last; others between by 'next' */
	bool several;
	uint64_t calls;     /* of all its functions */
};

struct file {
	const struct gnu_source *source;
	struct line *lines; /* lines[number - 1] */
	int nlines;         /* number of the last one with code that is wanted */
	uint64_t calls;     /* of all functions in it */
	long executable, executed; /* lines; known once it is printed */
	uint64_t count;     /* of the block that ran last on the way down */
};

struct annotation {
	struct gnu_printer *printer;
	const struct gnu_blocks *blocks;
	uint32_t *next;     /* per symbol: the next of its line, or GP_NONE */
	struct file *files; /* in the order of the table's sources */
	bool any;           /* a file was printed */
};

/* ------------------------------------------------------------------ collecting */

static bool is_wanted(const struct annotation *a, const struct gnu_symbol *s)
{
	return s->file && s->line && gnu_specs_has(a->printer->graph->specs, s, GNU_INCL_ANNO);
}

static struct file *file_of(const struct annotation *a, const struct gnu_symbol *s)
{
	const struct gnu_table *t = a->printer->graph->table;

	return &a->files[gp_names_get(&t->by_path, s->file->path)];
}

static void make_files(struct annotation *a)
{
	const struct gnu_table *t = a->printer->graph->table;

	a->files = gp_alloc(t->nsources, sizeof *a->files);
	for (size_t i = 0; i < t->nsymbols; i++) {
		const struct gnu_symbol *s = &t->symbols[i];

		if (is_wanted(a, s) && s->line > file_of(a, s)->nlines)
			file_of(a, s)->nlines = s->line;
	}
	for (size_t i = 0; i < t->nsources; i++) {
		struct file *f = &a->files[i];

		f->source = t->sources[i];
		f->lines = gp_alloc((size_t)f->nlines, sizeof *f->lines);
		for (int j = 0; j < f->nlines; j++)
			f->lines[j] = (struct line){ j + 1, GP_NONE, GP_NONE, false, 0 };
	}
}

/* Calls of a function, as these tables count them. */
static uint64_t executions_of(const struct gnu_printer *p, uint32_t symbol)
{
	const struct gnu_node *n = &p->graph->nodes[symbol];

	return n->calls + (p->options->exact ? 0 : n->self_calls);
}

static void add_symbol(struct annotation *a, uint32_t symbol)
{
	const struct gnu_symbol *s = &a->printer->graph->table->symbols[symbol];
	uint64_t calls = executions_of(a->printer, symbol);
	struct file *f = file_of(a, s);
	struct line *line = &f->lines[s->line - 1];

	f->calls += calls;
	line->calls += calls;
	a->next[symbol] = GP_NONE;
	if (line->symbol == GP_NONE) {
		line->symbol = symbol;
	} else {
		line->several = true;
		a->next[line->last] = symbol;
	}
	line->last = symbol;
}

static void collect(struct annotation *a)
{
	const struct gnu_table *t = a->printer->graph->table;

	make_files(a);
	a->next = gp_alloc(t->nsymbols, sizeof *a->next);
	for (uint32_t i = 0; i < t->nsymbols; i++)
		if (is_wanted(a, &t->symbols[i]))
			add_symbol(a, i);
}

/* ------------------------------------------------------------------ one line */

/* The counts of a line, as they are put together. */
struct counts {
	char *text;     /* NULL: none yet */
	bool known;     /* there is anything to print */
	uint64_t total;
	bool printed;   /* 'last' is valid */
	uint64_t last;
};

static void put(struct counts *c, uint64_t count)
{
	char *longer = gp_format("%s%s%" PRIu64, c->printed ? c->text : "",
				 c->printed ? "," : "", count);

	free(c->text);
	c->text = longer;
	c->printed = true;
	c->last = count;
}

/* The start of a function has its calls; where a line begins within the block that came before,
   --all-lines repeats that block's count. */
static void put_start(const struct annotation *a, struct file *f, const struct line *line,
		      struct counts *c)
{
	const struct gnu_symbol *s = &a->printer->graph->table->symbols[line->symbol];
	uint32_t block = a->blocks->first[line->symbol];

	if (s->function)
		f->count = line->calls;
	else if (!a->printer->options->all_lines || block == GP_NONE ||
		 (!line->several && a->blocks->blocks[block].address <= s->address))
		return;
	put(c, f->count);
	c->total = f->count;
	c->known = true;
}

static void put_blocks(const struct annotation *a, struct file *f, uint32_t symbol,
		       struct counts *c)
{
	bool all_lines = a->printer->options->all_lines;

	for (uint32_t i = a->blocks->first[symbol]; i != GP_NONE; i = a->blocks->blocks[i].next) {
		f->count = a->blocks->blocks[i].count;
		c->known = true;
		c->total += f->count;
		if (!all_lines || !c->printed || f->count != c->last)
			put(c, f->count);
	}
}

static void put_counts(const struct annotation *a, struct file *f, const struct line *line,
		       struct counts *c)
{
	put_start(a, f, line, c);
	put_blocks(a, f, line->symbol, c);
	/* GNU gprof forgets the blocks of the symbols after the first. */
	for (uint32_t s = a->next[line->symbol]; s != GP_NONE && !a->printer->options->exact;
	     s = a->next[s])
		put_blocks(a, f, s, c);
	if (a->printer->options->all_lines && !c->printed) {
		put(c, f->count);
		c->total = f->count;
		c->known = true;
	}
}

static void print_counts(const struct annotation *a, struct file *f, const struct line *line,
			 FILE *out)
{
	struct counts c = { .text = NULL };

	put_counts(a, f, line, &c);
	f->executable++;
	if (!c.known) {
		gprintf(out, "%*s", MARGIN, "");
	} else {
		const char *text = c.total < a->printer->options->min_count ? "#####" : c.text;
		char *with_arrow = gp_format("%s -> ", text);

		/* GNU gprof takes a line with a count of 0 for executed. */
		f->executed += a->printer->options->exact || c.total;
		gprintf(out, "%*.*s", MARGIN, MARGIN, with_arrow);
		free(with_arrow);
	}
	free(c.text);
}

static void print_margin(const struct annotation *a, struct file *f, int number, FILE *out)
{
	if (number <= f->nlines && f->lines[number - 1].symbol != GP_NONE)
		print_counts(a, f, &f->lines[number - 1], out);
	else
		gprintf(out, "%*s", MARGIN, "");
}

/* ------------------------------------------------------------------ one file */

/* White space stays as it is; NULs are escaped like other control characters. */
static void print_line(char *line, size_t size, FILE *out)
{
	for (size_t i = 0, n; i < size; i += n + 1) {
		char last;

		n = strcspn(line + i, "\t\n\v\f\r");
		last = line[i + n];
		line[i + n] = 0;
		gputs(line + i, out);
		if (last)
			putc(last, out);
		else if (i + n < size)
			gprintf(out, "\\x00");
	}
}

static void print_text(const struct annotation *a, struct file *f, FILE *in, FILE *out)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t size;

	gp_memory_watch();
	for (int number = 1; (size = getline(&line, &room, in)) > 0; number++) {
		print_margin(a, f, number, out);
		print_line(line, (size_t)size, out);
	}
	gp_memory_check();
	free(line);
}

/* Most calls first; lines without code last.  Of two such the order is qsort()'s, and
   not seen. */
static int compare_lines(const void *x, const void *y, void *context)
{
	const struct line *a = x, *b = y;

	(void)context;
	if (a->symbol == GP_NONE)
		return 1;
	if (b->symbol == GP_NONE)
		return -1;
	if (a->calls != b->calls)
		return a->calls < b->calls ? 1 : -1;
	return a->number - b->number;
}

static void print_top(const struct annotation *a, struct file *f, FILE *out)
{
	int length = a->printer->options->table_length;

	if (length <= 0)
		return;
	gprintf(out, "\n\nTop %d Lines:\n\n     Line      Count\n\n", length);
	gp_sort(f->lines, (size_t)f->nlines, sizeof *f->lines, compare_lines, NULL);
	for (int i = 0; i < f->nlines && i < length && f->lines[i].calls; i++)
		gprintf(out, "%9d %10" PRIu64 "\n", f->lines[i].number, f->lines[i].calls);
}

static void print_summary(const struct file *f, FILE *out)
{
	double executable = (double)f->executable;

	gprintf(out, "\nExecution Summary:\n\n");
	gprintf(out, "%9ld   Executable lines in this file\n", f->executable);
	gprintf(out, "%9ld   Lines executed\n", f->executed);
	gprintf(out, "%9.2f   Percent of the file executed\n",
		f->executable ? 100.0 * (double)f->executed / executable : 100.0);
	gprintf(out, "\n%9" PRIu64 "   Total number of line executions\n", f->calls);
	gprintf(out, "%9.2f   Average executions per line\n",
		f->executable ? (double)f->calls / executable : 0.0);
}

static void begin_file(struct annotation *a, const struct file *f)
{
	if (a->any)
		putc('\n', a->printer->out);
	a->any = true;
	gnu_print_section(a->printer);
	gprintf(a->printer->out, "*** File %s:\n", f->source->path);
}

/* Where the annotated text goes; NULL: it cannot be made. */
static FILE *open_output(struct annotation *a, const struct file *f, FILE *messages)
{
	char *path;
	FILE *out;

	if (!a->printer->options->separate_files) {
		begin_file(a, f);
		return a->printer->out;
	}
	path = gp_format("%s-ann", f->source->name);
	out = fopen(path, "w");
	if (!out)
		gprintf(messages, "%s: %s\n", path, strerror(errno));
	free(path);
	return out;
}

static FILE *open_file(const char *path)
{
	int fd = file_open(path);
	FILE *file;

	if (fd < 0) {
		errno = errno ? errno : ENOENT;
		return NULL;
	}
	gp_memory_watch();
	file = fdopen(fd, "rb");
	gp_memory_check();
	return file;
}

static FILE *open_in(const char *name, char *const *directories, size_t n)
{
	FILE *file = NULL;

	for (size_t i = 0; i < n && !file; i++) {
		char *path = gp_format("%s/%s", directories[i], name);
		int error;

		file = open_file(path);
		error = errno;
		free(path);
		errno = error;
	}
	return file;
}

/* Opens a file as the debug information names it: as it is; a relative one then in each of the
   directories; last of all its name alone in each of them.  NULL: nowhere; errno is of the last
   attempt. */
static FILE *open_source(const char *path, char *const *directories, size_t n)
{
	const char *slash = strrchr(path, '/');
	FILE *file = open_file(path);

	if (!file && path[0] != '/')
		file = open_in(path, directories, n);
	if (!file && slash)
		file = open_in(slash + 1, directories, n);
	return file;
}

static void print_file(struct annotation *a, struct file *f, FILE *messages)
{
	const struct gnu_options *o = a->printer->options;
	const char *path = f->source->path;
	FILE *in = open_source(path, o->directories, o->ndirectories), *out;

	if (!in && errno == ENOENT)
		gprintf(messages, "gprof: could not locate `%s'\n", path);
	else if (!in)
		gprintf(messages, "%s: %s\n", path, strerror(errno));
	out = in ? open_output(a, f, messages) : NULL;
	if (out) {
		print_text(a, f, in, out);
		print_top(a, f, out);
		print_summary(f, out);
	}
	if (out && out != a->printer->out)
		fclose(out);
	if (in)
		fclose(in);
}

/* ------------------------------------------------------------------ */

/* GNU gprof puts each new source before those it has; the count of the last block goes
   on from file to file. */
void gnu_print_annotated(struct gnu_printer *p, const struct gnu_blocks *b, FILE *messages)
{
	struct annotation a = { .printer = p, .blocks = b };
	size_t n = p->graph->table->nsources;
	uint64_t count = 0;

	collect(&a);
	for (size_t i = n; i-- > 0;) {
		struct file *f = &a.files[i];

		if (!f->nlines || (!p->options->all && !f->calls))
			continue;
		f->count = p->options->exact ? count : 0;
		print_file(&a, f, messages);
		count = f->count;
	}
	for (size_t i = 0; i < n; i++)
		free(a.files[i].lines);
	free(a.files);
	free(a.next);
}

/* ------------------------------------------------------------------ --exec-counts */

/* Of symbols without a file only the address is compared: GNU's order, which is none.
   The result is the same as long as qsort() is. */
static int compare(const void *x, const void *y, void *context)
{
	const struct gnu_table *t = context;
	const struct gnu_symbol *a = &t->symbols[*(const uint32_t *)x];
	const struct gnu_symbol *b = &t->symbols[*(const uint32_t *)y];
	int order = 0;

	if (a->file && b->file)
		order = strcmp(a->file->path, b->file->path);
	if (!order && a->file && b->file)
		order = a->line - b->line;
	if (order)
		return order;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Those without a file after the others. */
static int compare_well(const void *x, const void *y, void *context)
{
	const struct gnu_table *t = context;
	const struct gnu_symbol *a = &t->symbols[*(const uint32_t *)x];
	const struct gnu_symbol *b = &t->symbols[*(const uint32_t *)y];

	if (!a->file != !b->file)
		return a->file ? -1 : 1;
	return compare(x, y, context);
}

static void print_count(const struct gnu_printer *p, const struct gnu_symbol *s, uint64_t address,
			uint64_t count)
{
	if (!count && !p->options->all)
		return;
	gprintf(p->out, "%s:%d: (%s:0x%" PRIx64 ") %" PRIu64 " executions\n",
		s->file ? s->file->path : "<unknown>", s->line, s->name, address, count);
}

static void print_symbol(const struct gnu_printer *p, const struct gnu_blocks *b, uint32_t symbol)
{
	const struct gnu_symbol *s = &p->graph->table->symbols[symbol];

	if (gnu_graph_hides(p->graph, symbol, p->options->all))
		return;
	print_count(p, s, s->address, executions_of(p, symbol));
	for (uint32_t i = b->first[symbol]; i != GP_NONE; i = b->blocks[i].next)
		print_count(p, s, b->blocks[i].address, b->blocks[i].count);
}

void gnu_print_exec_counts(struct gnu_printer *p, const struct gnu_blocks *b)
{
	struct gnu_table *t = p->graph->table;
	uint32_t *order = gp_alloc(t->nsymbols, sizeof *order);
	size_t n = 0;

	gnu_print_section(p);
	for (uint32_t i = 0; i < t->nsymbols; i++)
		if (gnu_specs_has(p->graph->specs, &t->symbols[i], GNU_INCL_EXEC))
			order[n++] = i;
	gp_sort(order, n, sizeof *order, p->options->exact ? compare : compare_well, t);
	for (size_t i = 0; i < n; i++)
		print_symbol(p, b, order[i]);
	free(order);
}
