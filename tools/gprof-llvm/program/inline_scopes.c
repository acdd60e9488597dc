/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inline_scopes.c - see inline_scopes.h.
 */
#include "program/inline_scopes.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

struct reading {
	struct inline_scopes *s;
	struct scope_unit *unit;
	struct debug *debug;
	uint64_t bias;
};

void inline_scopes_init(struct inline_scopes *s, const struct program *p)
{
	memset(s, 0, sizeof *s);
	s->p = p;
}

/* ------------------------------------------------------------------ */

static uint32_t call_line(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Word line;

	if (!dwarf_attr(die, DW_AT_call_line, &attribute) || dwarf_formudata(&attribute, &line))
		return 0;
	return line;
}

/* The entry that all code of a function shares. */
static Dwarf_Die origin_of(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die origin;

	if (dwarf_attr(die, DW_AT_abstract_origin, &attribute) &&
	    dwarf_formref_die(&attribute, &origin))
		return origin;
	return *die;
}

static uint32_t function_of(struct inline_scopes *s, struct debug *d, Dwarf_Die *die)
{
	Dwarf_Die origin = origin_of(die);
	int created, line = 0;
	uint32_t *at = gp_map_put(&s->by_entry, (uintptr_t)origin.addr, 0, &created);
	const char *name;

	if (!created)
		return *at;
	name = debug_name(&origin);
	if (!name)
		return GP_NONE;
	*at = s->nfunctions;
	dwarf_decl_line(&origin, &line);
	*gp_push(s->functions, s->nfunctions, s->functions_room) = (struct scope_function){
		.linkage = name, .file = debug_file(d, &origin, DW_AT_decl_file),
		.line = line };
	return s->nfunctions - 1;
}

static void add_scope(void *reading, Dwarf_Die *die, const struct debug_place *place)
{
	struct reading *r = reading;
	int tag = dwarf_tag(die);
	struct scope scope = { .function = GP_NONE };
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
		return;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		if (low >= high)
			continue;
		if (scope.function == GP_NONE)
			scope.function = function_of(r->s, r->debug, die);
		if (tag == DW_TAG_inlined_subroutine && !scope.code.depth) {
			scope.code.depth = place->depth + 1;
			scope.copy = ++r->s->ncopies;
			scope.call_file = debug_file(r->debug, die, DW_AT_call_file);
			scope.call_line = call_line(die);
		}
		scope.code.low = low + r->bias;
		scope.code.high = high + r->bias;
		*gp_push(r->unit->items, r->unit->n, r->unit->room) = scope;
	}
}

static const struct scope_unit *unit_of(struct inline_scopes *s, uint32_t object, struct debug *d,
					Dwarf_Die *die)
{
	int created;
	uint32_t *at = gp_map_put(&s->by_unit, (uintptr_t)die->addr, 0, &created);
	struct scope_unit unit = { .object = object };
	struct reading r = { .s = s, .unit = &unit, .debug = d };

	if (!created)
		return &s->units[*at];
	*at = s->nunits;
	debug_dwarf(d, &r.bias);
	debug_walk_unit(d, die, add_scope, &r);
	nesting_sort(unit.items, unit.n, sizeof *unit.items);
	*gp_push(s->units, s->nunits, s->units_room) = unit;
	return &s->units[s->nunits - 1];
}

/* ------------------------------------------------------------------ */

static struct debug *debug_of(struct inline_scopes *s, uint32_t object)
{
	static const struct files usual;

	return object_debug(&s->p->objects[object], s->p->files ? s->p->files : &usual);
}

static uint32_t find(const struct scope_unit *unit, uint64_t address)
{
	return nesting_find(unit->items, unit->n, sizeof *unit->items, address);
}

static uint64_t line_address(Dwarf_Lines *lines, size_t i, uint64_t bias)
{
	Dwarf_Addr address = 0;

	dwarf_lineaddr(dwarf_onesrcline(lines, i), &address);
	return address + bias;
}

/* The number of a line of the table; 0: none.  Where a sequence ends it has the number of the last
   line before, at an address that is of the next function. */
static uint32_t line_number(Dwarf_Line *line)
{
	bool end = false;
	int number = 0;

	return dwarf_lineendsequence(line, &end) == 0 && !end &&
	       dwarf_lineno(line, &number) == 0 && number > 0 ? number : 0;
}

/* The code around an address that is not inlined, of whose lines one may be the nearest. */
struct nearby {
	const struct scope_unit *unit;
	struct debug *debug;
	Dwarf_Die *die;
	uint64_t bias;
	Dwarf_Lines *lines;
	size_t n, after; /* lines in the unit; the first after the address */
	const struct scope *whole;
};

static bool find_nearby(struct nearby *b, uint64_t address)
{
	uint32_t at = find(b->unit, address);

	while (at != GP_NONE && b->unit->items[at].code.depth)
		at = b->unit->items[at].code.around;
	if (at == GP_NONE || !debug_dwarf(b->debug, &b->bias) ||
	    dwarf_getsrclines(b->die, &b->lines, &b->n) != 0)
		return false;
	b->whole = &b->unit->items[at];
	b->after = gp_first(i, b->n, line_address(b->lines, i, b->bias) <= address);
	return true;
}

