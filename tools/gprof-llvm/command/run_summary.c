/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_summary.c - see run_summary.h.
 *
 * The report is that of `gprof-llvm report`, printed to memory and cut to a screen.
 */
#include "command/run_summary.h"
#include "base/util.h"
#include "command/commands.h"
#include "program/object.h"
#include "join/program_list.h"
#include "text/escape.h"
#include "text/paint.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define USUAL_ROWS 24 /* of a screen that does not say how many it has */
#define LEAST_ROWS 16 /* of a report */
#define TABLE_ROWS 8 /* of its flat profile: title, headings and the first functions */
#define MOST_PROGRAMS 10
#define MOST_MISSED 5

/* ------------------------------------------------------------------ the table */

static void print_calls(FILE *out, const struct program_list *r, uint32_t program)
{
	const struct files here = { 0 };
	char *binary = program_list_binary(r, program, &here);
	int64_t calls = binary ? program_list_calls(r, program, binary) : -1;

	if (calls < 0)
		gprintf(out, " %15s", "?");
	else
		gprintf(out, " %15lld", (long long)calls);
	free(binary);
}

static int print_table(FILE *out, const struct run_summary *c, const struct program_list *r)
{
	uint32_t processes = 0;
	double cpu = 0;
	size_t i;

	for (i = 0; i < r->n; i++) {
		processes += r->items[i].processes;
		cpu += r->items[i].cpu;
	}
	gprintf(out, "gprof-llvm run: %u process%s of %zu program%s, profiles in '%s'\n", processes,
		processes == 1 ? "" : "es", r->n, r->n == 1 ? "" : "s", c->folder);
	gprintf(out, "%9s %10s %7s %15s  %s\n", "processes", "CPU s", "share", "calls", "program");
	for (i = 0; i < r->n && i < MOST_PROGRAMS; i++) {
		const struct profiled_program *p = &r->items[i];

		gprintf(out, "%9u %10.2f %5.1f %%", p->processes, p->cpu / 1e9,
			cpu ? 100 * p->cpu / cpu : 0);
		print_calls(out, r, i);
		gprintf(out, "  %s", gp_basename(p->exe));
		if (p->running)
			gprintf(out, ", %u still running", p->running);
		fputc('\n', out);
	}
	if (i < r->n)
		gprintf(out, "%9s and %zu programs with less time (`gprof-llvm runs' lists them)\n",
			"", r->n - i);
	return 2 + i + (i < r->n);
}

/* ------------------------------------------------------------------ what is missed */

/* Profiles that began here meanwhile: of processes that did not get the environment. */
static size_t print_elsewhere(FILE *out, const struct run_summary *c)
{
	struct profile_list here = { 0 };
	struct gp_error ignored;
	size_t n = 0;

	if (profile_list_add_folder(&here, ".", 0, &ignored) < 0)
		here.n = 0;
	for (size_t i = 0; i < here.n; i++) {
		const struct listed_profile *f = &here.items[i];

		if (f->head.start_ns < c->began_ns || f->head.flags & GPROF_FILE_COPY)
			continue;
		if (n++ < MOST_MISSED)
			gprintf(out, "missed: process %u, whose profile is '%s': it was started "
				"without GPROF_FILE (env -i, sudo), or not by this command\n",
				f->head.pid, f->path);
	}
	if (n > MOST_MISSED)
		gprintf(out, "missed: %zu more processes, whose profiles are here\n",
			n - MOST_MISSED);
	profile_list_release(&here);
	return n < MOST_MISSED ? n : MOST_MISSED + (n > MOST_MISSED);
}

/* The file that a command's name means, as execvp() finds it; to be freed, or NULL. */
static char *file_of(const char *command)
{
	const char *path = getenv("PATH"), *end;

	if (strchr(command, '/') || !path)
		return gp_strdup(command);
	for (; *path; path = *end ? end + 1 : end) {
		char *file;

		end = strchrnul(path, ':');
		file = gp_format("%.*s%s%s", (int)(end - path), path, end > path ? "/" : "",
				 command);
		if (access(file, X_OK) == 0)
			return file;
		free(file);
	}
	return NULL;
}

