/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * debug.c - see debug.h; the work is libdwfl's.
 */
#include "binary/debug.h"
#include "binary/lines.h"
#include "binary/zstd.h"
#include "base/path.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct range {
	uint64_t low, high; /* of the file, high exclusive */
	Dwarf_Die unit;
};

struct debug {
	const char *path; /* the object's */
	int fd;           /* the same */
	char *folders;
	Dwfl_Callbacks callbacks;
	Dwfl *dwfl, *before; /* before: had a separate file that it cannot read, or NULL */
	Dwfl_Module *module;
	int copy; /* of that file, readable; -1: none */
	struct range *ranges; /* of units, ascending; read on demand: clang writes no
				 .debug_aranges */
	size_t nranges, ranges_room;
	bool ranges_read;
	bool mended; /* lines_mend() was called */
	struct gp_map path_at; /* a path in libdw's memory -> paths */
	char **paths;          /* owned */
	size_t npaths, paths_room;
	struct compiled_sources compiled; /* read on demand */
	bool compiled_read;
};

/*
 * libdwfl's way to a separate debug file.  libdwfl opens the file before this returns: a copy that
 * is needed in its place is for the next session.
 */
static int find_separate(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			 const char *file, const char *link, GElf_Word crc, char **found)
{
	struct debug *d = *data;
	int fd = d->copy, twin;

	d->copy = -1;
	if (fd >= 0)
		return fd;
	fd = dwfl_standard_find_debuginfo(module, data, name, base, file, link, crc, found);
	twin = fd < 0 || d->before ? -1 : dup(fd);
	d->copy = zstd_plain(twin);
	if (d->copy == twin && twin >= 0) {
		close(twin);
		d->copy = -1;
	}
	return fd;
}

/* Takes the descriptor over. */
static bool begin(struct debug *d, const char *path, int fd)
{
	void **data;

	d->module = NULL;
	d->dwfl = fd < 0 ? NULL : dwfl_begin(&d->callbacks);
	if (d->dwfl) {
		dwfl_report_begin(d->dwfl);
		/* At bias 0: addresses are the file's. */
		d->module = dwfl_report_elf(d->dwfl, path, path, fd, 0, true);
		dwfl_report_end(d->dwfl, NULL, NULL);
	}
	if (!d->module) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	dwfl_module_info(d->module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
	*data = d;
	return true;
}

struct debug *debug_open(const struct elfobj *elf, const struct files *f)
{
	struct debug *d = gp_alloc(1, sizeof *d);
	bool begun;

	d->path = elf->path;
	d->fd = elf->fd;
	d->copy = -1;
	d->folders = files_debug_path(f);
	gp_memory_watch();
	d->callbacks = (Dwfl_Callbacks){ .find_elf = dwfl_build_id_find_elf,
					 .find_debuginfo = find_separate,
					 .debuginfo_path = &d->folders };
	begun = begin(d, elf->path, zstd_plain(dup(elf->fd)));
	gp_memory_check();
	if (begun)
		return d;
	debug_close(d);
	return NULL;
}

/* Once libdwfl has looked for a separate file; returns whether to ask it again.  What it said
   before stays in memory. */
static bool begin_again(struct debug *d)
{
	Dwfl *before = d->dwfl;
	Dwfl_Module *module = d->module;

	if (d->copy < 0 || d->before)
		return false;
	if (begin(d, d->path, zstd_plain(dup(d->fd)))) {
		d->before = before;
		return true;
	}
	if (d->dwfl)
		dwfl_end(d->dwfl);
	d->dwfl = before;
	d->module = module;
	return false;
}

void debug_close(struct debug *d)
{
	if (!d)
		return;
	if (d->dwfl)
		dwfl_end(d->dwfl);
	if (d->before)
		dwfl_end(d->before);
	if (d->copy >= 0)
		close(d->copy);
	for (size_t i = 0; i < d->npaths; i++)
		free(d->paths[i]);
	free(d->paths);
	gp_map_release(&d->path_at);
	compiled_release(&d->compiled);
	free(d->ranges);
	free(d->folders);
	free(d);
}

bool debug_symbols(struct debug *d, struct elfobj *elf)
{
	struct elf_symbol *symbols = NULL;
	size_t n = 0, room = 0;
	int all;

	gp_memory_watch();
	all = dwfl_module_getsymtab(d->module);
	if (begin_again(d))
		all = dwfl_module_getsymtab(d->module);
	for (int i = 0; i < all; i++) {
		GElf_Addr address;
		GElf_Sym sym;
		const char *name = dwfl_module_getsym_info(d->module, i, &sym, &address, NULL, NULL,
							   NULL);
		int type = GELF_ST_TYPE(sym.st_info);

		if (!name || !*name || sym.st_shndx == SHN_UNDEF ||
		    (type != STT_FUNC && type != STT_GNU_IFUNC))
			continue;
		*gp_push(symbols, n, room) = (struct elf_symbol){
			.name = name, .address = address, .size = sym.st_size, .function = true,
			.ifunc = type == STT_GNU_IFUNC,
			.global = GELF_ST_BIND(sym.st_info) != STB_LOCAL };
	}
	gp_memory_check();
	if (n <= elf->nsymbols) {
		free(symbols);
		return false;
	}
	elfobj_set_symbols(elf, symbols, n);
	return true;
}

Dwarf *debug_dwarf(struct debug *d, uint64_t *bias)
{
	Dwarf_Addr added = 0;
	Dwarf *dwarf;

	gp_memory_watch();
	dwarf = dwfl_module_getdwarf(d->module, &added);
	if (begin_again(d))
		dwarf = dwfl_module_getdwarf(d->module, &added);
	gp_memory_check();
	if (dwarf)
		dwarf_new_oom_handler(dwarf, gp_no_memory);
	if (dwarf && !d->mended)
		lines_mend(dwarf_getelf(dwarf));
	d->mended = true;
	*bias = added;
	return dwarf;
}

static int by_low(const void *x, const void *y, void *unused)
{
	const struct range *a = x, *b = y;

	(void)unused;
	return a->low < b->low ? -1 : a->low > b->low;
}

static void add_unit(struct debug *d, const Dwarf_Die *skeleton, const Dwarf_Die *unit,
		     uint64_t bias)
{
	Dwarf_Die die = *skeleton;
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(&die, at, &base, &low, &high)) > 0)
		if (low < high)
			*gp_push(d->ranges, d->nranges, d->ranges_room) =
				(struct range){ low + bias, high + bias, *unit };
}

