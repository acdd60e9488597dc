/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.h - annotated functions, files and instructions as text.
 *
 *	annotate_print_hottest()
 *	annotate_print_functions()
 *	annotate_print_footer()   the time outside of them, so that all adds up to the run's time
 *
 * Files use only files that are declared above them here.
 *
 * Cost: reads whole the source files of the functions printed, and decodes their code.
 */
#ifndef GPROF_ANNOTATE_PRINT_H
#define GPROF_ANNOTATE_PRINT_H

#include "annotate/selection.h"
#include "annotate/listing.h"
#include "binary/source.h"
#include "code/disasm.h"
#include "text/demangle.h"
#include "text/paint.h"

#include <stdio.h>

#define ANNOTATE_WHOLE UINT32_MAX /* context: all lines */

struct annotate_style {
	FILE *out;
	bool color;
	bool brief;            /* no explanation of the columns */
	enum name_form names;
	uint32_t context;      /* lines shown around those with figures */
	double threshold;      /* per cent of the function's time, or if there is none of its
				  executions: lines with less are left out */
	bool shortened;        /* the threshold is the default: say how to see all */
	bool intel;            /* instructions of x86-64 as Intel writes them */
	size_t width;          /* of the terminal; 0: any */
};

struct annotate_printing {
	struct annotate_style style;
	struct annotation *a;
	struct sources *sources;
	/* Called before each row that has own time or time of inlined code; or NULL. */
	void (*at_row)(void *context, double weight);
	void *context;
};

/* ---- cells.c: the parts of a line */

/* Returns true if the profile has times; without times their columns are left out. */
bool annotate_is_timed(const struct annotate_printing *t);

void annotate_paint(const struct annotate_printing *t, enum paint p);

/* A function's name as the style wants it; the caller frees it. */
char *annotate_name(const struct annotate_printing *t, const char *linkage);

/* The same for a node.  A static function of a header has the compiled file after its name. */
char *annotate_instance(const struct annotate_printing *t, uint32_t node);

/* Prints the text of a line after its figures, if any, and the end of the line. */
void annotate_print_text(const struct annotate_printing *t, const char *text);

/* Warns once that a source file is missing, or is newer than the code. */
void annotate_warn_source(const struct annotate_printing *t, struct source *source,
			  uint32_t object);

/* ---- columns.c: the figures of a line, and their headings */

void annotate_print_columns(const struct annotate_printing *t, bool code);

/* Figures of a row, up to where its text begins; NULL: the place has no row.  'total' is the time
   of the place and its callees; NULL: left blank. */
void annotate_print_figures(const struct annotate_printing *t, const char *label,
			    const struct annotate_executed *executed,
			    const struct annotate_row *row, const struct weight *total);

/* A row's share of its function, per cent.  Own time is a share of the function's own time; time
   of callees is a share of all time that has the function on its stack. */
double annotate_share(const struct annotate_printing *t, const struct annotate_row *row);

/* ---- branches.c: a row for each place that control went to, with how often */

void annotate_print_branches(const struct annotate_printing *t, const struct annotate_executed *e);

/* "taken 37.2 %, 12 of 345"; the caller frees it. */
char *annotate_branch_text(const struct block_count *reached, const struct block_count *taken);

/* ---- place_rows.c: the rows of one place: from..to of 'rows', own time first */

/* Prints the figures, with 'text' in the first line, and the callees.  'count' is how often the
   place was executed, if no row has that; or NULL. */
void annotate_print_place(const struct annotate_printing *t, const struct annotate_rows *rows,
			  size_t from, size_t to, const char *label,
			  const struct block_count *count, const char *text);

/* Returns true if some row of the place has enough time, executions or calls to be printed. */
bool annotate_is_significant(const struct annotate_printing *t, const struct annotate_rows *rows,
			     size_t from, size_t to);

/* The sum of the places that are not printed. */
struct annotate_left_out {
	double weight; /* own time */
	size_t n;      /* places with own time; in a profile without times, with executions */
};
void annotate_leave_out(const struct annotate_printing *t, const struct annotate_rows *rows,
			size_t from, size_t to, struct annotate_left_out *sum);
void annotate_print_left_out(const struct annotate_printing *t,
			     const struct annotate_left_out *sum, const char *what);

/* ---- source_listing.c, assembly_listing.c: a function's lines or instructions; 'rows' are in the
   order of places */

void annotate_print_lines(struct annotate_printing *t, uint32_t function,
			  const struct annotate_rows *rows);
void annotate_print_code(struct annotate_printing *t, uint32_t function,
			 const struct annotate_rows *rows);

/* An instruction with the name of the function that it calls or jumps to; the caller frees it. */
char *annotate_instruction(struct elfobj *elf, const struct disasm_insn *insn,
			   enum name_form names);

/* ---- header.c: before a function's lines, and after them */

void annotate_print_header(const struct annotate_printing *t, uint32_t function);
void annotate_print_classes(const struct annotate_printing *t, uint32_t function);

/* ---- hottest_lines.c: the lines with most time, or in a profile without times with most
   executions */

void annotate_print_hottest(struct annotate_printing *t, bool named);

/* ---- print.c */

void annotate_print_functions(struct annotate_printing *t, const uint32_t *functions, size_t n);

/* ---- footer.c */

void annotate_print_footer(struct annotate_printing *t);
void annotate_print_explanation(const struct annotate_printing *t);

#endif