static bool is_instrumented(const char *file)
{
	struct gp_error ignored;
	struct object o;
	bool is;

	if (object_open(&o, file, &ignored) < 0)
		return false;
	is = o.instrumented;
	object_close(&o);
	return is;
}

/* Of the command itself it is known what it was; files of pools are not of one process. */
static size_t print_command(FILE *out, const struct run_summary *c, const struct program_list *r)
{
	char *file;
	struct stat st;
	bool missed;

	for (size_t i = 0; i < r->found.n; i++)
		if (r->found.items[i].head.pid == c->pid || r->found.items[i].pool)
			return 0;
	file = file_of(c->command);
	missed = file && stat(file, &st) == 0 && is_instrumented(file);
	if (missed)
		gprintf(out, "missed: process %u, '%s': it made no profile%s\n", c->pid, file,
			st.st_mode & (S_ISUID | S_ISGID) ? ", as it is setuid" : "");
	free(file);
	return missed;
}

static size_t print_missed(FILE *out, const struct run_summary *c, const struct program_list *r)
{
	size_t n = 0;

	for (; n < r->nunusable && n < MOST_MISSED; n++)
		gprintf(out, "missed: %s\n", r->unusable[n]);
	if (c->own)
		gprintf(out, "GPROF_FILE='%s': only its last part names the profiles\n", c->own);
	return n + (c->own != NULL) + print_command(out, c, r) + print_elsewhere(out, c);
}

/* ------------------------------------------------------------------ the report */

/* As the terminal has; 0 columns: not known. */
static void size_of_screen(int *rows, int *columns)
{
	struct winsize size = { 0 };

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_row)
		size = (struct winsize){ .ws_row = USUAL_ROWS };
	*rows = size.ws_row;
	*columns = size.ws_col;
}

/* Prints a report to a file in memory; its descriptor, or -1. */
static int report_to_memory(const struct program_list *r, uint32_t program, bool color,
			    struct gp_error *e)
{
	const struct files usual = { 0 };
	char *binary = program_list_binary(r, program, &usual),
	     **paths = program_list_paths(r, program);
	uint32_t n = r->items[program].profiles;
	char **argv = gp_alloc(n + 8, sizeof *argv);
	int argc = 0, memory = memfd_create("report", MFD_CLOEXEC), before, rc = -1;

	argv[argc++] = (char *)"gprof-llvm report";
	argv[argc++] = (char *)(color ? "--color=always" : "--color=never");
	argv[argc++] = (char *)"--no-pager";
	argv[argc++] = (char *)"--no-children";
	argv[argc++] = (char *)"--";
	argv[argc++] = binary;
	for (uint32_t i = 0; i < n; i++)
		argv[argc++] = paths[i];
	fflush(stdout);
	before = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (!binary) {
		gp_fail(e, "the program '%s' %s", r->items[program].exe,
			files_lack(&usual, r->items[program].exe));
	} else if (memory < 0 || before < 0 || dup2(memory, STDOUT_FILENO) < 0) {
		gp_fail(e, "cannot keep a report of '%s' in memory: %m", binary);
	} else {
		rc = cmd_report(argc, argv, e);
		fflush(stdout);
		dup2(before, STDOUT_FILENO);
	}
	if (before >= 0)
		close(before);
	if (rc && memory >= 0)
		close(memory);
	free(binary);
	free(paths);
	free(argv);
	return rc ? -1 : memory;
}

/* Rows that a line takes, and columns without what only colors it. */
static int rows_of(const char *line, int columns)
{
	int width = 0;

	for (; *line && *line != '\n'; line++) {
		if (*line == '\033')
			while (line[1] && *line != 'm')
				line++;
		else
			width += (*line & 0xc0) != 0x80;
	}
	return columns && width > columns ? (width + columns - 1) / columns : 1;
}

/* The first lines of a report, escaped already. */
struct screen {
	char **lines; /* owned, as their array is */
	size_t n, room;
	size_t table; /* where the flat profile begins; 'n': it is not there */
	int columns;  /* of the terminal, 0: not known */
};

static int rows_between(const struct screen *s, size_t from, size_t to)
{
	int rows = 0;

	for (; from < to; from++)
		rows += rows_of(s->lines[from], s->columns);
	return rows;
}

