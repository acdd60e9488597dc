/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * where.c - see where.h.
 *
 * A stretch of addresses names the compilation units that say it is theirs, in the
 * order of the file; the first that knows the address answers.  More than one does
 * so for code that the linker threw away and left at address 0.
 */
#include "gprof/symbols/where.h"

#include "base/util.h"
#include "binary/lines.h"
#include "gprof/symbols/where_names.h"
#include "gprof/symbols/where_unit.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNIT_ROOM 65536 /* bytes; more than libdw needs to know of a unit */

struct span {
	uint64_t low, high; /* high exclusive */
	uint64_t highest;   /* of this and all before it in the table */
	size_t unit;
};

struct gnu_where {
	Dwarf *dwarf; /* NULL: no debug information */
	bool own;     /* 'dwarf' is to be ended here, not by 'dwfl' */
	Dwfl *dwfl;   /* for debug information in a file of its own, or NULL */
	bool exact;
	uint64_t text, text_end;
	struct where_names names;
	struct where_unit *units; /* in the order of the file */
	size_t nunits, units_room;
	struct span *spans; /* by address */
	size_t nspans, spans_room;
	uint64_t *places; /* of a walk: where anything can change */
	size_t nplaces, places_room;
	bool renamed; /* the last find gave a function its name */
};

/* ------------------------------------------------------------------ the file */

static bool has_section(Elf *elf, const char *wanted)
{
	Elf_Scn *scn = NULL;
	size_t strings;
	GElf_Shdr h;

	if (elf_getshdrstrndx(elf, &strings) < 0)
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name = NULL;

		if (gelf_getshdr(scn, &h))
			name = elf_strptr(elf, strings, h.sh_name);
		if (name && !strcmp(name, wanted))
			return true;
	}
	return false;
}

/* Debug information in another file: /usr/lib/debug, .debug, the debuginfod cache. */
static void open_apart(struct gnu_where *l, const char *path)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};
	Dwfl_Module *module;
	Dwarf_Addr bias;

	l->dwfl = dwfl_begin(&callbacks);
	if (!l->dwfl)
		return;
	module = dwfl_report_elf(l->dwfl, path, path, -1, 0, true);
	dwfl_report_end(l->dwfl, NULL, NULL);
	if (module)
		l->dwarf = dwfl_module_getdwarf(module, &bias);
}

static void open_dwarf(struct gnu_where *l, Elf *elf, const char *path)
{
	gp_memory_watch();
	if (has_section(elf, ".debug_info") || has_section(elf, ".zdebug_info")) {
		l->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
		l->own = true;
	} else {
		open_apart(l, path);
	}
	gp_memory_check();
	if (!l->dwarf)
		return;
	dwarf_new_oom_handler(l->dwarf, gp_no_memory);
	lines_mend(dwarf_getelf(l->dwarf));
}

/* ------------------------------------------------------------------ units */

static void add_span(struct gnu_where *l, size_t unit, uint64_t low, uint64_t high)
{
	struct span *s;

	if (low >= high)
		return;
	s = gp_push(l->spans, l->nspans, l->spans_room);
	s->low = low;
	s->high = high;
	s->unit = unit;
}

/* Without ranges in its head the unit has the ranges of its lines. */
static void add_line_spans(struct gnu_where *l, size_t unit)
{
	struct where_unit *u = &l->units[unit];
	bool inside = false;
	uint64_t low = 0;

	where_unit_read(u, l->exact);
	for (size_t i = 0; i < u->nrows; i++) {
		const struct where_row *row = &u->rows[i];

		if (row->end && inside)
			add_span(l, unit, low, row->address);
		if (!inside)
			low = row->address;
		inside = !row->end;
	}
}

static void add_spans(struct gnu_where *l, size_t unit)
{
	size_t before = l->nspans;
	Dwarf_Addr base, low, high;
	ptrdiff_t offset = 0;

	while ((offset = dwarf_ranges(&l->units[unit].die, offset, &base, &low, &high)) > 0)
		add_span(l, unit, low, high);
	if (l->nspans == before)
		add_line_spans(l, unit);
}