/* Returns true if a line of the table is one of the level's function; its line and file, if so. */
static bool is_line_of(const struct nearby *b, size_t i, struct scope_level *level)
{
	uint32_t at = find(b->unit, line_address(b->lines, i, b->bias));
	Dwarf_Line *line = dwarf_onesrcline(b->lines, i);
	uint32_t number = line_number(line);
	const char *file;

	if (at == GP_NONE || b->unit->items[at].function != level->function || !number)
		return false;
	file = debug_path(b->debug, b->die, dwarf_linesrc(line, NULL, NULL));
	if (file) {
		level->file = file;
		level->line = number;
	}
	return file;
}

/* The line of a level that has none: see inline_scopes_at(). */
static void take_near_line(const struct inline_scopes *s, const struct nearby *b,
			   struct scope_level *level)
{
	bool found = false;

	if (level->function == GP_NONE)
		return;
	for (size_t i = b->after;
	     !found && i-- && line_address(b->lines, i, b->bias) >= b->whole->code.low;)
		found = is_line_of(b, i, level);
	for (size_t i = b->after; !found && i < b->n &&
	     line_address(b->lines, i, b->bias) < b->whole->code.high; i++)
		found = is_line_of(b, i, level);
	if (!found) {
		level->file = s->functions[level->function].file;
		level->line = level->file ? s->functions[level->function].line : 0;
	}
	level->near = level->line;
}

static void take_near_lines(const struct inline_scopes *s, struct nearby *b, uint64_t address,
			    struct scope_level *levels, size_t n)
{
	bool looked = false, there = false;

	for (size_t i = 0; i < n; i++) {
		if (levels[i].line)
			continue;
		there = looked ? there : find_nearby(b, address);
		looked = true;
		if (there)
			take_near_line(s, b, &levels[i]);
	}
}

size_t inline_scopes_at(struct inline_scopes *s, uint32_t object, uint64_t address,
			struct scope_level levels[INLINE_SCOPES_MOST])
{
	struct debug *d = object == GP_NONE ? NULL : debug_of(s, object);
	struct scope_level *last = levels;
	const struct scope_unit *unit;
	Dwarf_Die die;
	uint32_t at;

	if (!d || !debug_dwarf(d, &(uint64_t){ 0 }) || !debug_unit(d, address, &die))
		return 0;
	*last = (struct scope_level){ .function = GP_NONE };
	if (!debug_line(d, address, &last->file, &last->line))
		last->line = 0;
	unit = unit_of(s, object, d, &die);
	for (at = find(unit, address); at != GP_NONE; at = unit->items[at].code.around) {
		const struct scope *scope = &unit->items[at];

		last->function = scope->function;
		last->copy = scope->copy;
		if (!scope->code.depth || last + 1 == levels + INLINE_SCOPES_MOST)
			break;
		*++last = (struct scope_level){ .function = GP_NONE, .file = scope->call_file,
						.line = scope->call_line };
	}
	take_near_lines(s, &(struct nearby){ .unit = unit, .debug = d, .die = &die }, address,
			levels, last + 1 - levels);
	return last + 1 - levels;
}

static void widen(Dwarf_Line *line, const char *name, const char *file, uint32_t *first,
		  uint32_t *last)
{
	uint32_t number = line_number(line);

	if (!number || !name || strcmp(name, file))
		return;
	*first = number < *first ? number : *first;
	*last = number > *last ? number : *last;
}

void inline_scopes_extent(struct inline_scopes *s, const struct scope_unit *unit, uint32_t scope,
			  uint32_t *first, uint32_t *last)
{
	struct debug *d = debug_of(s, unit->object);
	const struct scope *piece = &unit->items[scope];
	const char *file = s->functions[piece->function].file;
	Dwarf_Lines *lines;
	uint64_t bias;
	Dwarf_Die die;
	size_t n, from;

	if (!file || !debug_dwarf(d, &bias) || !debug_unit(d, piece->code.low, &die) ||
	    dwarf_getsrclines(&die, &lines, &n) != 0)
		return;
	from = gp_first(i, n, line_address(lines, i, bias) < piece->code.low);
	for (; from < n && line_address(lines, from, bias) < piece->code.high; from++) {
		uint32_t at = find(unit, line_address(lines, from, bias));
		Dwarf_Line *line = dwarf_onesrcline(lines, from);

		if (at != GP_NONE && unit->items[at].function == piece->function)
			widen(line, debug_path(d, &die, dwarf_linesrc(line, NULL, NULL)), file,
			      first, last);
	}
}

void inline_scopes_release(struct inline_scopes *s)
{
	for (size_t i = 0; i < s->nunits; i++)
		free(s->units[i].items);
	free(s->units);
	free(s->functions);
	gp_map_release(&s->by_entry);
	gp_map_release(&s->by_unit);
	memset(s, 0, sizeof *s);
}