/* The last line before 'to' that a sentence, or a paragraph, ends before. */
static size_t sentence_end(const struct screen *s, size_t to)
{
	while (to && strncmp(s->lines[to], "  - ", 4) && *s->lines[to] != '\n')
		to--;
	return to;
}

/* Where the second sentence begins, or the table. */
static size_t first_sentence_end(const struct screen *s)
{
	size_t at = 0, sentences = 0;

	while (at < s->table && (sentences += !strncmp(s->lines[at], "  - ", 4)) < 2)
		at++;
	return at;
}

/* Sentences make room for the first rows of the flat profile.  Whether there is more. */
static bool print_lines(FILE *out, const struct screen *s, int rows)
{
	size_t cut = s->table, least = first_sentence_end(s), at = 0;

	while (cut > least && rows_between(s, 0, cut) + TABLE_ROWS > rows)
		cut = sentence_end(s, cut - 1);
	for (; at < cut; at++)
		fputs(s->lines[at], out);
	rows -= rows_between(s, 0, cut);
	if (cut < s->table) {
		fputs("  ...\n\n", out);
		rows -= 2;
	}
	for (at = s->table; at < s->n && rows >= rows_of(s->lines[at], s->columns); at++) {
		fputs(s->lines[at], out);
		rows -= rows_of(s->lines[at], s->columns);
	}
	return at < s->n;
}

/* Returns true if there are more lines. */
static bool print_screen(FILE *out, int memory, int rows, int columns)
{
	struct screen s = { .columns = columns, .table = SIZE_MAX };
	FILE *in = fdopen(memory, "r");
	char *line = NULL;
	size_t room = 0;
	bool more;

	if (!in) {
		close(memory);
		return true;
	}
	rewind(in);
	while (getline(&line, &room, in) > 0 && (s.table == SIZE_MAX || s.n < s.table + rows)) {
		if (s.table == SIZE_MAX && strstr(line, "Functions by their "))
			s.table = s.n;
		*gp_push(s.lines, s.n, s.room) = gp_strdup(line);
	}
	fclose(in);
	free(line);
	s.table = s.table < s.n ? s.table : s.n;
	more = print_lines(out, &s, rows);
	for (size_t i = 0; i < s.n; i++)
		free(s.lines[i]);
	free(s.lines);
	return more;
}

static int choose(const struct run_summary *c, const struct program_list *r, uint32_t *program,
		  struct gp_error *e)
{
	*program = c->program ? program_list_find(r, c->program) : 0;
	if (*program != GP_NONE)
		return 0;
	return gp_fail(e, "no profile of a program '%s' in '%s'", c->program, c->folder);
}

static void print_report(FILE *out, const struct run_summary *c, const struct program_list *r,
			 int used)
{
	bool color = out == stderr && paint_wanted(PAINT_AUTO, STDERR_FILENO);
	int rows, columns, memory = -1;
	struct gp_error why;
	uint32_t program;

	if (choose(c, r, &program, &why) == 0)
		memory = report_to_memory(r, program, color, &why);
	if (memory < 0) {
		gprintf(out, "no report: %s\n", why.text);
		return;
	}
	size_of_screen(&rows, &columns);
	rows -= used + 4;
	fputc('\n', out);
	if (print_screen(out, memory, rows > LEAST_ROWS ? rows : LEAST_ROWS, columns))
		fputs("...\n", out);
	gprintf(out, "`gprof-llvm report' shows all of it, `gprof-llvm report BINARY %s' another "
		"program\n", c->folder);
}

void run_summary_print(const struct run_summary *c, FILE *out)
{
	struct gp_error none;
	struct program_list r;
	int used;

	if (program_list_read(&r, c->folder, &none) < 0) {
		gprintf(out, "gprof-llvm run: no profile: no program that was run is compiled with "
			"the plugin, or none could write to '%s'\n", c->folder);
		print_missed(out, c, &r);
	} else {
		used = print_table(out, c, &r);
		used += print_missed(out, c, &r);
		print_report(out, c, &r, used);
	}
	program_list_release(&r);
	fflush(out);
}