static int compare_spans(const void *x, const void *y, void *context)
{
	const struct span *a = x, *b = y;

	(void)context;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	return a->unit < b->unit ? -1 : a->unit > b->unit;
}

/* libdw (0.188) does not look whether it got a unit's table of abbreviations: it crashes on
   the unit's first use, before DWARF 5 in this very call.  So there must be room. */
static bool first_entry(struct gnu_where *l, Dwarf_Off offset, Dwarf_Die *die)
{
	bool known;

	free(gp_bytes(UNIT_ROOM));
	gp_memory_watch();
	known = dwarf_offdie(l->dwarf, offset, die);
	gp_memory_check();
	return known;
}

static void read_units(struct gnu_where *l)
{
	Dwarf_Off offset = 0, next;
	uint64_t highest = 0;
	size_t head;

	for (; !dwarf_nextcu(l->dwarf, offset, &next, &head, NULL, NULL, NULL); offset = next) {
		struct where_unit *u;
		Dwarf_Die die;

		if (!first_entry(l, offset + head, &die))
			continue;
		u = gp_push(l->units, l->nunits, l->units_room);
		u->die = die;
	}
	for (size_t i = 0; i < l->nunits; i++)
		add_spans(l, i);
	gp_sort(l->spans, l->nspans, sizeof *l->spans, compare_spans, NULL);
	for (size_t i = 0; i < l->nspans; i++) {
		if (l->spans[i].high > highest)
			highest = l->spans[i].high;
		l->spans[i].highest = highest;
	}
}

struct gnu_where *gnu_where_open(void *elf, const char *path, uint64_t text, uint64_t text_end,
				 bool exact)
{
	struct gnu_where *l = gp_alloc(1, sizeof *l);

	l->exact = exact;
	l->text = text;
	l->text_end = text_end;
	where_names_read(&l->names, elf, text);
	open_dwarf(l, elf, path);
	if (l->dwarf)
		read_units(l);
	return l;
}

void gnu_where_close(struct gnu_where *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->nunits; i++)
		where_unit_release(&l->units[i]);
	free(l->units);
	free(l->spans);
	free(l->places);
	where_names_release(&l->names);
	if (l->own)
		dwarf_end(l->dwarf);
	if (l->dwfl)
		dwfl_end(l->dwfl);
	free(l);
}

/* ------------------------------------------------------------------ finds */

static size_t first_span(const struct gnu_where *l, uint64_t address)
{
	return gp_first(i, l->nspans, l->spans[i].highest <= address);
}

/* The first unit, from 'after' on, that claims an address; or the number of units. */
static size_t next_unit(const struct gnu_where *l, uint64_t address, size_t after)
{
	size_t found = l->nunits;

	for (size_t i = first_span(l, address); i < l->nspans && l->spans[i].low <= address; i++)
		if (address < l->spans[i].high && l->spans[i].unit >= after &&
		    l->spans[i].unit < found)
			found = l->spans[i].unit;
	return found;
}

/* The name of the code around, and for good when it begins where the function does. */
static const char *name_of_symbol(struct gnu_where *l, uint64_t address, struct where_function *f)
{
	const struct where_name *symbol = where_names_find(&l->names, address);

	if (!f)
		return symbol ? symbol->name : NULL;
	l->renamed = true;
	f->linkage = true;
	if (!symbol)
		return f->name;
	if (symbol->offset + l->text == f->low)
		f->name = symbol->name;
	return symbol->name;
}

/* The symbol of a function that begins where the debug information says. */
static const char *name_by_start(struct gnu_where *l, struct where_function *f)
{
	const struct where_name *symbol = where_names_find(&l->names, f->low);

	f->linkage = true;
	if (symbol && !f->inlined && symbol->offset + l->text == f->low)
		f->name = symbol->name;
	return f->name;
}

static const char *function_name(struct gnu_where *l, uint64_t address, struct where_function *f)
{
	if (f && f->linkage)
		return f->name;
	return f && !l->exact ? name_by_start(l, f) : name_of_symbol(l, address, f);
}

