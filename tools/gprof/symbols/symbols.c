/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbols.c - see symbols.h: finds the symbols of a table, in an image or in the output of nm.
 */
#include "gprof/symbols/symbols.h"
#include "gprof/symbols/plt.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct gnu_source *gnu_table_source(struct gnu_table *t, const char *path)
{
	uint32_t known = gp_names_get(&t->by_path, path);
	struct gnu_source **slot, *s;
	int created;

	if (known != GP_NONE)
		return t->sources[known];
	s = gp_alloc(1, sizeof *s);
	s->path = gp_strdup(path);
	s->name = gp_basename(s->path);
	*gp_names_put(&t->by_path, s->path, &created) = (uint32_t)t->nsources;
	slot = gp_push(t->sources, t->nsources, t->sources_room);
	return *slot = s;
}

void gnu_table_release(struct gnu_table *t)
{
	for (size_t i = 0; i < t->nsources; i++) {
		free(t->sources[i]->path);
		free(t->sources[i]);
	}
	for (size_t i = 0; i < t->nowned; i++)
		free(t->owned[i]);
	free(t->owned);
	free(t->sources);
	gp_names_release(&t->by_path);
	free(t->starts);
	free(t->symbols);
	memset(t, 0, sizeof *t);
}

/* ------------------------------------------------------------------ */

/* By address; at one address functions first, then global ones. */
static int compare(const struct gnu_symbol *a, const struct gnu_symbol *b)
{
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->function != b->function)
		return a->function ? -1 : 1;
	return (int)a->local - (int)b->local;
}

/* Positions in the array, so that equal symbols keep their order. */
static int by_address(const void *x, const void *y, void *symbols)
{
	const uint32_t *a = x, *b = y;
	const struct gnu_symbol *s = symbols;
	int order = compare(&s[*a], &s[*b]);

	return order ? order : *a < *b ? -1 : *a > *b;
}

static void sort(struct gnu_table *t)
{
	struct gnu_symbol *sorted = gp_alloc(t->nsymbols, sizeof *sorted);
	uint32_t *order = gp_alloc(t->nsymbols, sizeof *order);

	for (uint32_t i = 0; i < t->nsymbols; i++)
		order[i] = i;
	gp_sort(order, t->nsymbols, sizeof *order, by_address, t->symbols);
	for (size_t i = 0; i < t->nsymbols; i++)
		sorted[i] = t->symbols[order[i]];
	free(order);
	free(t->symbols);
	t->symbols = sorted;
	t->room = t->nsymbols;
}

/* Fewer underscores in front: what the programmer called it. */
static bool plainer(const char *a, const char *b)
{
	if (a[0] != '_')
		return b[0] == '_';
	return b[0] == '_' && a[1] != '_' && b[1] == '_';
}

/* Returns true if a symbol goes before another of the same address. */
static bool is_favoured(const struct gnu_symbol *a, const struct gnu_symbol *over)
{
	if ((a->extra != GNU_OWN) != (over->extra != GNU_OWN))
		return a->extra == GNU_OWN;
	if (a->local != over->local)
		return !a->local;
	if (a->function != over->function)
		return a->function;
	return plainer(a->name, over->name);
}

/* Leaves one symbol an address, known to be as long as the longest there. */
static void unite(struct gnu_table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nsymbols; i++) {
		struct gnu_symbol *s = &t->symbols[i];
		struct gnu_symbol *last = n ? &t->symbols[n - 1] : NULL;
		uint64_t size = s->size;

		if (!last || s->address != last->address) {
			t->symbols[n++] = *s;
			continue;
		}
		if (last->size > size)
			size = last->size;
		if (is_favoured(s, last))
			*last = *s;
		last->size = size;
	}
	t->nsymbols = n;
}

static void set_ends(struct gnu_table *t)
{
	for (size_t i = 0; i < t->nsymbols; i++) {
		struct gnu_symbol *s = &t->symbols[i];

		if (!s->end)
			s->end = (i + 1 < t->nsymbols ? s[1].address : t->text_end) - 1;
	}
}

/* Bytes that only bring the next function to its alignment are nobody's code. */
static bool is_padding(uint64_t start, uint64_t next)
{
	uint64_t align = 16;

	if (next - start >= 64)
		return false;
	while (align <= next - start)
		align *= 2;
	return next % align == 0 || next - start < 4;
}

static void add_gap(struct gnu_table *t, uint64_t start, uint64_t end)
{
	char *name = gp_format("<unknown at 0x%" PRIx64 ">", start);
	struct gnu_symbol *s = gnu_table_add(t, start, gnu_table_own(t, name));

	s->end = end - 1;
	s->function = true;
	s->local = true;
	s->extra = GNU_SYNTHETIC;
}

