/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * match_functions.c - which functions of the files that are compared are one; see diff.h.
 *
 * A function is known by its module and linkage name.  The program itself is one module
 * whatever its file is called.  Several static functions of one name in a file are distinguished by
 * their source files, as in merged profiles (merge/match_statics.h).  Functions that share the
 * source file too are added up.
 *
 * Compilers spell the linkage names of templates differently: since version 18 clang encodes the
 * kind of the parameter of `template <auto V>`, and constraints.  So an instance of a template
 * whose linkage name one file lacks is matched by its readable name.
 */
#include "diff/diff.h"
#include "merge/match_statics.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

/* A function that some file has. */
struct known {
	char *file, *compiled; /* as that file says; owned */
	uint32_t row;          /* of the comparison, or GP_NONE */
};

/* Functions: of one name, or of these that are of one static_place_group(). */
struct group {
	char *key;        /* owned */
	uint32_t *known;  /* of all files before */
	uint32_t *fresh;  /* of the file that is being added; numbers of its functions */
	size_t nknown, known_room, nfresh, fresh_room;
};

struct group_table {
	struct group *items;
	size_t n, room;
	struct gp_names at;
};

struct diff_names {
	struct known *known;
	size_t nknown, known_room;
	struct group_table by_name, by_files, by_readable;
};

/* One file's functions. */
struct adding {
	struct diff *d;
	const struct diff_name *names;
	size_t n;
	uint32_t *first; /* of the functions that nothing distinguishes from it */
	uint32_t *known; /* that a function is, or GP_NONE */
};

static const char *text_of(const char *path)
{
	return path ? path : "";
}

static struct group *group_of(struct group_table *groups, char *key)
{
	int created;
	uint32_t *at = gp_names_put(&groups->at, key, &created);

	if (created) {
		*at = groups->n;
		gp_push(groups->items, groups->n, groups->room)->key = key;
	} else {
		free(key);
	}
	return &groups->items[*at];
}

static struct group *of_name(struct diff_names *names, const struct diff_name *f)
{
	return group_of(&names->by_name, gp_format("%s\1%s", f->module, f->name));
}

static struct group *of_files(struct diff_names *names, const struct diff_name *f)
{
	char *files = static_place_group(text_of(f->file), text_of(f->compiled));
	struct group *g = group_of(&names->by_files, gp_format("%s\1%s\1%s", f->module, f->name,
							       files));

	free(files);
	return g;
}

/* The part of the name that all compilers agree on. */
static void cut_constraint(char *readable)
{
	char *clause = strstr(readable, " requires ");

	if (clause)
		*clause = 0;
}

/* NULL if the name is not a template's. */
static struct group *of_readable(struct diff_names *names, const struct diff_name *f)
{
	struct group *g;
	char *readable;

	if (strncmp(f->name, "_Z", 2) || !strchr(f->name, 'I'))
		return NULL;
	readable = demangle_name(f->name);
	cut_constraint(readable);
	g = group_of(&names->by_readable, gp_format("%s\1%s", f->module, readable));
	free(readable);
	return g;
}

static void group_functions(struct adding *a)
{
	struct gp_names seen = { 0 };
	char **keys = gp_alloc(a->n, sizeof *keys);
	int created;

	for (size_t i = 0; i < a->n; i++) {
		const struct diff_name *f = &a->names[i];
		struct group *g;
		uint32_t *first;

		keys[i] = gp_format("%s\1%s\1%s\1%s", f->module, f->name,
				    text_of(f->file), text_of(f->compiled));
		first = gp_names_put(&seen, keys[i], &created);
		*first = created ? i : *first;
		a->first[i] = *first;
		if (!created)
			continue;
		g = of_name(a->d->names, f);
		*gp_push(g->fresh, g->nfresh, g->fresh_room) = i;
		g = of_files(a->d->names, f);
		*gp_push(g->fresh, g->nfresh, g->fresh_room) = i;
		g = of_readable(a->d->names, f);
		if (g)
			*gp_push(g->fresh, g->nfresh, g->fresh_room) = i;
	}
	gp_names_release(&seen);
	for (size_t i = 0; i < a->n; i++)
		free(keys[i]);
	free(keys);
}

