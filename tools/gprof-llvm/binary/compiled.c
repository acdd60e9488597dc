/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * compiled.c - see compiled.h.
 */
#include "binary/compiled.h"
#include "base/path.h"
#include "binary/lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define LNCT_SOURCE 0x2001 /* DW_LNCT_LLVM_source */

/* The fields of an entry in a table of folders or files. */
struct part {
	uint64_t content, form; /* DW_LNCT_*, DW_FORM_* */
};

struct entry {
	const char *name, *text;
	const unsigned char *md5;
	uint64_t folder; /* its number */
};

struct reading {
	struct compiled_sources *sources;
	struct bytes strings[2]; /* .debug_str, .debug_line_str */
	struct bytes r;          /* what is left of the head */
	size_t offset_size;
	struct part parts[UINT8_MAX];
	unsigned nparts;
	const char **folders;
	size_t nfolders, folders_room;
};

static const char *fail(struct reading *g)
{
	g->r.bad = true;
	return NULL;
}

/* The string at 'at' of a section. */
static const char *string_at(struct reading *g, struct bytes section, uint64_t at)
{
	if (at >= bytes_left(&section) || !memchr(section.at + at, 0, bytes_left(&section) - at))
		return fail(g);
	return (const char *)section.at + at;
}

static const char *inline_string(struct reading *g)
{
	const char *text = string_at(g, g->r, 0);

	if (text)
		g->r.at += strlen(text) + 1;
	return text;
}

static const unsigned char *skip(struct reading *g, uint64_t size)
{
	const unsigned char *at = g->r.at;

	if (size > bytes_left(&g->r)) {
		fail(g);
		return NULL;
	}
	g->r.at += size;
	return at;
}

static const char *read_string(struct reading *g, uint64_t form)
{
	switch (form) {
	case DW_FORM_string:
		return inline_string(g);
	case DW_FORM_line_strp:
		return string_at(g, g->strings[1], bytes_take(&g->r, g->offset_size));
	case DW_FORM_strp:
		return string_at(g, g->strings[0], bytes_take(&g->r, g->offset_size));
	default:
		return fail(g);
	}
}

static uint64_t read_number(struct reading *g, uint64_t form)
{
	switch (form) {
	case DW_FORM_udata:
		return bytes_uleb(&g->r);
	case DW_FORM_data1:
		return bytes_take(&g->r, 1);
	case DW_FORM_data2:
		return bytes_take(&g->r, 2);
	case DW_FORM_data4:
		return bytes_take(&g->r, 4);
	case DW_FORM_data8:
		return bytes_take(&g->r, 8);
	default:
		fail(g);
		return 0;
	}
}

/* Of a content that is not known. */
static void skip_form(struct reading *g, uint64_t form)
{
	switch (form) {
	case DW_FORM_string:
	case DW_FORM_line_strp:
	case DW_FORM_strp:
		read_string(g, form);
		break;
	case DW_FORM_data16:
		skip(g, 16);
		break;
	case DW_FORM_block:
		skip(g, bytes_uleb(&g->r));
		break;
	default:
		read_number(g, form);
		break;
	}
}

static void read_part(struct reading *g, const struct part *part, struct entry *entry)
{
	switch (part->content) {
	case DW_LNCT_path:
		entry->name = read_string(g, part->form);
		break;
	case LNCT_SOURCE:
		entry->text = read_string(g, part->form);
		break;
	case DW_LNCT_directory_index:
		entry->folder = read_number(g, part->form);
		break;
	case DW_LNCT_MD5:
		if (part->form != DW_FORM_data16)
			fail(g);
		entry->md5 = skip(g, MD5_SIZE);
		break;
	default:
		skip_form(g, part->form);
		break;
	}
}

static void read_entry(struct reading *g, struct entry *entry)
{
	memset(entry, 0, sizeof *entry);
	for (unsigned i = 0; i < g->nparts && !g->r.bad; i++)
		read_part(g, &g->parts[i], entry);
	if (!entry->name)
		fail(g);
}