/* Gaps start at a multiple of 4: the bin that a function ends in is the function's. */
static void find_gaps(struct gnu_table *t)
{
	size_t n = t->nsymbols;
	uint64_t reach = 0; /* where the code known so far ends, exclusive */

	for (size_t i = 0; i < n; i++) {
		struct gnu_symbol *s = &t->symbols[i];
		uint64_t next = i + 1 < n ? s[1].address : t->text_end;
		uint64_t start;

		if (s->address + s->size > reach)
			reach = s->address + s->size;
		start = (reach + 3) & ~UINT64_C(3);
		/* Without a size, outside all others: up to the next. */
		if ((!s->size && reach <= s->address) || start < reach || start >= next ||
		    is_padding(start, next))
			continue;
		s->end = start - 1;
		add_gap(t, start, next);
	}
}

/* The first symbol of an object file counts for all of them. */
static void unite_files(struct gnu_table *t)
{
	struct gp_names files = { .slots = NULL };

	for (uint32_t i = 0; i < t->nsymbols; i++) {
		struct gnu_symbol *s = &t->symbols[i];
		uint32_t *first;
		int created = 1;

		s->unit = i;
		if (!s->mapped || !t->by_file)
			continue;
		first = gp_names_put(&files, s->name, &created);
		if (created)
			*first = i;
		else
			s->extra = GNU_SYNTHETIC;
		s->unit = *first;
	}
	gp_names_release(&files);
}

void gnu_table_finish(struct gnu_table *t, bool gaps)
{
	sort(t);
	unite(t);
	if (gaps) {
		find_gaps(t);
		sort(t);
	}
	set_ends(t);
	unite_files(t);
	free(t->starts);
	t->starts = gp_alloc(t->nsymbols, sizeof *t->starts);
	for (size_t i = 0; i < t->nsymbols; i++)
		t->starts[i] = t->symbols[i].address;
}

/* ------------------------------------------------------------------ */

uint32_t gnu_table_find(const struct gnu_table *t, uint64_t address)
{
	size_t low = gp_first(i, t->nsymbols, t->starts[i] <= address);

	if (!low || address > t->symbols[low - 1].end)
		return GP_NONE;
	return (uint32_t)(low - 1);
}

uint32_t gnu_table_find_next(const struct gnu_table *t, uint64_t address, uint32_t last)
{
	size_t at = last;

	for (int i = 0; i < 2 && at < t->nsymbols; i++, at++)
		if (t->starts[at] <= address && address <= t->symbols[at].end &&
		    (at + 1 == t->nsymbols || address < t->starts[at + 1]))
			return (uint32_t)at;
	return gnu_table_find(t, address);
}

uint32_t gnu_table_find_function(const struct gnu_table *t, uint64_t address)
{
	uint32_t i = gnu_table_find(t, address);

	while (i != GP_NONE && !t->symbols[i].function)
		i = i ? i - 1 : GP_NONE;
	return i;
}

/* ------------------------------------------------------------------ symbols of an image */

/*
 * GNU gprof takes all global and weak names in code, and local ones unless they look
 * like labels of an assembler or compiler: with a '$', or a '.' that starts neither a
 * number nor a clone's suffix and number.  What it so loses of true functions
 * (STT_FUNC) comes in as recovered.
 */

/* Steps over `.12', `.clone.3' or `.constprop.0' at *at; false: something else. */
static bool skip_clone_suffix(const char **at)
{
	static const char *const clones[] = { ".clone.", ".constprop." };
	const char *s = *at;
	bool digits = false;

	for (size_t i = 0; i < sizeof clones / sizeof *clones; i++)
		if (!strncmp(s, clones[i], strlen(clones[i])) && s[strlen(clones[i])]) {
			s += strlen(clones[i]) - 1;
			break;
		}
	for (s++; *s && !(digits && *s == '.'); s++) {
		if (!isdigit((unsigned char)*s))
			return false;
		digits = true;
	}
	*at = s;
	return true;
}

/*
 * Returns true if GNU gprof believes that the name of a local symbol is a function's.  After a
 * number that ends the name, it goes on with the next string of the file's table;
 * 'strings_end' is where that ends.
 */
static bool is_plain_name(const char *name, const char *strings_end)
{
	if (!*name || !strncmp(name, "__gnu_compiled", 14) ||
	    !strncmp(name, "___gnu_compiled", 15))
		return false;
	for (; name < strings_end && *name; name++) {
		if (*name == '$')
			return false;
		while (*name == '.')
			if (!skip_clone_suffix(&name))
				return false;
	}
	return true;
}

