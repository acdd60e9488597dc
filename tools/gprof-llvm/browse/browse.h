/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * browse.h - a result that a reader walks through with keys.  It knows no terminal: keys are
 * numbers, and a screen is lines of text.
 *
 *	browse_init()     of a result with BROWSE_NEEDS
 *	browse_resize()   before the first key, and whenever the screen changes its size
 *	browse_key()      any number of times, until 'quit'
 *	screen_lines()    (screen.h) the lines of the screen now
 *	browse_release()
 *
 * A pane is a list of rows with one selected: the functions, the entry of a function in the call
 * graph, the tree of calls, the lines of a function, the keys.  A pane makes its rows when it is
 * opened; the text of a row is made when it is on the screen.
 *
 * Cost: a key takes O(rows of the pane) at most; opening lines takes as long as annotate.
 */
#ifndef GPROF_BROWSE_BROWSE_H
#define GPROF_BROWSE_BROWSE_H

#include "binary/source.h"
#include "executions/exact.h"
#include "report/report.h"
#include "report/treerows.h"

#define BROWSE_NEEDS (NEED_PLACES | NEED_SITES | NEED_LINELESS_SITES | NEED_CALLEES | NEED_FILTERED)

/* Keys without a character; all others are bytes. */
enum browse_key {
	BROWSE_UP = 256,
	BROWSE_DOWN,
	BROWSE_LEFT,
	BROWSE_RIGHT,
	BROWSE_PAGE_UP,
	BROWSE_PAGE_DOWN,
	BROWSE_HOME,
	BROWSE_END,
	BROWSE_ENTER,
	BROWSE_BACK,
	BROWSE_ESCAPE,
	BROWSE_TAB,
	BROWSE_BACK_TAB,
};

enum browse_pane { PANE_FUNCTIONS, PANE_ENTRY, PANE_TREE, PANE_LINES, PANE_HELP, PANES };

/* The rows of a pane that is open, or was. */
struct browse_list {
	size_t n;   /* rows */
	size_t at;  /* the selected row; 0 without rows */
	size_t top; /* the first on the screen */
	enum report_sort sort;
};

/* Where a reader was. */
struct browse_place {
	enum browse_pane pane;
	uint32_t node; /* browse.node */
	size_t at, top;
};

enum entry_side { ENTRY_CALLER, ENTRY_SELF, ENTRY_CALLEE };

/* A row of an entry. */
struct entry_row {
	enum entry_side side;
	uint32_t node;      /* GP_NONE: outside */
	int64_t calls;
	double self, total; /* or instructions */
	struct interval time; /* 95 % of 'total' */
	struct weight rests; /* the samples of its time; none: not known */
	const char *source; /* that has the call, if the profile has not; or NULL */
	bool unknown;       /* the calls are not counted */
	bool inside;        /* the arc is within a cycle, or cut: it passes on no time */
	bool average;       /* of instructions: numbers of calls divide them */
	bool open;          /* the same: they are the least */
};

/* A line of the source with time. */
struct hot_line {
	size_t at; /* byte of the text, then line */
	double weight;
};

#define BROWSE_SEARCH 64 /* bytes of a text that is sought, with the NUL */

struct browse {
	const struct pane *const *panes; /* by enum browse_pane */
	const struct result *result;
	const struct source_places *places;
	const char *name;     /* of the program */
	struct report report; /* names, and the order of functions; its graph has instructions in
				 place of times if these are browsed */
	bool instructions;    /* are browsed, in place of time; then it has */
	struct inclusive paths;
	const struct measure *measure; /* of time or instructions, as browsed */
	double total;         /* of all functions */
	char *whole;          /* of instructions: the same with its bounds; or NULL */
	bool unused;          /* functions are listed that have neither, too */
	size_t hidden;        /* those that are not */
	enum browse_pane pane;
	struct browse_list lists[PANES];
	size_t lines, columns; /* of the screen */
	uint32_t node;        /* the entry and the lines are of it */
	uint32_t *functions;  /* nodes with a row, in their order */
	struct entry_row *entry;
	size_t entry_room;
	bool has_tree;        /* the rest is made: */
	struct filtered_tree tree;
	struct treerows rows;
	uint32_t *all;        /* rows of the tree, in their order when all are open */
	bool *open;           /* of rows: those below are shown */
	uint32_t *shown;      /* rows that are shown */
	char *text;           /* of a function's lines, each ended by NUL */
	char **text_lines;
	size_t text_room;
	struct hot_line *hot; /* of these lines: those with time, the most first */
	size_t nhot, hot_room;
	uint32_t text_node;   /* whose they are, or GP_NONE */
	struct browse_place *places_before;
	size_t nbefore, before_room;
	char sought[BROWSE_SEARCH]; /* the last text that was searched for, or "" */
	char typed[BROWSE_SEARCH];  /* while one is typed */
	bool typing;
	char *message;        /* of the last key, owned; or NULL */
	bool quit;
};

/* 'places' and 'name' are borrowed.  'instructions' of a result with executions, which are not
   refused. */
void browse_init(struct browse *b, const struct result *r, const struct report_options *options,
		 const struct source_places *places, const char *name, bool instructions);
void browse_resize(struct browse *b, size_t lines, size_t columns);
void browse_key(struct browse *b, int key);
void browse_release(struct browse *b);

#endif
