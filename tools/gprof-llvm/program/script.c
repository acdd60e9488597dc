/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * script.c - see script.h.
 */
#include "program/script.h"
#include "profile/found.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_NAMED 3 /* programs, in an error */

struct looking {
	const char *name;      /* of the script, without its folder */
	const struct files *files;
	struct gp_names seen;  /* programs of the profiles, borrowed from the list */
	char *found;           /* the file of the one that is meant, or NULL; owned */
	const char *gone;      /* the one that is meant has no file any more; or NULL */
	char *others;          /* programs with other names, as text; or NULL; owned */
	size_t nothers;
};

bool script_is(const char *path)
{
	char bytes[2];

	return gp_first_bytes(path, bytes, 2) == 2 && !memcmp(bytes, "#!", 2);
}

static bool is_of_script(const struct looking *l, const char *exe)
{
	const char *name = gp_basename(exe);

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

static void look(struct looking *l, struct found *f)
{
	struct gp_error ignored;
	struct profile profile;
	int created;

	if (l->found || found_look(f, &profile, &ignored) < 0)
		return;
	*gp_names_put(&l->seen, f->exe, &created) = 0;
	if (profile_main(&profile) && is_of_script(l, f->exe)) {
		l->found = object_find(l->files, profile_main(&profile), profile.path);
		l->gone = f->exe;
	} else if (created && *f->exe) {
		name_other(l, f->exe);
	}
	profile_release(&profile);
}

static int list_named(struct found_list *list, const struct profiles_wanted *w,
		      struct gp_error *e)
{
	struct stat st;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < w->npaths; i++) {
		if (stat(w->paths[i], &st) == 0 && S_ISDIR(st.st_mode))
			rc = found_folder(list, w->paths[i], 0, e);
		else
			found_add(list, w->paths[i]);
	}
	return rc;
}

static void fail(const struct looking *l, const char *path, struct gp_error *e)
{
	if (l->gone)
		gp_fail(e, "'%s' is a script, and its program '%s' is gone or was rebuilt: run it "
			"again, or name the binary that ran", path, l->gone);
	else if (l->others)
		gp_fail(e, "'%s' is a script: name the program that it ran; there are profiles of "
			"%s%s", path, l->others, l->nothers > MOST_NAMED ? ", ..." : "");
	else
		gp_fail(e, "'%s' is a script, and no program has a profile here: run it first",
			path);
}

char *script_program(const char *path, const struct profiles_wanted *wanted,
		     const struct files *f, struct gp_error *e)
{
	struct looking l = { .name = gp_basename(path), .files = f };
	struct found_list list = { 0 };
	int rc = wanted->npaths ? list_named(&list, wanted, e) : found_here(&list, e);

	for (size_t i = 0; rc == 0 && i < list.n; i++)
		look(&l, &list.items[i]);
	if (rc == 0 && !l.found)
		fail(&l, path, e);
	gp_names_release(&l.seen);
	free(l.others);
	found_release(&list);
	return l.found;
}