static void read_ranges(struct debug *d)
{
	uint64_t bias;
	Dwarf *dwarf = debug_dwarf(d, &bias);
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, split;
	uint8_t type;

	d->ranges_read = true;
	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &split) == 0)
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			add_unit(d, &die, dwarf_tag(&split) == DW_TAG_invalid ? &die : &split,
				 bias);
	gp_sort(d->ranges, d->nranges, sizeof *d->ranges, by_low, NULL);
}

bool debug_unit(struct debug *d, uint64_t address, Dwarf_Die *unit)
{
	size_t low;

	if (!d->ranges_read)
		read_ranges(d);
	low = gp_first(i, d->nranges, d->ranges[i].low <= address);
	if (!low || address >= d->ranges[low - 1].high)
		return false;
	*unit = d->ranges[low - 1].unit;
	return true;
}

/* Where the compiler ran; NULL: not known. */
static const char *folder_of(Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr_integrate(unit, DW_AT_comp_dir, &attribute))
		return NULL;
	return dwarf_formstring(&attribute);
}

const char *debug_path(struct debug *d, Dwarf_Die *unit, const char *path)
{
	int created;
	uint32_t *at;

	if (!path || !strcmp(path, "???"))
		return NULL;
	at = gp_map_put(&d->path_at, (uintptr_t)path, 0, &created);
	if (created) {
		*at = d->npaths;
		*gp_push(d->paths, d->npaths, d->paths_room) = path_plain(folder_of(unit), path);
	}
	return d->paths[*at];
}

bool debug_line(struct debug *d, uint64_t address, const char **file, uint32_t *line)
{
	uint64_t bias;
	int number = 0;
	Dwarf_Line *at;
	Dwarf_Die unit;

	if (!debug_dwarf(d, &bias) || !debug_unit(d, address, &unit))
		return false;
	at = dwarf_getsrc_die(&unit, address - bias);
	*file = at ? debug_path(d, &unit, dwarf_linesrc(at, NULL, NULL)) : NULL;
	if (*file)
		dwarf_lineno(at, &number);
	*line = number;
	return number > 0;
}

