/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args.h - the options that views share: the struct that they fill in, and helpers for the values
 * of options.
 *
 * What selects (grammar.c), what is read (args_input.c), groups, cycles and attribution
 * (args_functions.c), and how it is printed (args_text.c) have their options in files of their own.
 * The parser of each subject is a child of the command's (command_line.h) and gets the whole struct
 * as input.  Keys need to be different within a subject only; short options belong to the command.
 */
#ifndef GPROF_OPTIONS_ARGS_H
#define GPROF_OPTIONS_ARGS_H

#include "analysis/operands.h"
#include "binary/source.h"
#include "report/report.h"

#include <argp.h>

/* Sections of the text; none: flat and graph. */
struct report_sections {
	bool flat, graph, threads, processes, modules, uncalled, targets;
	bool group_table, members;
	enum tree_form tree;
	bool classes;
	enum tree_threads tree_threads; /* of it, and of folded stacks */
	bool phases; /* this table only */
	bool ranks;  /* the same */
	bool instructions; /* the same: --measure=instructions */
	enum figure figure; /* the same: --measure=alloc, written and so on */
	bool times; /* lengths of calls */
	bool io; /* the same: --io */
	bool faults; /* the same: --faults */
	bool locks, files; /* what threads waited for */
	bool insights; /* the sentences */
	bool unexecuted; /* lines */
	bool no_head, no_uncalled, no_insights;
};

struct report_arguments {
	struct request request; /* what is read and computed */
	struct report_sections sections;
	struct report_options report;
	enum paint_when color;
	bool no_pager;
	struct operands words; /* BINARY and PROFILE..., until all are read */
	struct operands *functions; /* for words that name functions; NULL: it takes none */
	bool limited;      /* report.limit was given */
	bool named;        /* report.names was given, by --names */
	bool formed;       /* by whatever option */
	bool arcs_given;   /* request.join.arcs was */
	struct source_places sources;
};

extern const struct argp args_attribution; /* whose time the time of callees is */
extern const struct argp args_classes; /* code classes */
extern const struct argp args_parts;  /* parts of a run */
extern const struct argp args_cut;    /* arcs left out of cycles */
extern const struct argp args_groups; /* groups in place of functions */
extern const struct argp args_group_tables; /* what the report says of them */
extern const struct argp args_names;  /* how the text looks */
extern const struct argp args_tree;   /* the tree of calls */
extern const struct argp args_files;  /* where files are; input: struct files */
extern const struct argp args_debug;  /* the same without --symfs, which grammar.h has */
extern const struct argp args_threads; /* whether threads are apart in it */
extern const struct argp args_select; /* BINARY, PROFILE..., joining */

/* argp_error() of texts that are escaped: a usage error, which ends the tool with status 2. */
void args_error(const struct argp_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The position of a word among the 'n' that an option may have; a usage error
   that names them if it is none. */
int args_word(const char *option, const char *text, const char *const *words, int n,
	      struct argp_state *state);

/* What an option may have. */
#define ARGS_WORDS 32
struct args_words {
	const char *words[ARGS_WORDS]; /* borrowed */
	int n;
};

/* Unless it is NULL, args_word() keeps the words there and takes any text for the first. */
extern struct args_words *args_listing;

/* A whole number of at most 'most'. */
uint64_t args_number(const char *option, const char *text, uint64_t most,
		     struct argp_state *state);

/* The one argument of a command about a process; other keys are unknown. */
error_t args_process(int key, const char *arg, const char **who, const struct argp_state *state);

/* A number from 0 to 100. */
double args_percent(const char *option, const char *text, struct argp_state *state);

/* graph.c: what `gprof-llvm graph' writes as 'dot' or 'svg' of what is read. */
int graph_export(struct report_arguments *of, const char *format, const char *output,
		 struct gp_error *e);

/* Refuses what needs stacks, where numbers of calls divide instructions among functions. */
void args_check_divided(const struct request *q, const struct argp_state *state);

/* The value of --names. */
enum name_form args_name_form(const char *text, struct argp_state *state);

#endif
