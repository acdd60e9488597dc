/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * demangle.c - see demangle.h; the work is libiberty's, and LLVM's where that knows more.
 */
#include "text/demangle.h"
#include "base/util.h"
#include "text/itanium.h"

#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GUESS 64 /* bytes a readable name is expected to have */

/* Takes a suffix with a number out of a name; what follows it stays. */
static void drop_numbered(char *name, const char *suffix)
{
	char *from = strstr(name, suffix), *end;

	if (!from || from == name)
		return;
	end = from + strlen(suffix);
	if (!*end || (end[strspn(end, "0123456789")] && end[strspn(end, "0123456789")] != '.'))
		return;
	end += strspn(end, "0123456789");
	memmove(from, end, strlen(end) + 1);
}

/* The suffixes of local functions that ThinLTO promoted, and that Clang gave a name of their
   own (-funique-internal-linkage-names), say nothing to the reader. */
static char *without_suffix(const char *name)
{
	char *plain = gp_strdup(name);

	drop_numbered(plain, ".llvm.");
	drop_numbered(plain, ".__uniq.");
	return plain;
}

/* Takes the arguments off the templates a name is made of.  As deep as libiberty's own
   parser, which has a limit. */
static void strip(struct demangle_component *c)
{
	switch (c ? c->type : DEMANGLE_COMPONENT_NAME) {
	case DEMANGLE_COMPONENT_TEMPLATE:
		strip(c->u.s_binary.left);
		*c = *c->u.s_binary.left;
		break;
	case DEMANGLE_COMPONENT_QUAL_NAME:
	case DEMANGLE_COMPONENT_LOCAL_NAME:
	case DEMANGLE_COMPONENT_TYPED_NAME:
		strip(c->u.s_binary.left);
		strip(c->u.s_binary.right);
		break;
	case DEMANGLE_COMPONENT_CTOR:
		strip(c->u.s_ctor.name);
		break;
	case DEMANGLE_COMPONENT_DTOR:
		strip(c->u.s_dtor.name);
		break;
	default:
		break;
	}
}

static char *without_templates(const char *name)
{
	void *memory = NULL;
	struct demangle_component *c = cplus_demangle_v3_components(name, DMGL_ANSI, &memory);
	char *text = NULL;
	size_t size;

	if (c) {
		strip(c);
		text = cplus_demangle_print(DMGL_ANSI, c, GUESS, &size);
	}
	free(memory);
	return text;
}

/* Cuts every "OPEN...CLOSE" out of a text. */
static void cut(char *text, const char *open, const char *close)
{
	size_t n = strlen(open);
	char *to = text;

	while (*text) {
		int depth = 0;

		if (strncmp(text, open, n)) {
			*to++ = *text++;
			continue;
		}
		for (text += n, depth = 1; *text && depth; text++)
			depth += *text == open[n - 1] ? 1 : *text == *close ? -1 : 0;
	}
	*to = 0;
}

/* Cuts the parameters of a D function off: the last list that is not a template's. */
static void cut_parameters(char *text)
{
	char *last = NULL;
	int depth = 0;

	for (char *c = text; *c; c++) {
		if (*c == '(' && !depth++)
			last = c > text && c[-1] == '!' ? NULL : c;
		else if (*c == ')' && depth)
			depth--;
	}
	if (last)
		*last = 0;
}

/* libiberty's names of Rust and D come whole only. */
static char *foreign(const char *name, enum name_form form)
{
	char *text = rust_demangle(name, 0);

	if (text && form == NAMES_BASE)
		cut(text, "::<", ">");
	if (text || strncmp(name, "_D", 2))
		return text;
	text = dlang_demangle(name, 0);
	if (text && form == NAMES_BASE)
		cut(text, "!(", ")");
	if (text && form != NAMES_FULL)
		cut_parameters(text);
	return text;
}

/*
 * Names of flang: _Q, then for each scope a capital letter (M module, S submodule, F host
 * procedure, P procedure) and a name, in which Fortran has small letters only.
 */
static char *fortran(const char *name)
{
	size_t length = strlen(name), scopes = 0;
	char *text, *to;

	if (strncmp(name, "_Q", 2))
		return NULL;
	if (!strcmp(name, "_QQmain"))
		return gp_strdup("main program");
	for (const char *s = name + 2; *s; s++) {
		bool capital = *s >= 'A' && *s <= 'Z';

		if (capital ? !strchr("MSFP", *s) || !s[1] : s == name + 2)
			return NULL;
		scopes += capital;
	}
	text = to = gp_alloc(length + 2 * scopes, 1);
	for (const char *s = name + 2; *s; s++) {
		if (*s < 'A' || *s > 'Z')
			*to++ = *s;
		else if (to > text)
			*to++ = ':', *to++ = ':';
	}
	*to = 0;
	return text;
}

/* Of code that a compiler took out of a function libiberty says: f() [clone .cold]. */
static char *with_clones(char *text, const char *suffix)
{
	while (text && *suffix) {
		size_t n = 1 + strcspn(suffix + 1, ".");
		char *more;

		while (suffix[n] == '.' && suffix[n + 1] >= '0' && suffix[n + 1] <= '9')
			n += 1 + strcspn(suffix + n + 1, ".");
		more = gp_format("%s [clone %.*s]", text, (int)n, suffix);
		free(text);
		text = more;
		suffix += n;
	}
	return text;
}

static char *newer(const char *name, enum name_form form)
{
	char *stem = gp_format("%.*s", (int)strcspn(name, "."), name);
	char *text = itanium_name(stem, form);

	free(stem);
	return form == NAMES_FULL ? with_clones(text, name + strcspn(name, ".")) : text;
}

char *demangle_as(const char *name, enum name_form form)
{
	char *plain, *text = NULL;

	if (form == NAMES_LINKAGE)
		return gp_strdup(name);
	plain = without_suffix(name);
	if (name[0] != '_')
		return plain; /* no language's */
	text = fortran(plain);
	if (text) {
		free(plain);
		return text;
	}
	gp_memory_watch();
	text = foreign(plain, form);
	if (!text && form == NAMES_BASE)
		text = without_templates(plain);
	if (!text)
		text = cplus_demangle_v3(plain, DMGL_ANSI |
					 (form == NAMES_FULL ? DMGL_PARAMS : 0));
	/* Second: names that both know keep the spelling that they always had. */
	if (!text)
		text = newer(plain, form);
	gp_memory_check();
	if (!text)
		return plain;
	free(plain);
	return text;
}

char *demangle_name(const char *name)
{
	return demangle_as(name, NAMES_FULL);
}