/* The fields of entries, and the number of entries. */
static uint64_t read_parts(struct reading *g)
{
	g->nparts = bytes_take(&g->r, 1);
	for (unsigned i = 0; i < g->nparts; i++) {
		g->parts[i].content = bytes_uleb(&g->r);
		g->parts[i].form = bytes_uleb(&g->r);
	}
	return bytes_uleb(&g->r);
}

/* ------------------------------------------------------------------ */

/* The path of an entry, to be freed.  Folder 0 is that where the compiler ran. */
static char *path_of(const struct reading *g, const struct entry *entry)
{
	const char *folder = g->folders[entry->folder];
	char *whole = entry->folder ? path_plain(g->folders[0], folder) : gp_strdup(folder);
	char *path = path_plain(whole, entry->name);

	free(whole);
	return path;
}

/* Units share strings: most files are known by theirs, without a look at the path. */
static struct compiled *item_of(struct reading *g, const struct entry *entry)
{
	struct compiled_sources *s = g->sources;
	const char *folder = g->folders[entry->folder];
	int created;
	uint32_t number = *folder == '/' ? gp_map_get(&s->by_strings, (uintptr_t)entry->name,
						      (uintptr_t)folder) : GP_NONE;
	uint32_t *at;
	char *path;

	if (number != GP_NONE)
		return &s->items[number];
	path = path_of(g, entry);
	at = gp_names_put(&s->by_path, path, &created);
	if (created) {
		*at = s->n;
		*gp_push(s->items, s->n, s->room) =
			(struct compiled){ path, entry->text, entry->md5 };
	} else {
		free(path);
	}
	number = *at;
	if (*folder == '/')
		*gp_map_put(&s->by_strings, (uintptr_t)entry->name, (uintptr_t)folder,
			    &created) = number;
	return &s->items[number];
}

static void take_file(struct reading *g, struct entry *entry)
{
	struct compiled *c;

	if (entry->text && !*entry->text)
		entry->text = NULL; /* "not there", as LLVM writes it */
	if (entry->folder >= g->nfolders) {
		fail(g);
		return;
	}
	if (!entry->text && !entry->md5)
		return;
	c = item_of(g, entry);
	c->text = c->text ? c->text : entry->text;
	if (c->md5 && (!entry->md5 || memcmp(c->md5, entry->md5, MD5_SIZE)))
		c->md5 = NULL;
}

static void read_files(struct reading *g)
{
	struct entry entry;
	uint64_t n = read_parts(g);

	g->nfolders = 0;
	for (uint64_t i = 0; i < n && !g->r.bad; i++) {
		read_entry(g, &entry);
		if (!g->r.bad)
			*gp_push(g->folders, g->nfolders, g->folders_room) = entry.name;
	}
	n = read_parts(g);
	for (uint64_t i = 0; i < n && !g->r.bad; i++) {
		read_entry(g, &entry);
		if (!g->r.bad)
			take_file(g, &entry);
	}
}

static void read_table(void *context, struct bytes r, size_t offset_size)
{
	struct reading *g = context;
	uint64_t size;

	if (bytes_take(&r, 2) != 5)
		return;
	bytes_take(&r, 2); /* sizes of addresses and segments */
	size = bytes_take(&r, offset_size);
	if (r.bad || size > bytes_left(&r))
		return;
	r.end = r.at + size;
	bytes_take(&r, 5); /* what special operations do */
	size = bytes_take(&r, 1);
	g->r = r;
	g->offset_size = offset_size;
	if (!r.bad && size && skip(g, size - 1))
		read_files(g);
}

void compiled_read(struct compiled_sources *s, Elf *elf)
{
	struct reading g = { .sources = s };

	g.strings[0] = lines_section(elf, ".debug_str");
	g.strings[1] = lines_section(elf, ".debug_line_str");
	lines_walk(elf, read_table, &g);
	free(g.folders);
}

const struct compiled *compiled_find(const struct compiled_sources *s, const char *path)
{
	uint32_t at = gp_names_get(&s->by_path, path);

	return at == GP_NONE ? NULL : &s->items[at];
}

void compiled_release(struct compiled_sources *s)
{
	gp_names_release(&s->by_path);
	gp_map_release(&s->by_strings);
	for (size_t i = 0; i < s->n; i++)
		free(s->items[i].path);
	free(s->items);
	memset(s, 0, sizeof *s);
}
