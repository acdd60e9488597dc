/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.c - see lines.h.
 */
#include "lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

struct place {
	uint64_t address;
	uint32_t symbol;
	const char *path; /* NULL: not found; lives as long as the Dwarf */
	int line;
};

struct places {
	struct place *items; /* ascending by address */
	size_t n, room;
};

static int by_address(const void *x, const void *y, void *unused)
{
	const struct place *a = x, *b = y;

	(void)unused;
	return a->address < b->address ? -1 : a->address > b->address;
}

static int by_symbol(const void *x, const void *y, void *unused)
{
	const struct place *a = x, *b = y;

	(void)unused;
	return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

/* The first place not below an address. */
static size_t lower_bound(const struct places *p, uint64_t address)
{
	size_t low = 0, high = p->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->items[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void locate(struct place *p, Dwarf_Die *unit)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, p->address);
	const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	int number;

	if (!path || dwarf_lineno(line, &number) || !number)
		return;
	p->path = path;
	p->line = number;
}

/* All ranges of one unit. */
static void search_unit(struct places *places, Dwarf_Die *unit)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(unit, at, &base, &start, &end)) > 0)
		for (size_t i = lower_bound(places, start);
		     i < places->n && places->items[i].address < end; i++)
			if (!places->items[i].path)
				locate(&places->items[i], unit);
}

static void search_units(struct places *places, Dwarf *dwarf)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	uint8_t type;

	while (dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, NULL) == 0)
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			search_unit(places, &die);
}

void gnu_lines_locate(struct gnu_table *t, struct gnu_image *image,
		      bool (*wanted)(const void *context, uint32_t symbol),
		      const void *context)
{
	struct places p = { .items = NULL };

	if (!image->dwarf && !image->relocatable)
		image->dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
	if (!image->dwarf)
		return;
	for (uint32_t i = 0; i < t->nsymbols; i++)
		if (!wanted || wanted(context, i)) {
			struct place *one = gp_push(p.items, p.n, p.room);

			*one = (struct place){ t->symbols[i].address, i, NULL, 0 };
		}
	gp_sort(p.items, p.n, sizeof *p.items, by_address, NULL);
	search_units(&p, image->dwarf);
	gp_sort(p.items, p.n, sizeof *p.items, by_symbol, NULL);
	for (size_t i = 0; i < p.n; i++) {
		if (!p.items[i].path)
			continue;
		t->symbols[p.items[i].symbol].file = gnu_table_source(t, p.items[i].path);
		t->symbols[p.items[i].symbol].line = p.items[i].line;
	}
	free(p.items);
}
