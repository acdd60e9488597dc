/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keys.c - see keys.h.
 */
#include "browse/keys.h"
#include "browse/browse.h"

#include <string.h>

static const struct {
	const char *name;
	int key;
} names[] = {
	{ "<Up>", BROWSE_UP },		{ "<Down>", BROWSE_DOWN },
	{ "<Left>", BROWSE_LEFT },	{ "<Right>", BROWSE_RIGHT },
	{ "<PgUp>", BROWSE_PAGE_UP },	{ "<PgDn>", BROWSE_PAGE_DOWN },
	{ "<Home>", BROWSE_HOME },	{ "<End>", BROWSE_END },
	{ "<Enter>", BROWSE_ENTER },	{ "<Backspace>", BROWSE_BACK },
	{ "<Esc>", BROWSE_ESCAPE },	{ "<Tab>", BROWSE_TAB },
	{ "<S-Tab>", BROWSE_BACK_TAB },	{ "<lt>", '<' },
};

int keys_next(const char **text)
{
	if (**text != '<')
		return **text ? (unsigned char)*(*text)++ : 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i].name);

		if (strncmp(*text, names[i].name, n) != 0)
			continue;
		*text += n;
		return names[i].key;
	}
	return -1;
}
