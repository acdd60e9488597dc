/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * line_symbols.c - see line_symbols.h.
 */
#include "gprof/symbols/line_symbols.h"

#include <stdlib.h>
#include <string.h>

void gnu_line_symbols_locate(struct gnu_table *t, struct gnu_where *w,
			     bool (*wanted)(const void *context, uint32_t symbol),
			     const void *context)
{
	for (uint32_t i = 0; i < t->nsymbols; i++) {
		struct gnu_symbol *s = &t->symbols[i];
		struct gnu_line line;

		if (s->file || (wanted && !wanted(context, i)) ||
		    !gnu_where_find(w, s->address, &line))
			continue;
		s->file = gnu_table_source(t, line.file);
		s->line = line.line;
	}
}

/* Lines are kept apart until all are there: functions are still looked up. */
struct lines {
	struct gnu_table *table;
	struct gnu_symbol *symbols;
	size_t n, room;
};

/* A line is static if its function is; of one function in one file all are alike. */
static void take_line(void *context, uint64_t address, const struct gnu_line *line)
{
	struct lines *l = context;
	struct gnu_symbol *s = gp_push(l->symbols, l->n, l->room);
	const struct gnu_symbol *last = l->n > 1 ? s - 1 : NULL;
	uint32_t around = gnu_table_find(l->table, address);

	s->address = address;
	s->name = line->function;
	s->file = gnu_table_source(l->table, line->file);
	s->line = line->line;
	if (around != GP_NONE) {
		s->local = l->table->symbols[around].local;
		s->extra = l->table->symbols[around].extra;
	}
	if (last && last->file == s->file && !strcmp(last->name, s->name))
		s->local = last->local;
}

/* The last symbol can lie after the code, and so cover nothing. */
static void drop_empty(struct gnu_table *t)
{
	while (t->nsymbols && t->symbols[t->nsymbols - 1].end < t->symbols[t->nsymbols - 1].address)
		t->nsymbols--;
}

int gnu_line_symbols_add(struct gnu_table *t, struct gnu_where *w, struct gp_error *e)
{
	struct lines l = { .table = t };
	size_t counted = gnu_where_walk(w, take_line, &l), functions = t->nsymbols;
	int rc = 0;

	if (counted != l.n)
		rc = gp_fail(e, "somebody miscounted: ltab.len=%zu instead of %zu",
			     counted + functions, l.n + functions);
	drop_empty(t);
	for (size_t i = 0; rc == 0 && i < l.n; i++)
		*gnu_table_add(t, l.symbols[i].address, NULL) = l.symbols[i];
	free(l.symbols);
	return rc;
}
