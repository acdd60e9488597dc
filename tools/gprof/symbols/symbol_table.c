/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbol_table.c - see symbols.h: adds symbols to a table, whoever found them.
 */
#include "gprof/symbols/symbols.h"

struct gnu_symbol *gnu_table_add(struct gnu_table *t, uint64_t address, const char *name)
{
	struct gnu_symbol *s = gp_push(t->symbols, t->nsymbols, t->room);

	s->address = address;
	s->name = name;
	return s;
}

const char *gnu_table_own(struct gnu_table *t, char *name)
{
	char **slot = gp_push(t->owned, t->nowned, t->owned_room);

	return *slot = name;
}
