/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * where_unit.c - see where_unit.h.
 */
#include "gprof/symbols/where_unit.h"

#include "base/util.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 1000 /* of the tree; deeper entries are left out */

/* ------------------------------------------------------------------ rows */

/* The paths of a unit, as they are built from its table of files. */
struct paths {
	struct where_unit *unit;
	const char *directory; /* the compiler ran in; NULL: not known */
	bool five;             /* DWARF 5: libdw puts no directory before the table's */
	const char *own, *first; /* in libdw: files 0 and 1 of DWARF 5 */
	bool chosen;           /* in this sequence, another file than 'first' */
	const char *raw, *path; /* the last one built */
};

static void init_paths(struct paths *p, struct where_unit *u, bool exact)
{
	Dwarf_Half version = 0;
	Dwarf_Attribute a;
	Dwarf_Files *files;
	size_t n;

	memset(p, 0, sizeof *p);
	p->unit = u;
	if (dwarf_attr(&u->die, DW_AT_comp_dir, &a))
		p->directory = dwarf_formstring(&a);
	dwarf_cu_info(u->die.cu, &version, NULL, NULL, NULL, NULL, NULL, NULL);
	p->five = version >= 5;
	if (!exact || !p->five || dwarf_getsrcfiles(&u->die, &files, &n) || n < 2)
		return;
	p->own = dwarf_filesrc(files, 0, NULL, NULL);
	p->first = dwarf_filesrc(files, 1, NULL, NULL);
}

/* libdw puts file after directory, and leaves a relative directory so; before
   DWARF 5 it knows the one the compiler ran in as number 0. */
static const char *complete(struct paths *p, const char *raw)
{
	size_t n = p->directory ? strlen(p->directory) : 0;
	char **slot;

	if (raw[0] == '/' || !p->directory)
		return raw;
	if (!p->five && !strncmp(raw, p->directory, n) && raw[n] == '/')
		return raw;
	if (p->raw == raw)
		return p->path;
	slot = gp_push(p->unit->files, p->unit->nfiles, p->unit->files_room);
	*slot = gp_format("%s/%s", p->directory, raw);
	p->raw = raw;
	return p->path = *slot;
}

static const char *path_of(struct paths *p, const char *raw, bool end)
{
	if (p->first && !p->chosen && raw == p->first)
		raw = p->own;
	else
		p->chosen = true;
	if (end)
		p->chosen = false;
	return raw ? complete(p, raw) : NULL;
}

static bool read_row(struct paths *p, Dwarf_Line *line, struct where_row *row)
{
	Dwarf_Addr address;
	int number;

	if (dwarf_lineaddr(line, &address) || dwarf_lineno(line, &number) ||
	    dwarf_lineendsequence(line, &row->end))
		return false;
	row->address = address;
	row->line = number;
	row->file = path_of(p, dwarf_linesrc(line, NULL, NULL), row->end);
	return true;
}

/* Rows come by address, an end before what else begins there.  Of rows of one
   address the last one counts: the others cover no code. */
static void read_rows(struct where_unit *u, bool exact)
{
	struct paths paths;
	Dwarf_Lines *lines;
	size_t n;

	if (dwarf_getsrclines(&u->die, &lines, &n))
		return;
	init_paths(&paths, u, exact);
	for (size_t i = 0; i < n; i++) {
		struct where_row row, *last = u->nrows ? &u->rows[u->nrows - 1] : NULL;

		if (!read_row(&paths, dwarf_onesrcline(lines, i), &row))
			continue;
		if (last && last->address == row.address && !last->end && !row.end) {
			*last = row;
			continue;
		}
		*(struct where_row *)gp_push(u->rows, u->nrows, u->rows_room) = row;
	}
}

const struct where_row *where_unit_row(const struct where_unit *u, uint64_t address)
{
	size_t low = gp_first(i, u->nrows, u->rows[i].address <= address);

	if (!low || low == u->nrows || u->rows[low - 1].end)
		return NULL;
	return &u->rows[low - 1];
}

/* ------------------------------------------------------------------ functions */

/* Languages whose names the linker sees as they are. */
static bool is_unmangled(int language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Cobol74:
	case DW_LANG_Cobol85:
	case DW_LANG_Fortran77:
	case DW_LANG_Pascal83:
	case DW_LANG_PLI:
	case DW_LANG_UPC:
	case DW_LANG_Mips_Assembler:
		return true;
	}
	return false;
}

/* Attributes say the name in their order: one for the linker, or failing that one of
   the language, here or in the entry that this one is of. */
struct naming {
	Dwarf_Die *die;
	struct where_function *function;
	unsigned references; /* followed so far */
};

static int read_name(Dwarf_Attribute *a, void *context);

static void follow(const struct naming *n, Dwarf_Attribute *a)
{
	Dwarf_Die die;
	struct naming next = {&die, n->function, n->references + 1};

	if (next.references < MAX_DEPTH && dwarf_formref_die(a, &die))
		dwarf_getattrs(&die, read_name, &next, 0);
}

