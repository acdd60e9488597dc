/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mapping.c - which object file a function is from, for --file-ordering: lines
 * `OBJECT:... FUNCTION', such as `nm -A' prints.  `No symbols in OBJECT' is skipped.
 * See ordering.h.
 */
#include "gprof/ordering.h"

#include <stdlib.h>
#include <string.h>

static int by_function(const void *x, const void *y, void *unused)
{
	const struct gnu_mapping *a = x, *b = y;
	int order = strcmp(a->function, b->function);

	(void)unused;
	/* Equal names keep their order: they point into one text. */
	return order ? order : a->function < b->function ? -1 : a->function > b->function;
}

/* Cuts a line into its parts; false: it has not all of them. */
static bool parse_line(char *line, struct gnu_mapping *m)
{
	char *colon = strchr(line, ':'), *blank = strrchr(line, ' ');

	if (!colon || colon == line || !blank || blank < colon)
		return false;
	*colon = 0;
	m->file = line;
	m->function = blank + 1;
	return true;
}

int gnu_mapping_parse(char *text, size_t size, const char *name, struct gnu_mapping **map,
		      size_t *n, struct gp_error *e)
{
	char *end = text + size;
	size_t room = 0;

	*map = NULL;
	*n = 0;
	while (text < end) {
		char *newline = memchr(text, '\n', (size_t)(end - text));
		struct gnu_mapping m;

		/* The caller left room for a NUL after the text. */
		*(newline ? newline : end) = 0;
		if (*text && strncmp(text, "No symbols in ", 14)) {
			if (!parse_line(text, &m))
				return gp_fail(e, "unable to parse mapping file %s.", name);
			m.first = !*n || strcmp(m.file, (*map)[*n - 1].file);
			*gp_push(*map, *n, room) = m;
		}
		text = newline ? newline + 1 : end;
	}
	gp_sort(*map, *n, sizeof **map, by_function, NULL);
	return 0;
}