/* Where both have one function of a name it is the same, whatever its file is called. */
static void find_only(struct adding *a, const struct group *g)
{
	if (g->nknown == 1 && g->nfresh == 1 && a->known[g->fresh[0]] == GP_NONE)
		a->known[g->fresh[0]] = g->known[0];
}

static void find_same(struct adding *a, const struct group *g)
{
	struct static_place *known = gp_alloc(g->nknown, sizeof *known);
	struct static_place *fresh = gp_alloc(g->nfresh, sizeof *fresh);
	uint32_t *found = gp_alloc(g->nfresh, sizeof *found);

	for (size_t i = 0; i < g->nknown; i++) {
		const struct known *k = &a->d->names->known[g->known[i]];

		known[i] = (struct static_place){ .file = k->file, .compiled = k->compiled };
	}
	for (size_t i = 0; i < g->nfresh; i++) {
		const struct diff_name *f = &a->names[g->fresh[i]];

		fresh[i] = (struct static_place){ .file = text_of(f->file),
						.compiled = text_of(f->compiled) };
	}
	match_statics(known, g->nknown, fresh, g->nfresh, found);
	for (size_t i = 0; i < g->nfresh; i++)
		if (found[i] != GP_NONE && a->known[g->fresh[i]] == GP_NONE)
			a->known[g->fresh[i]] = g->known[found[i]];
	free(known);
	free(fresh);
	free(found);
}

static void find_known(struct adding *a)
{
	struct diff_names *names = a->d->names;

	for (size_t i = 0; i < names->by_name.n; i++)
		find_only(a, &names->by_name.items[i]);
	for (size_t i = 0; i < names->by_files.n; i++)
		if (names->by_files.items[i].nfresh)
			find_same(a, &names->by_files.items[i]);
	for (size_t i = 0; i < names->by_readable.n; i++)
		find_only(a, &names->by_readable.items[i]);
}

static void push_known(struct group *g, uint32_t known)
{
	*gp_push(g->known, g->nknown, g->known_room) = known;
}

static void add_unknown(struct adding *a)
{
	struct diff_names *names = a->d->names;

	for (size_t i = 0; i < a->n; i++) {
		const struct diff_name *f = &a->names[i];
		struct group *g;

		if (a->first[i] != i || a->known[i] != GP_NONE)
			continue;
		a->known[i] = names->nknown;
		*gp_push(names->known, names->nknown, names->known_room) = (struct known){
			.file = gp_strdup(text_of(f->file)),
			.compiled = gp_strdup(text_of(f->compiled)), .row = GP_NONE };
		push_known(of_name(names, f), a->known[i]);
		push_known(of_files(names, f), a->known[i]);
		g = of_readable(names, f);
		if (g)
			push_known(g, a->known[i]);
	}
}

static void make_row(struct diff *d, struct known *known, const struct diff_name *f)
{
	struct diff_row *row;

	known->row = d->functions.n;
	row = gp_push(d->functions.items, d->functions.n, d->functions.room);
	row->name = demangle_name(f->name);
	row->linkage = gp_strdup(f->name);
	row->of_program = !strcmp(f->module, DIFF_PROGRAM);
}

static uint32_t *rows_of(struct adding *a, int side)
{
	uint32_t *rows = gp_alloc(a->n, sizeof *rows);

	for (size_t i = 0; i < a->n; i++) {
		struct known *known = &a->d->names->known[a->known[a->first[i]]];

		if (a->names[i].chosen && known->row == GP_NONE)
			make_row(a->d, known, &a->names[i]);
		rows[i] = a->names[i].chosen ? known->row : GP_NONE;
		if (a->names[i].instrumented && known->row != GP_NONE)
			a->d->functions.items[known->row].instrumented[side] = true;
	}
	return rows;
}

static void end_file(struct group_table *groups)
{
	for (size_t i = 0; i < groups->n; i++)
		groups->items[i].nfresh = 0;
}

