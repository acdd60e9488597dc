/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * search.c - to find a name in the rows of a pane; see pane.h.  Capitals are the same as small
 * letters.
 */
#include "browse/pane.h"

#include <stdlib.h>
#include <string.h>

/* Rows that are searched: of the tree those that are folded too. */
static size_t rows_of(const struct browse *b)
{
	return b->pane == PANE_TREE ? b->rows.n - 1 : b->lists[b->pane].n;
}

static bool has(const struct browse *b, size_t row)
{
	return strcasestr(pane_of(b)->name(b, row), b->sought);
}

void search_again(struct browse *b, bool backwards)
{
	size_t n = rows_of(b), at = b->pane == PANE_TREE ? tree_place(b) : pane_list(b)->at;

	if (!*b->sought) {
		pane_set_message(b, gp_strdup("nothing to search for: type / and a name"));
		return;
	}
	for (size_t i = 1; i <= n; i++) {
		size_t row = (backwards ? at + n - i : at + i) % n;

		if (!has(b, row))
			continue;
		if (b->pane == PANE_TREE)
			tree_show(b, row);
		else
			pane_select(b, row);
		if (backwards ? row >= at : row <= at)
			pane_set_message(b, gp_format("/%s: all rows searched", b->sought));
		return;
	}
	pane_set_message(b, gp_format("no row with '%s'", b->sought));
}

/* Of UTF-8 a whole character. */
static void take_back(char *text)
{
	size_t n = strlen(text);

	while (n && (text[n - 1] & 0xc0) == 0x80)
		n--;
	text[n - (n > 0)] = '\0';
}

void search_key(struct browse *b, int key)
{
	size_t n = strlen(b->typed);

	if (key == BROWSE_ENTER || key == BROWSE_ESCAPE) {
		b->typing = false;
		if (key == BROWSE_ESCAPE)
			return;
		if (n)
			memcpy(b->sought, b->typed, n + 1);
		search_again(b, false);
	} else if (key == BROWSE_BACK) {
		take_back(b->typed);
		b->typing = n;
	} else if (key >= ' ' && key < 256 && n + 1 < sizeof b->typed) {
		b->typed[n] = (char)key;
		b->typed[n + 1] = '\0';
	}
}