const struct compiled *debug_compiled(struct debug *d, const char *path)
{
	uint64_t bias;
	Dwarf *dwarf = debug_dwarf(d, &bias);

	if (dwarf && !d->compiled_read)
		compiled_read(&d->compiled, dwarf_getelf(dwarf));
	d->compiled_read = true;
	return compiled_find(&d->compiled, path);
}

static bool is_unreadable(struct debug *d)
{
	uint64_t bias;
	Dwarf *dwarf = debug_dwarf(d, &bias);
	GElf_Addr unused;
	enum lines_state state = lines_state(dwarf ? dwarf_getelf(dwarf)
						   : dwfl_module_getelf(d->module, &unused));
	Dwarf_CU *unit = NULL;
	Dwarf_Lines *lines;
	Dwarf_Die die;
	size_t n;

	if (state != LINES_PLAIN)
		return state == LINES_LOCKED;
	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
		if (dwarf_hasattr(&die, DW_AT_stmt_list) &&
		    dwarf_getsrclines(&die, &lines, &n) != 0)
			return true;
	return false;
}

const char *debug_why_no_lines(struct debug *d)
{
	if (!is_unreadable(d))
		return NULL;
	if (zstd_is_missing())
		return "its debug information is compressed with zstd, and libzstd.so.1 is not "
		       "here to read it: install it, or compile with -gz=zlib";
	return "its debug information (.debug_line) cannot be read: it is damaged, or compressed "
	       "in a way that this libdw does not know";
}

/* The file that a unit's description was split off to; NULL: it has all of it. */
static const char *split_file(Dwarf_Die *unit)
{
	Dwarf_Attribute name;

	if (!dwarf_attr(unit, DW_AT_dwo_name, &name) &&
	    !dwarf_attr(unit, DW_AT_GNU_dwo_name, &name))
		return NULL;
	return dwarf_formstring(&name);
}

/* libdw looks for a file '.dwo' for each unit, in which nothing else is; up to elfutils 0.191 it
   knows no '.dwp'. */
static char *why_split(const struct debug *d, const char *file, size_t missing, size_t units)
{
	size_t n = strlen(file);
	char *package = gp_format("%s.dwp", d->path), *where, *why;

	if (n > 2 && !strcmp(file + n - 2, ".o"))
		where = gp_format("object files (-gsplit-dwarf=single), as '%s', which this libdw "
				  "does not read: compile with -g or -gsplit-dwarf", file);
	else if (access(package, R_OK) == 0)
		where = gp_format("'%s', which this libdw does not read: keep the files that it "
				  "was made of, as '%s', where the compiler put them", package,
				  file);
	else
		where = gp_format("files of their own (-gsplit-dwarf), as '%s', which is not "
				  "where the compiler put it, or cannot be read", file);
	why = gp_format("of its debug information %zu of %zu units are in %s", missing, units,
			where);
	free(package);
	free(where);
	return why;
}

char *debug_why_no_inlines(struct debug *d)
{
	const char *first = NULL;
	size_t units = 0, missing = 0;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, split;
	uint64_t bias;
	Dwarf *dwarf;
	uint8_t type;

	dwarf = debug_dwarf(d, &bias);
	if (!dwarf) {
		const char *locked = debug_why_no_lines(d);

		return locked ? gp_strdup(locked) : NULL;
	}
	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &split) == 0) {
		const char *file = split_file(&die);

		units++;
		if (!file || dwarf_tag(&split) != DW_TAG_invalid)
			continue;
		missing++;
		first = first ? first : file;
	}
	return missing ? why_split(d, first, missing, units) : NULL;
}

/* ------------------------------------------------------------------ */

static bool is_stale(const char *path, const struct elfobj *elf)
{
	struct elfobj other;
	struct gp_error ignored;
	bool stale;

	if (access(path, R_OK) != 0 || elfobj_open(&other, path, &ignored) < 0)
		return false;
	stale = other.build_id_size && !files_same_id(other.build_id, other.build_id_size,
						      elf->build_id, elf->build_id_size);
	elfobj_close(&other);
	return stale;
}

