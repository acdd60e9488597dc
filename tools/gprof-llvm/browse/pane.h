/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pane.h - the common interface of the panes of browse.h, and functions that they share.
 */
#ifndef GPROF_BROWSE_PANE_H
#define GPROF_BROWSE_PANE_H

#include "browse/browse.h"

struct pane {
	const char *title;
	/* Makes the rows; -1: there are none, and the message says why. */
	int (*open)(struct browse *b);
	/* The head of the columns, and a row; the caller frees them. */
	char *(*head)(const struct browse *b);
	char *(*text)(const struct browse *b, size_t row);
	const char *(*name)(const struct browse *b, size_t row); /* what is searched */
	uint32_t (*node)(const struct browse *b, size_t row);    /* or GP_NONE */
	double (*share)(const struct browse *b, size_t row);     /* of all time, per cent */
	/* Orders the rows that are there by list.sort; NULL: they have one order. */
	void (*order)(struct browse *b);
	const enum report_sort *sorts; /* that a reader can go through; SORT_DEFAULT ends them */
	/* Handles a key of its own, or returns false.  May be NULL. */
	bool (*key)(struct browse *b, int key);
};

extern const struct pane pane_functions, pane_entry, pane_tree, pane_lines, pane_help;

/* The pane on the screen. */
static inline const struct pane *pane_of(const struct browse *b)
{
	return b->panes[b->pane];
}

static inline struct browse_list *pane_list(struct browse *b)
{
	return &b->lists[b->pane];
}

/* Takes over a text for the last line of the screen. */
void pane_set_message(struct browse *b, char *message);

/* The function of the selected row, or GP_NONE. */
uint32_t pane_selected_node(const struct browse *b);

/* Selects a row, or the nearest there is, and brings it on the screen. */
void pane_select(struct browse *b, size_t row);

/* Lines of the screen that show rows. */
size_t pane_rows(const struct browse *b);

/* How many of the columns of a pane the screen has room for. */
enum pane_room { ROOM_FEW, ROOM_SOME, ROOM_ALL };
enum pane_room pane_room(const struct browse *b);

/* Room for times per call, too. */
bool pane_is_wide(const struct browse *b);

/* Columns of a time per call: "5.5 ±0.6 ns". */
#define PANE_EACH 16

/* Such a time, aligned; blank if there were no calls, or no time.  To be freed. */
char *pane_each(const struct browse *b, const struct interval *i, int64_t calls);

/* Half of a 95 % interval in the unit of amounts, after an amount: " ±0.031"; blank if unknown, ""
   without room or without an interval.  The caller frees it. */
char *pane_error(const struct browse *b, const struct interval *i);
/* The columns of these; 0: there are none. */
int pane_error_width(const struct browse *b);

/* 95 % of a total from stacks; without them, or without samples, the total alone. */
struct interval pane_total(const struct browse *b, double weight, const struct weight *w);

/* Times by stacks, or NULL when instructions are browsed. */
const struct measured *pane_measured(const struct browse *b);

/* Per cent of all time, or of all instructions. */
double pane_percent(const struct browse *b, double weight);

/* The head of a column of amounts: what is measured, and its unit.  Bytes have their unit beside
   them. */
#define PANE_COLUMN 32
void pane_column(const struct browse *b, const char *what, char column[PANE_COLUMN]);

/* An amount that is shown as more than 0. */
double pane_least(const struct browse *b);

/* Seconds, a size, or a number, aligned; columns of it.  To be freed. */
char *pane_amount(const struct browse *b, double weight);
int pane_amount_width(const struct browse *b);

/* The mark after a function's own instructions, and after those including callees: blank if
   exact. */
char pane_own_mark(const struct browse *b, uint32_t node);
char pane_total_mark(const struct browse *b, uint32_t node);

/* Instructions of a call, aligned; to be freed. */
char *pane_per_call(const struct browse *b, double instructions, int64_t calls, bool average,
		      bool open);


/* The name of a function, with the cycle that it is in; to be freed. */
char *pane_name(const struct browse *b, uint32_t node);

/* search.c: goes to the next row that has what is sought. */
void search_again(struct browse *b, bool backwards);
void search_key(struct browse *b, int key);

/* tree.c: opens what hides a row of browse.all, and selects it. */
void tree_show(struct browse *b, size_t place);
/* The place in browse.all of the row selected. */
size_t tree_place(const struct browse *b);

#endif
