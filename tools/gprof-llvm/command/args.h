/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args.h - the command line of `report` and `export`: what it fills in, and helpers for
 * the values of options.
 *
 * Each subject has its options in a file args_SUBJECT.c and a part of its own in
 * struct report_arguments.  Its parser is an argp child of report.c's and
 * gets the whole struct as input.  Keys need to be different within a
 * subject only; short options belong to report.c.
 */
#ifndef GPROF_COMMAND_ARGS_H
#define GPROF_COMMAND_ARGS_H

#include "analysis/classes.h"
#include "analysis/grouped.h"
#include "analysis/measured.h"
#include "program/profiles.h"
#include "program/targets.h"
#include "report/report.h"
#include "select/cutting.h"

#include <argp.h>

/* Sections of the text; none: flat and graph. */
struct report_sections {
	bool flat, graph, threads, processes, modules, never, targets;
	bool summary, members; /* of groups */
	enum tree_form tree;
	bool classes;
	enum tree_threads tree_threads; /* of it, and of folded stacks */
	bool phases; /* this table only */
	bool no_head, no_never;
};

/* Groups in place of functions. */
struct grouping {
	const char *file; /* of patterns, or NULL */
	bool wanted;      /* by a file, or groups.by */
	bool made;        /* what follows is filled in */
	struct groups groups;
	struct program grouped;          /* that has them */
	const struct program *functions; /* what it was made of */
};

struct report_arguments {
	const char *binary;
	struct report_sections sections;
	struct report_options report;
	struct join_options join;
	struct files files;
	struct choice choice;
	struct grouping grouping;
	struct cutting cutting;
	struct measured measured; /* of the joined program, if report.measured is set */
	bool beside; /* it is not applied: times stay those by numbers of calls */
	const char *needs_stacks; /* what has no other attribution than measured, such as "a
				     prediction"; or NULL */
	struct targets targets; /* made for sections.targets */
	struct class_sum classes; /* made for sections.classes */
	enum paint_when color;
	bool no_pager;
	struct profiles_wanted wanted;
	size_t paths_room; /* of wanted.paths */
	struct sum *sum; /* in place of profiles: what the files were merged to; or NULL */
};

extern const struct argp args_attribution; /* whose time the time of callees is */
extern const struct argp args_classes; /* code classes */
extern const struct argp args_parts;  /* parts of a run */
extern const struct argp args_choice; /* functions shown, their order and number */
extern const struct argp args_cut;    /* cycles taken apart */
extern const struct argp args_groups; /* groups in place of functions */
extern const struct argp args_group_tables; /* what the report says of them */
extern const struct argp args_names;  /* how the text looks */
extern const struct argp args_tree;   /* the tree of calls */
extern const struct argp args_files;  /* where files are; input: struct files */
extern const struct argp args_threads; /* whether threads are apart in it */
extern const struct argp args_select; /* BINARY, PROFILE..., joining */

/* Opens the binary, or merges what is named if a merged profile is among it: the program
   borrows from 'a' until args_release(). */
int args_open(struct report_arguments *a, struct program *p, struct gp_error *e);

/* All that options, args_open() and args_join() have put there; after program_close(). */
void args_release(struct report_arguments *a);

/* Reads the profiles that are looked at into an open program, and makes its call
   graph with all times, of the functions chosen; or that of its groups, if wanted, in
   the program that args_program() then names. */
int args_join(struct report_arguments *a, struct program *p, struct profiles *found,
	      struct gp_error *e);

/* The first part of args_join(): up to program_join(). */
int args_load(struct report_arguments *a, struct program *p, struct profiles *found,
	      struct gp_error *e);

/* The program that has the call graph asked for: 'p', or its groups. */
const struct program *args_program(const struct report_arguments *a, const struct program *p);

/* Parts of args_join(): reads the file of groups; makes the groups after program_join(). */
int args_read_groups(struct report_arguments *a, struct gp_error *e);
struct program *args_group(struct report_arguments *a, struct program *p);
void grouping_release(struct grouping *g);

/* Part of args_join(), before cycles are found: settles report.attribution, fails for one
   that cannot be had. */
int args_attribute(struct report_arguments *a, struct program *p, struct gp_error *e);

/* After args_join(): fills in 'classes', if they are asked for; fails where they cannot be
   had. */
int args_classify(struct report_arguments *a, struct program *p, struct gp_error *e);

/* The position of a word among the 'n' that an option may have; a usage error
   that names them if it is none. */
int args_word(const char *option, const char *text, const char *const *words, int n,
	      struct argp_state *state);

/* A whole number of at most 'most'. */
uint64_t args_number(const char *option, const char *text, uint64_t most,
		     struct argp_state *state);

/* A number from 0 to 100. */
double args_percent(const char *option, const char *text, struct argp_state *state);

/* A usage error for --phases, of commands that have no such table. */
void args_no_phases(const struct report_arguments *a, struct argp_state *state);

#endif
