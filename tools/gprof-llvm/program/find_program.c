/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * find_program.c - see find_program.h.
 */
#include "program/find_program.h"
#include "profile/profile_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_NAMED 3 /* programs, in an error */

struct looking {
	const char *path;      /* as given */
	const char *name;      /* its last component */
	char *place;           /* the only path that a program of this name may have had, or NULL:
				  any; owned */
	const struct files *files;
	struct gp_names seen;  /* programs of the profiles, borrowed from the list */
	char *found;           /* the file of the one that is meant, or NULL; owned */
	const char *gone;      /* the one that is meant has no file any more; or NULL */
	const char *profile;   /* of that one */
	uint64_t start_ns;     /* when it began, real time: the newest is meant; 0: there is none */
	char *others;          /* programs with other names, as text; or NULL; owned */
	size_t nothers;
};

static bool is_missing(const char *path)
{
	struct stat st;

	return stat(path, &st) < 0 && (errno == ENOENT || errno == ENOTDIR);
}

bool find_program_is_script(const char *path)
{
	char bytes[2];

	return gp_first_bytes(path, bytes, 2) == 2 && !memcmp(bytes, "#!", 2);
}

bool find_program_is_needed(const char *path)
{
	return is_missing(path) || find_program_is_script(path);
}

/* A missing program that was named with its folder is of no other. */
static char *place_of(const char *path)
{
	char *folder, *real, *place = NULL;

	if (!is_missing(path) || gp_basename(path) == path)
		return NULL;
	folder = gp_format("%.*s", (int)(gp_basename(path) - path), path);
	real = realpath(folder, NULL);
	place = gp_format("%s/%s", real ? real : folder, gp_basename(path));
	free(real);
	free(folder);
	return place;
}

static bool is_meant(const struct looking *l, const char *exe)
{
	const char *name = gp_basename(exe);

	if (l->place)
		return !strcmp(exe, l->place);
	return !strcmp(name, l->name) || (!strncmp(name, "lt-", 3) && !strcmp(name + 3, l->name));
}

static void name_other(struct looking *l, const char *exe)
{
	char *before = l->others;

	if (l->nothers++ >= MOST_NAMED)
		return;
	l->others = gp_format("%s%s'%.200s'", before ? before : "", before ? ", " : "", exe);
	free(before);
}

static void mean(struct looking *l, const struct listed_profile *f, const struct profile *profile)
{
	if (l->start_ns && f->head.start_ns <= l->start_ns)
		return;
	free(l->found);
	l->found = object_find(l->files, profile_main(profile), profile->path);
	l->gone = f->exe;
	l->profile = f->path;
	l->start_ns = f->head.start_ns;
}

static void look(struct looking *l, struct listed_profile *f)
{
	struct gp_error ignored;
	struct profile profile;
	int created;

	if (listed_profile_read(f, &profile, &ignored) < 0)
		return;
	*gp_names_put(&l->seen, f->exe, &created) = 0;
	if (profile_main(&profile) && is_meant(l, f->exe)) {
		mean(l, f, &profile);
	} else if (created && *f->exe) {
		name_other(l, f->exe);
	}
	profile_release(&profile);
}

static int list_named(struct profile_list *list, const struct profiles_wanted *w,
		      struct gp_error *e)
{
	struct stat st;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < w->npaths; i++) {
		if (stat(w->paths[i], &st) == 0 && S_ISDIR(st.st_mode))
			rc = profile_list_add_folder(list, w->paths[i], 0, e);
		else
			profile_list_add(list, w->paths[i]);
	}
	return rc;
}

static void fail_script(const struct looking *l, struct gp_error *e)
{
	if (l->gone)
		gp_fail(e, "'%s' is a script, and its program '%s' %s: run it again, or name the "
			"binary that ran", l->path, l->gone, files_lack(l->files, l->gone));
	else if (l->others)
		gp_fail(e, "'%s' is a script: name the program that it ran; there are profiles of "
			"%s%s", l->path, l->others, l->nothers > MOST_NAMED ? ", ..." : "");
	else
		gp_fail(e, "'%s' is a script, and no program has a profile here: run it first",
			l->path);
}

static void fail_missing(const struct looking *l, struct gp_error *e)
{
	const char *why = strerror(ENOENT);

	if (l->gone)
		gp_fail(e, "cannot open '%s': %s; its profile '%s' is here, but the program '%s' "
			"%s: put the program that ran beside its profile, or name it", l->path,
			why, l->profile, l->gone, files_lack(l->files, l->gone));
	else if (l->others)
		gp_fail(e, "cannot open '%s': %s; there are profiles here of %s%s", l->path, why,
			l->others, l->nothers > MOST_NAMED ? ", ..." : "");
	else
		gp_fail(e, "cannot open '%s': %s", l->path, why);
}

static void fail(const struct looking *l, struct gp_error *e)
{
	if (is_missing(l->path))
		fail_missing(l, e);
	else
		fail_script(l, e);
}

/* Looks at the profiles; 'known': one is of such a program, whether its file is there or gone. */
static char *look_for(const char *path, const struct profiles_wanted *wanted,
		      const struct files *f, bool *known, struct gp_error *e)
{
	struct looking l = { .path = path, .name = gp_basename(path), .files = f,
			     .place = place_of(path) };
	struct profile_list list = { 0 };
	int rc = wanted->npaths ? list_named(&list, wanted, e) : profile_list_add_here(&list, e);

	for (size_t i = 0; rc == 0 && i < list.n; i++)
		look(&l, &list.items[i]);
	if (rc == 0 && !l.found)
		fail(&l, e);
	*known = l.gone;
	gp_names_release(&l.seen);
	free(l.place);
	free(l.others);
	profile_list_release(&list);
	return l.found;
}

char *find_program_by_name(const char *path, const struct profiles_wanted *wanted,
			   const struct files *f, struct gp_error *e)
{
	bool known;

	return look_for(path, wanted, f, &known, e);
}

bool find_program_is_known(const char *path, const struct profiles_wanted *wanted,
			   const struct files *f)
{
	struct gp_error ignored;
	bool known;

	free(look_for(path, wanted, f, &known, &ignored));
	return known;
}
