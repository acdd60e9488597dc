/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbols_image.c - which of a program's symbols are functions; see symbols.h.
 *
 * GNU gprof takes all global and weak names in code, and local ones unless they look
 * like labels of an assembler or compiler: with a '$', or a '.' that starts neither a
 * number nor a clone's suffix and number.  What it so loses of true functions
 * (STT_FUNC) comes in as recovered.
 */
#include "gprof/plt.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
 * Whether GNU gprof believes that the name of a local symbol is a function's.  After a
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

/* Whether GNU gprof takes it. */
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