/* Returns true if GNU gprof takes it. */
static bool is_own(const struct gnu_image *image, const struct gnu_elf_symbol *s,
		   const struct gnu_choice *choice)
{
	if (!s->class || (choice->no_local && s->local))
		return false;
	if (s->class == 'T')
		return true;
	return is_plain_name(s->name, image->strings_end) &&
	       (s->function || !choice->functions_only);
}

static bool is_recovered(const struct gnu_elf_symbol *s, const struct gnu_choice *choice)
{
	return !choice->exact && s->class == 't' && s->function && *s->name && !choice->no_local;
}

static void add(struct gnu_table *t, const struct gnu_elf_symbol *from, const char *name,
		enum gnu_extra extra)
{
	struct gnu_symbol *s = gnu_table_add(t, from->address, name);

	s->size = from->function && from->code ? from->size : 0;
	s->function = from->function;
	s->local = from->class == 't';
	s->extra = (uint8_t)extra;
}

static int by_function(const void *key, const void *mapping)
{
	return strcmp(key, ((const struct gnu_mapping *)mapping)->function);
}

/* Under the name of its object file if the map has that. */
static void add_mapped(struct gnu_table *t, const struct gnu_elf_symbol *s, bool exact,
		       const struct gnu_mapping *map, size_t nmap, enum gnu_extra extra)
{
	const struct gnu_mapping *m = nmap ? bsearch(s->name, map, nmap, sizeof *map, by_function)
					   : NULL;

	if (m && !m->first && exact)
		return;
	add(t, s, m ? m->file : s->name, extra);
	t->symbols[t->nsymbols - 1].mapped = m != NULL;
}

int gnu_table_read_image(struct gnu_table *t, const struct gnu_image *image,
			 const struct gnu_choice *choice, const struct gnu_mapping *map,
			 size_t nmap, struct gp_error *e)
{
	t->text_end = image->text_end;
	t->by_file = !choice->exact;
	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct gnu_elf_symbol *s = &image->symbols[i];

		if (is_own(image, s, choice))
			add_mapped(t, s, choice->exact, map, nmap, GNU_OWN);
		else if (is_recovered(s, choice))
			add_mapped(t, s, false, map, nmap, GNU_RECOVERED);
	}
	for (size_t i = 0; !image->nsymbols && !choice->exact && i < image->ndynamic; i++)
		add(t, &image->dynamic[i], image->dynamic[i].name, GNU_RECOVERED);
	if (!t->nsymbols)
		return gp_fail(e, "file `%s' has no symbols", image->path);
	if (!choice->exact)
		gnu_plt_add(t, image);
	return 0;
}

/* ------------------------------------------------------------------ symbols as text */

/*
 * A line counts if it has a hexadecimal number, a letter t or T and a name; what
 * follows the name is ignored, and so are all other lines.
 */

struct line {
	const char *at, *end;
};

static void skip_blanks(struct line *l)
{
	while (l->at < l->end && isspace((unsigned char)*l->at))
		l->at++;
}

/* The next word, or an empty one. */
static struct line word(struct line *l)
{
	struct line w;

	skip_blanks(l);
	w.at = l->at;
	while (l->at < l->end && !isspace((unsigned char)*l->at))
		l->at++;
	w.end = l->at;
	return w;
}

static bool hexadecimal(struct line w, uint64_t *value)
{
	uint64_t v = 0;

	if (w.end - w.at > 2 && w.at[0] == '0' && (w.at[1] == 'x' || w.at[1] == 'X'))
		w.at += 2;
	if (w.at == w.end || !isxdigit((unsigned char)*w.at))
		return false;
	for (; w.at < w.end && isxdigit((unsigned char)*w.at); w.at++) {
		int c = tolower((unsigned char)*w.at);

		v = v << 4 | (uint64_t)(isdigit(c) ? c - '0' : c - 'a' + 10);
	}
	*value = v;
	return true;
}

static void read_line(struct gnu_table *t, struct line l)
{
	struct line address = word(&l), name;
	struct gnu_symbol *s;
	uint64_t value;
	char type;

	skip_blanks(&l);
	if (l.at == l.end)
		return;
	type = *l.at++;
	name = word(&l);
	if (name.at == name.end || (type != 't' && type != 'T') || !hexadecimal(address, &value))
		return;
	s = gnu_table_add(t, value, gnu_table_own(t, gp_format("%.*s", (int)(name.end - name.at),
							       name.at)));
	s->function = true;
	s->local = type == 't';
}

int gnu_table_read_text(struct gnu_table *t, const char *text, size_t size, const char *name,
			struct gp_error *e)
{
	const char *end = text + size;

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		struct line l = { text, newline ? newline : end };

		read_line(t, l);
		text = newline ? newline + 1 : end;
	}
	if (!t->nsymbols)
		return gp_fail(e, "file `%s' has no symbols", name);
	return 0;
}
