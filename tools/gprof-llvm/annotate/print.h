/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.h - annotated functions, files and instructions as text.
 *
 *	annotate_print_hottest()
 *	annotate_print_functions()
 *	annotate_print_footer()   the time that is in none of them: all adds up to the run's
 *
 * Cost: of what is printed: its source files are read whole, its code is decoded.
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
	/* Told before each row with own time, or that of what is inlined there; NULL: nobody is. */
	void (*at_row)(void *context, double weight);
	void *context;
};

/* Returns true if there are times: what is not is not shown. */
bool annotate_is_timed(const struct annotate_printing *t);

/* header.c: above the lines of a function, and below them. */
void annotate_print_header(const struct annotate_printing *t, uint32_t function);
void annotate_print_classes(const struct annotate_printing *t, uint32_t function);

/* hottest_lines.c: the lines with most time, or if there is none with most executions. */
void annotate_print_hottest(struct annotate_printing *t, bool named);

void annotate_print_functions(struct annotate_printing *t, const uint32_t *functions, size_t n);
void annotate_print_footer(struct annotate_printing *t);
void annotate_print_explanation(const struct annotate_printing *t);

/* source_listing.c: a function's lines, with the rows of it in the order of places. */
void annotate_print_lines(struct annotate_printing *t, uint32_t function,
			  const struct annotate_rows *rows);

/* assembly_listing.c: a function's instructions. */
void annotate_print_code(struct annotate_printing *t, uint32_t function,
			 const struct annotate_rows *rows);

/* An instruction with the name of what it calls or jumps to; to be freed. */
char *annotate_instruction(struct elfobj *elf, const struct disasm_insn *insn,
			   enum name_form names);

/* columns.c: what stands above the figures of lines, or of instructions. */
void annotate_print_columns(const struct annotate_printing *t, bool code);

/* Figures of a row, up to where its text begins; NULL: of a place that has none.  'total' is the
   place's with what it called; NULL: the row does not say it. */
void annotate_print_figures(const struct annotate_printing *t, const char *label,
			    const struct annotate_executed *executed,
			    const struct annotate_row *row, const struct weight *total);

/* A row's share of its function, per cent: own time is shared out among its lines, what they called
   is a part of all time that the function was there. */
double annotate_share(const struct annotate_printing *t, const struct annotate_row *row);

/* A line's text after its figures, and an end of line; NULL: there is no text. */
void annotate_print_text(const struct annotate_printing *t, const char *text);

/* Rows from..to of one place, its own first: figures, with 'text' beside the first of
   them, and callees.  'count' is how often it was executed, if no row says so; or NULL. */
void annotate_print_place(const struct annotate_printing *t, const struct annotate_rows *rows,
			  size_t from, size_t to, const char *label,
			  const struct block_count *count, const char *text);

/* branches.c: where control went from a place, and how often, a row each. */
void annotate_print_branches(const struct annotate_printing *t, const struct annotate_executed *e);

/* "taken 37.2 %, 12 of 345"; to be freed. */
char *annotate_branch_text(const struct block_count *reached, const struct block_count *taken);

/* Returns true if the rows of a place are to be shown on their own account. */
bool annotate_is_significant(const struct annotate_printing *t, const struct annotate_rows *rows,
			     size_t from, size_t to);

/* What is left out, added up. */
struct annotate_left_out {
	double weight; /* own time */
	size_t n;     /* places with own time, or if there are no times with executions */
};
void annotate_leave_out(const struct annotate_printing *t, const struct annotate_rows *rows,
			size_t from, size_t to, struct annotate_left_out *sum);
void annotate_print_left_out(const struct annotate_printing *t,
			     const struct annotate_left_out *sum, const char *what);

/* Tells once what is wrong with a source file. */
void annotate_warn_source(const struct annotate_printing *t, struct source *source,
			  uint32_t object);

/* To be freed. */
char *annotate_name(const struct annotate_printing *t, const char *linkage);

/* The same of a node; of a static function of a header with the file that was compiled to it. */
char *annotate_instance(const struct annotate_printing *t, uint32_t node);

void annotate_paint(const struct annotate_printing *t, enum paint p);

#endif
