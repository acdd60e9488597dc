/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * browse.c - where a reader is, and the keys that all panes share; see browse.h.
 */
#include "browse/pane.h"
#include "executions/exact.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ places */

static bool is_of_function(enum browse_pane pane)
{
	return pane == PANE_ENTRY || pane == PANE_LINES;
}

/* -1: nothing has changed but the message. */
static int enter(struct browse *b, enum browse_pane pane, uint32_t node)
{
	struct browse_place here = { b->pane, b->node, pane_list(b)->at, pane_list(b)->top };

	b->pane = pane;
	if (is_of_function(pane))
		b->node = node;
	if (b->panes[pane]->open(b) == 0)
		return 0;
	b->pane = here.pane;
	b->node = here.node;
	return -1;
}

/* Goes to a pane, of a function where it is one's; the way back leads here. */
static void go_to(struct browse *b, enum browse_pane pane, uint32_t node)
{
	struct browse_place here = { b->pane, b->node, pane_list(b)->at, pane_list(b)->top };

	if (is_of_function(pane) && node == GP_NONE) {
		pane_set_message(b, gp_strdup("this row is not a function"));
		return;
	}
	if (pane == b->pane && (!is_of_function(pane) || node == b->node))
		return;
	if (enter(b, pane, node) == 0) {
		*gp_push(b->places_before, b->nbefore, b->before_room) = here;
		pane_select(b, pane_list(b)->at);
	}
}

static void go_back(struct browse *b)
{
	struct browse_place place;

	if (!b->nbefore) {
		pane_set_message(b, gp_strdup("this is where you began: q quits"));
		return;
	}
	place = b->places_before[--b->nbefore];
	if (enter(b, place.pane, place.node) < 0)
		return;
	pane_list(b)->top = place.top;
	pane_select(b, place.at);
}

/* ------------------------------------------------------------------ keys */

static const char *sort_name(enum report_sort sort)
{
	static const char *const names[] = {
		[SORT_DEFAULT] = "", [SORT_SELF] = "self", [SORT_TOTAL] = "total",
		[SORT_CHILDREN] = "children", [SORT_CALLS] = "calls",
		[SORT_SELF_CALL] = "self per call", [SORT_TOTAL_CALL] = "total per call",
		[SORT_NAME] = "name",
	};

	return names[sort];
}

/* By the column after the one it is sorted by, or before. */
static void sort_by_next(struct browse *b, bool before)
{
	const struct pane *p = pane_of(b);
	size_t n = 0, at = 0;

	if (!p->order) {
		pane_set_message(b, gp_strdup("these rows have one order"));
		return;
	}
	for (; p->sorts[n]; n++)
		if (p->sorts[n] == pane_list(b)->sort)
			at = n;
	pane_list(b)->sort = p->sorts[(at + (before ? n - 1 : 1)) % n];
	p->order(b);
	pane_set_message(b, gp_format("sorted by %s", sort_name(pane_list(b)->sort)));
}

static bool move(struct browse *b, int key)
{
	size_t at = pane_list(b)->at, rows = pane_rows(b);

	switch (key) {
	case BROWSE_UP:
	case 'k':
		at -= at > 0;
		break;
	case BROWSE_DOWN:
	case 'j':
		at++;
		break;
	case BROWSE_PAGE_UP:
	case 'B' & 31:
		at -= at < rows ? at : rows;
		break;
	case BROWSE_PAGE_DOWN:
	case ' ':
	case 'F' & 31:
		at += rows;
		break;
	case BROWSE_HOME:
		at = 0;
		break;
	case BROWSE_END:
		at = SIZE_MAX;
		break;
	default:
		return false;
	}
	pane_select(b, at);
	return true;
}

static bool change_pane(struct browse *b, int key)
{
	switch (key) {
	case 'f':
	case 'R':
		go_to(b, PANE_FUNCTIONS, GP_NONE);
		break;
	case 'g':
		go_to(b, PANE_ENTRY, pane_selected_node(b));
		break;
	case 'G':
	case 't':
		go_to(b, PANE_TREE, GP_NONE);
		break;
	case 'a':
		go_to(b, PANE_LINES, pane_selected_node(b));
		break;
	case 'h':
	case '?':
		go_to(b, PANE_HELP, GP_NONE);
		break;
	case BROWSE_BACK:
	case BROWSE_ESCAPE:
	case BROWSE_LEFT:
	case 'u':
		go_back(b);
		break;
	default:
		return false;
	}
	return true;
}

static void press(struct browse *b, int key)
{
	const struct pane *p = pane_of(b);

	if ((p->key && p->key(b, key)) || move(b, key) || change_pane(b, key))
		return;
	switch (key) {
	case BROWSE_ENTER:
	case BROWSE_RIGHT:
		go_to(b, PANE_ENTRY, pane_selected_node(b));
		break;
	case '/':
		b->typing = true;
		b->typed[0] = '\0';
		break;
	case 'n':
	case 'N':
		search_again(b, key == 'N');
		break;
	case 's':
	case '>':
	case '<':
		sort_by_next(b, key == '<');
		break;
	case 'q':
		if (b->pane == PANE_HELP)
			go_back(b);
		else
			b->quit = true;
		break;
	}
}

void browse_key(struct browse *b, int key)
{
	pane_set_message(b, NULL);
	if (b->typing)
		search_key(b, key);
	else
		press(b, key);
}

/* ------------------------------------------------------------------ */

static void take_instructions(struct browse *b)
{
	struct executed_sum sum;

	inclusive_init(&b->paths, &b->result->program->graph, b->result->executions);
	b->report.graph = &b->paths.g;
	b->total = inclusive_all(&b->paths);
	sum = executed_sum(b->result->executions);
	b->whole = executed_text(&sum);
}

void browse_init(struct browse *b, const struct result *r, const struct report_options *options,
		 const struct source_places *places, const char *name, bool instructions)
{
	static const struct pane *const panes[] = {
		[PANE_FUNCTIONS] = &pane_functions, [PANE_ENTRY] = &pane_entry,
		[PANE_TREE] = &pane_tree, [PANE_LINES] = &pane_lines, [PANE_HELP] = &pane_help,
	};

	*b = (struct browse){ .panes = panes, .result = r, .places = places, .name = name,
			      .node = GP_NONE, .text_node = GP_NONE, .lines = 24, .columns = 80,
			      .instructions = instructions, .total = r->program->total,
			      .measure = instructions ? &measure_instructions
						      : r->program->measure };
	report_init(&b->report, NULL, r, options);
	if (instructions)
		take_instructions(b);
	b->lists[PANE_FUNCTIONS].sort = options->sort ? options->sort : SORT_SELF;
	b->lists[PANE_ENTRY].sort = b->lists[PANE_TREE].sort = SORT_TOTAL;
	pane_functions.open(b);
}

void browse_resize(struct browse *b, size_t lines, size_t columns)
{
	b->lines = lines ? lines : 1;
	if (columns != b->columns)
		b->text_node = GP_NONE; /* source fits the screen */
	b->columns = columns ? columns : 1;
	pane_select(b, pane_list(b)->at);
}

void browse_release(struct browse *b)
{
	free(b->functions);
	free(b->entry);
	if (b->has_tree) {
		treerows_release(&b->rows);
		filtered_tree_release(&b->tree);
	}
	free(b->all);
	free(b->open);
	free(b->shown);
	free(b->text);
	free(b->text_lines);
	free(b->hot);
	free(b->places_before);
	free(b->message);
	free(b->whole);
	if (b->instructions)
		inclusive_release(&b->paths);
	report_release(&b->report);
}