char *debug_stale(const struct elfobj *elf, const struct files *f)
{
	GElf_Word crc;
	const char *link = dwelf_elf_gnu_debuglink(elf->elf, &crc);
	int folder = gp_basename(elf->path) - elf->path;
	char *places[4] = { 0 }, *found = NULL;

	if (!link || !elf->build_id_size)
		return NULL;
	places[0] = gp_format("%.*s%s", folder, elf->path, link);
	places[1] = gp_format("%.*s.debug/%s", folder, elf->path, link);
	if (f->debug_dir) {
		places[2] = gp_format("%s/%s", f->debug_dir, link);
		places[3] = gp_format("%s/%.*s%s", f->debug_dir, folder, elf->path, link);
	}
	for (int i = 0; i < 4; i++) {
		if (places[i] && !found && is_stale(places[i], elf))
			found = places[i];
		else
			free(places[i]);
	}
	return found;
}

/* ------------------------------------------------------------------ all functions */

struct level { /* of the tree that is walked */
	Dwarf_Die die; /* whose turn it is, its siblings follow */
	struct debug_place place;
};

struct walking {
	void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place);
	void *context;
	uint64_t bias;
	struct level *levels; /* the innermost last */
	size_t n, room;
};

const char *debug_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) &&
	    !dwarf_attr_integrate(die, DW_AT_name, &attribute))
		return NULL;
	return dwarf_formstring(&attribute);
}

const char *debug_file(struct debug *d, Dwarf_Die *die, unsigned attribute)
{
	Dwarf_Attribute found;
	Dwarf_Files *files;
	Dwarf_Word number;
	Dwarf_Die unit;
	size_t n;

	if (!dwarf_attr_integrate(die, attribute, &found) ||
	    dwarf_formudata(&found, &number) != 0 ||
	    !dwarf_cu_die(found.cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &n) != 0 || number >= n)
		return NULL;
	return debug_path(d, &unit, dwarf_filesrc(files, number, NULL, NULL));
}

/* Returns true if functions, or what is in them, can be below. */
static bool is_around(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return true;
	default:
		return false;
	}
}

static void enter(struct walking *w, Dwarf_Die *die, const struct debug_place *place)
{
	Dwarf_Die child;

	if (dwarf_haschildren(die) && dwarf_child(die, &child) == 0)
		*gp_push(w->levels, w->n, w->room) = (struct level){ child, *place };
}

static void visit(struct walking *w, Dwarf_Die *die, struct debug_place place)
{
	int tag = dwarf_tag(die);
	Dwarf_Addr low;

	w->entry(w->context, die, &place);
	if (tag == DW_TAG_inlined_subroutine)
		place.depth++;
	if (tag == DW_TAG_subprogram)
		place.function = dwarf_lowpc(die, &low) == 0 ? low + w->bias : 0;
	if (is_around(tag))
		enter(w, die, &place);
}

static void walk_unit(struct walking *w, Dwarf_Die *unit)
{
	enter(w, unit, &(struct debug_place){ 0 });
	while (w->n) {
		struct level *last = &w->levels[w->n - 1];
		struct debug_place place = last->place;
		Dwarf_Die die = last->die;

		if (dwarf_siblingof(&die, &last->die) != 0)
			w->n--;
		visit(w, &die, place);
	}
}

void debug_walk(struct debug *d,
		void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place),
		void *context)
{
	struct walking w = { .entry = entry, .context = context };
	Dwarf *dwarf = debug_dwarf(d, &w.bias);
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, split;
	uint8_t type;

	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &split) == 0) {
		if (type == DW_UT_compile)
			walk_unit(&w, &die);
		else if (type == DW_UT_skeleton && dwarf_tag(&split) != DW_TAG_invalid)
			walk_unit(&w, &split);
	}
	free(w.levels);
}

void debug_walk_unit(struct debug *d, Dwarf_Die *unit,
		     void (*entry)(void *context, Dwarf_Die *die, const struct debug_place *place),
		     void *context)
{
	struct walking w = { .entry = entry, .context = context };

	debug_dwarf(d, &w.bias);
	walk_unit(&w, unit);
	free(w.levels);
}