uint32_t *diff_rows(struct diff *d, int side, const struct diff_name *names, size_t n)
{
	struct adding a = { .d = d, .names = names, .n = n };
	uint32_t *rows;

	if (!d->names)
		d->names = gp_alloc(1, sizeof *d->names);
	a.first = gp_alloc(n, sizeof *a.first);
	a.known = gp_alloc(n, sizeof *a.known);
	memset(a.known, 0xff, n * sizeof *a.known);
	group_functions(&a);
	find_known(&a);
	add_unknown(&a);
	end_file(&d->names->by_name);
	end_file(&d->names->by_files);
	end_file(&d->names->by_readable);
	rows = rows_of(&a, side);
	free(a.first);
	free(a.known);
	return rows;
}

/* The last components of a path. */
static const char *end_of(const char *path, unsigned components)
{
	const char *at = path + strlen(path);

	while (at > path && (at[-1] != '/' || --components))
		at--;
	return at;
}

/* Marks rows whose name and end of a path another row has. */
static void find_equal(const struct diff *d, const char *const *files, unsigned components,
		       bool *equal)
{
	size_t n = d->functions.n;
	char **keys = gp_alloc(n, sizeof *keys);
	struct gp_names seen = { 0 };
	int created;

	for (size_t i = 0; i < n; i++) {
		uint32_t *first;

		keys[i] = gp_format("%s\1%s", d->functions.items[i].name,
				    components ? end_of(files[i], components) : "");
		first = gp_names_put(&seen, keys[i], &created);
		*first = created ? i : *first;
		if (!created)
			equal[i] = equal[*first] = true;
	}
	gp_names_release(&seen);
	for (size_t i = 0; i < n; i++)
		free(keys[i]);
	free(keys);
}

static void add_file(struct diff_row *row, const char *file)
{
	row->plain = row->name;
	row->name = gp_format("%s (%s)", row->plain, file);
}

/* Of rows; "": not known. */
static const char **files_of(const struct diff *d)
{
	const char **files = gp_alloc(d->functions.n, sizeof *files);

	for (size_t i = 0; d->names && i < d->names->nknown; i++) {
		const struct known *k = &d->names->known[i];

		if (k->row != GP_NONE)
			files[k->row] = *k->file ? k->file : k->compiled;
	}
	return files;
}

#define COMPONENTS 8 /* of a path, at most */

/* How many path components distinguish each row from others of its name; 0: none needed. */
static unsigned *find_components(const struct diff *d, const char *const *files)
{
	size_t n = d->functions.n;
	bool *same = gp_alloc(n, sizeof *same), *equal = gp_alloc(n, sizeof *equal);
	unsigned *components = gp_alloc(n, sizeof *components);

	find_equal(d, files, 0, same);
	for (unsigned more = 1; more <= COMPONENTS; more++) {
		memset(equal, 0, n * sizeof *equal);
		find_equal(d, files, more, equal);
		for (size_t i = 0; i < n; i++)
			if (same[i] && !components[i] && (!equal[i] || more == COMPONENTS))
				components[i] = more;
	}
	free(same);
	free(equal);
	return components;
}

void diff_names_distinguish(struct diff *d)
{
	const char **files = files_of(d);
	unsigned *components = find_components(d, files);

	for (size_t i = 0; i < d->functions.n; i++)
		if (components[i] && *files[i])
			add_file(&d->functions.items[i], end_of(files[i], components[i]));
	free(files);
	free(components);
}

static void release_groups(struct group_table *groups)
{
	for (size_t i = 0; i < groups->n; i++) {
		free(groups->items[i].key);
		free(groups->items[i].known);
		free(groups->items[i].fresh);
	}
	free(groups->items);
	gp_names_release(&groups->at);
}

void diff_names_release(struct diff_names *names)
{
	if (!names)
		return;
	for (size_t i = 0; i < names->nknown; i++) {
		free(names->known[i].file);
		free(names->known[i].compiled);
	}
	free(names->known);
	release_groups(&names->by_name);
	release_groups(&names->by_files);
	release_groups(&names->by_readable);
	free(names);
}