bool gnu_where_find(struct gnu_where *l, uint64_t address, struct gnu_line *line)
{
	struct where_function *function = NULL;
	const struct where_row *row = NULL;
	size_t u = 0;

	l->renamed = false;
	while (!row && !function && (u = next_unit(l, address, u)) < l->nunits) {
		struct where_unit *unit = &l->units[u++];
		size_t f;

		where_unit_read(unit, l->exact);
		row = where_unit_row(unit, address);
		f = where_unit_function(unit, address, l->exact);
		function = f == WHERE_NO_FUNCTION ? NULL : &unit->functions[f];
	}
	if (!row && !function)
		return false;
	line->function = function_name(l, address, function);
	if (!row || !row->file || !line->function || (l->exact && !row->line))
		return false;
	line->file = row->file;
	line->line = row->line;
	return true;
}

/* ------------------------------------------------------------------ walks */

static void add_place(struct gnu_where *l, uint64_t address)
{
	if (address >= l->text && address < l->text_end)
		*(uint64_t *)gp_push(l->places, l->nplaces, l->places_room) = address;
}

static int compare_places(const void *x, const void *y, void *context)
{
	const uint64_t *a = x, *b = y;

	(void)context;
	return *a < *b ? -1 : *a > *b;
}

/* Where rows, functions, units and symbols begin and end, once each. */
static void collect_places(struct gnu_where *l)
{
	size_t n = 0;

	add_place(l, l->text);
	for (size_t i = 0; i < l->nspans; i++) {
		add_place(l, l->spans[i].low);
		add_place(l, l->spans[i].high);
	}
	for (size_t i = 0; i < l->names.nnames; i++) {
		add_place(l, l->text + l->names.names[i].offset);
		add_place(l, l->text + l->names.names[i].offset + l->names.names[i].size);
	}
	for (size_t i = 0; i < l->nunits; i++) {
		struct where_unit *u = &l->units[i];

		where_unit_read(u, l->exact);
		for (size_t j = 0; j < u->nrows; j++)
			add_place(l, u->rows[j].address);
		for (size_t j = 0; j < u->nranges; j++) {
			add_place(l, u->ranges[j].low);
			add_place(l, u->ranges[j].high);
		}
	}
	gp_sort(l->places, l->nplaces, sizeof *l->places, compare_places, NULL);
	for (size_t i = 0; i < l->nplaces; i++)
		if (!n || l->places[n - 1] != l->places[i])
			l->places[n++] = l->places[i];
	l->nplaces = n;
}

static bool same_line(const struct gnu_line *a, const struct gnu_line *b)
{
	return a->file && a->line == b->line && !strcmp(a->function, b->function) &&
	       !strcmp(a->file, b->file);
}

/* Calls 'each', if there is one, for all lines; returns how many there are.  A
   function that was just named may have another name from the next byte on. */
static size_t walk(struct gnu_where *l,
		   void (*each)(void *context, uint64_t address, const struct gnu_line *line),
		   void *context)
{
	struct gnu_line last = {0}, line;
	size_t n = 0;

	for (size_t i = 0; i < l->nplaces; i++) {
		uint64_t next = i + 1 < l->nplaces ? l->places[i + 1] : l->text_end;
		uint64_t address = l->places[i];
		bool again;

		do {
			bool new = gnu_where_find(l, address, &line) && !same_line(&last, &line);

			again = l->renamed && address + 1 < next;
			if (new) {
				last = line;
				n++;
			}
			if (new && each)
				each(context, address, &line);
			address++;
		} while (again);
	}
	return n;
}

size_t gnu_where_walk(struct gnu_where *l,
		      void (*each)(void *context, uint64_t address, const struct gnu_line *line),
		      void *context)
{
	size_t first, second;

	collect_places(l);
	first = l->exact ? walk(l, NULL, NULL) : 0;
	second = walk(l, each, context);
	return l->exact ? first : second;
}