static void take_name(const struct naming *n, Dwarf_Attribute *a)
{
	struct where_function *f = n->function;
	Dwarf_Die unit;

	if (f->name || !(f->name = dwarf_formstring(a)))
		return;
	if (dwarf_diecu(n->die, &unit, NULL, NULL) && is_unmangled(dwarf_srclang(&unit)))
		f->linkage = true;
}

static int read_name(Dwarf_Attribute *a, void *context)
{
	const struct naming *n = context;
	const char *name;

	switch (dwarf_whatattr(a)) {
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		name = dwarf_formstring(a);
		if (name) {
			n->function->name = name;
			n->function->linkage = true;
		}
		break;
	case DW_AT_name:
		take_name(n, a);
		break;
	case DW_AT_abstract_origin:
	case DW_AT_specification:
		follow(n, a);
		break;
	}
	return DWARF_CB_OK;
}

/* Adds a range to the ranges of the last function, or extends one that it touches. */
static void add_range(struct where_unit *u, struct where_function *f, uint64_t low, uint64_t high)
{
	struct where_range *r;

	if (low >= high)
		return;
	for (size_t i = 0; i < f->nranges; i++) {
		r = &u->ranges[f->first_range + i];
		if (low == r->high) {
			r->high = high;
			return;
		}
		if (high == r->low) {
			r->low = low;
			return;
		}
	}
	r = gp_push(u->ranges, u->nranges, u->ranges_room);
	r->low = low;
	r->high = high;
	r->function = (size_t)(f - u->functions);
	f->nranges++;
}

static bool has_indexed_ranges(Dwarf_Die *die)
{
	Dwarf_Attribute a;

	return dwarf_attr(die, DW_AT_ranges, &a) && dwarf_whatform(&a) == DW_FORM_rnglistx;
}

static void read_function(struct where_unit *u, Dwarf_Die *die, unsigned depth, bool exact)
{
	struct where_function *f = gp_push(u->functions, u->nfunctions, u->functions_room);
	bool skip = exact && has_indexed_ranges(die);
	struct naming naming = {die, f, 0};
	Dwarf_Addr base, low, high;
	ptrdiff_t offset = 0;

	f->inlined = dwarf_tag(die) == DW_TAG_inlined_subroutine;
	f->depth = depth;
	f->first_range = u->nranges;
	while (!skip && (offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0)
		add_range(u, f, low, high);
	if (!f->nranges) {
		u->nfunctions--;
		*f = (struct where_function){0};
		return;
	}
	f->low = u->ranges[f->first_range].low;
	dwarf_getattrs(die, read_name, &naming, 0);
}

static void read_tree(struct where_unit *u, Dwarf_Die *die, unsigned depth, bool exact)
{
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(die, &child))
		return;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
		case DW_TAG_entry_point:
		case DW_TAG_inlined_subroutine:
			read_function(u, &child, depth, exact);
		}
		read_tree(u, &child, depth + 1, exact);
	} while (!dwarf_siblingof(&child, &child));
}

/* By address; of one address in the order of the tree. */
static int compare_ranges(const void *x, const void *y, void *context)
{
	const struct where_range *a = x, *b = y;

	(void)context;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	return a->function < b->function ? -1 : a->function > b->function;
}

static void sort_ranges(struct where_unit *u)
{
	uint64_t highest = 0;

	gp_sort(u->ranges, u->nranges, sizeof *u->ranges, compare_ranges, NULL);
	for (size_t i = 0; i < u->nranges; i++) {
		if (u->ranges[i].high > highest)
			highest = u->ranges[i].high;
		u->ranges[i].highest = highest;
	}
}

/* The first range that one at 'address' can be after of. */
static size_t first_range(const struct where_unit *u, uint64_t address)
{
	return gp_first(i, u->nranges, u->ranges[i].highest <= address);
}

static bool is_shorter(const struct where_range *r, const struct where_range *than)
{
	uint64_t length = r->high - r->low, other = than->high - than->low;

	return length < other || (length == other && r->function > than->function);
}

static bool is_deeper(const struct where_unit *u, const struct where_range *r,
		      const struct where_range *than)
{
	return u->functions[r->function].depth >= u->functions[than->function].depth;
}

size_t where_unit_function(const struct where_unit *u, uint64_t address, bool shortest)
{
	const struct where_range *best = NULL;

	for (size_t i = first_range(u, address); i < u->nranges; i++) {
		const struct where_range *r = &u->ranges[i];

		if (address < r->low)
			break;
		if (address < r->high &&
		    (!best || (shortest ? is_shorter(r, best) : is_deeper(u, r, best))))
			best = r;
	}
	return best ? best->function : WHERE_NO_FUNCTION;
}

/* ------------------------------------------------------------------ */

void where_unit_read(struct where_unit *u, bool exact)
{
	if (u->read)
		return;
	u->read = true;
	gp_memory_watch();
	read_rows(u, exact);
	read_tree(u, &u->die, 0, exact);
	gp_memory_check();
	sort_ranges(u);
}

void where_unit_release(struct where_unit *u)
{
	for (size_t i = 0; i < u->nfiles; i++)
		free(u->files[i]);
	free(u->files);
	free(u->rows);
	free(u->functions);
	free(u->ranges);
}
