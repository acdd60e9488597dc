/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiles.c - see profiles.h.
 */
#include "program/profiles.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct candidate {
	struct profile profile;
	char *path;
};

struct search {
	struct profiles *found;
	struct program *program;
	const struct profiles_wanted *wanted;
	struct candidate *candidates; /* profiles of the binary */
	size_t ncandidates, room;
	char *other_build; /* a profile of another build of the binary, or NULL */
};

static void leave_out(struct profiles *found, char *line)
{
	*gp_push(found->left_out, found->nleft_out, found->left_out_room) = line;
}

static bool fits(const struct program *p, const struct profile *profile)
{
	for (size_t i = 0; i < profile->nmodules; i++)
		if (object_is_module(&p->objects[0], profile->modules[i]))
			return true;
	return false;
}

/* Whether it was made by a file that had the path of this binary. */
static bool is_other_build(const struct program *p, const struct profile *profile)
{
	char *path = realpath(p->objects[0].path, NULL);
	bool found = false;

	for (size_t i = 0; path && i < profile->nmodules; i++)
		found |= !strcmp(profile->modules[i]->path, path);
	free(path);
	return found;
}

/* Build-id in hexadecimal, or a word for none. */
static const char *id_text(const unsigned char *id, unsigned size, char text[80])
{
	if (!size)
		return "none";
	for (unsigned i = 0; i < size && i < 32; i++)
		snprintf(text + 2 * i, 3, "%02x", id[i]);
	return text;
}

static int fail_other(const struct program *p, const struct profile *profile, struct gp_error *e)
{
	const struct object *o = &p->objects[0];
	const struct gprof_module *m = profile_main(profile);
	char have[80], want[80];

	if (is_other_build(p, profile))
		return gp_fail(e, "profile '%s' is from another build of '%s': run it again, or "
			       "name the binary that ran", profile->path, o->path);
	return gp_fail(e, "profile '%s' is from '%s' (build-id %s), not from '%s' (build-id %s)",
		       profile->path, m ? m->path : "?",
		       m ? id_text(m->build_id, m->build_id_size, have) : "none", o->path,
		       id_text(o->elf.build_id, o->elf.build_id_size, want));
}

/* Takes the profile over, also on failure. */
static int add(const struct search *s, struct profile *profile, struct gp_error *e)
{
	char damage[sizeof e->text];

	if (window_apply(profile, &s->wanted->window, e) == 0)
		return program_add(s->program, profile, e);
	memcpy(damage, e->text, sizeof damage);
	gp_fail(e, "'%s' %.900s", profile->path, damage);
	profile_release(profile);
	return -1;
}

static bool is_wanted(const struct search *s, const struct profile *profile)
{
	return !s->wanted->one_process || s->wanted->pid == profile->head.pid;
}

static void leave_process_out(struct search *s, struct profile *profile, const char *path)
{
	leave_out(s->found, gp_format("'%s': process %u", path, profile->head.pid));
	profile_release(profile);
}

/* Takes the profile over. */
static void keep(struct search *s, struct profile *profile, const char *path)
{
	struct candidate *c = gp_push(s->candidates, s->ncandidates, s->room);

	c->profile = *profile;
	c->path = gp_strdup(path);
}

static int read_named(struct search *s, const char *path, struct gp_error *e)
{
	struct program *p = s->program;
	struct profile profile;
	int rc = profile_read(&profile, path, e);

	if (rc == PROFILE_UNBEGUN) {
		leave_out(s->found, gp_strdup(e->text));
		return 0;
	}
	if (rc < 0)
		return rc;
	if (!profile.nmodules) {
		leave_out(s->found, gp_format("'%s' names no program: its process ended too early",
					      path));
		profile_release(&profile);
		return 0;
	}
	if (!fits(p, &profile)) {
		fail_other(p, &profile, e);
		profile_release(&profile);
		return -1;
	}
	if (is_wanted(s, &profile))
		keep(s, &profile, path);
	else
		leave_process_out(s, &profile, path);
	return 0;
}

/* ------------------------------------------------------------------ */

/* Only regular files that begin like a profile are opened as one. */
static bool looks_like_profile(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	struct stat st;
	char magic[8];
	bool yes;

	if (fd < 0)
		return false;
	yes = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && read(fd, magic, 8) == 8 &&
	      profile_is_magic(magic, 8);
	close(fd);
	return yes;
}

static void consider(struct search *s, const char *path)
{
	struct gp_error error;
	struct profile profile;

	if (!looks_like_profile(path))
		return;
	if (profile_read(&profile, path, &error) < 0) {
		leave_out(s->found, gp_strdup(error.text));
		return;
	}
	if (fits(s->program, &profile) && !is_wanted(s, &profile)) {
		leave_process_out(s, &profile, path);
		return;
	}
	if (profile.head.flags & GPROF_FILE_COPY) {
		leave_out(s->found, gp_format("'%s': a dump of process %u: name it to report it",
					      path,
					      profile.head.pid));
		profile_release(&profile);
		return;
	}
	if (fits(s->program, &profile)) {
		keep(s, &profile, path);
		return;
	}
	if (is_other_build(s->program, &profile)) {
		leave_out(s->found, gp_format("'%s': from another build of '%s'", path,
					      s->program->objects[0].path));
		free(s->other_build);
		s->other_build = gp_strdup(path);
	}
	profile_release(&profile);
}

/* A name that begins with a dot is of a pool's member that is being made. */
static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/*
 * A member of a pool tells the file it has taken in last, which was beside it; whoever
 * merged it may have been killed before it could remove that file.
 */
static bool is_merged(const struct search *s, const char *path)
{
	size_t folder = gp_basename(path) - path;

	for (size_t i = 0; i < s->ncandidates; i++) {
		const struct candidate *c = &s->candidates[i];
		const char *last = profile_process(&c->profile, GPROF_PROCESS_MERGED);

		if (last && !strcmp(last, path + folder) &&
		    (size_t)(gp_basename(c->path) - c->path) == folder &&
		    !strncmp(c->path, path, folder))
			return true;
	}
	return false;
}

static void drop_merged(struct search *s)
{
	for (size_t i = s->ncandidates; i--;) {
		struct candidate *c = &s->candidates[i];

		if (!is_merged(s, c->path))
			continue;
		leave_out(s->found, gp_format("'%s': is already in another profile", c->path));
		profile_release(&c->profile);
		free(c->path);
		memmove(c, c + 1, (--s->ncandidates - i) * sizeof *c);
	}
}

static int scan(struct search *s, struct gp_error *e)
{
	struct dirent **entries;
	int n = scandir(".", &entries, is_shown, alphasort);

	if (n < 0)
		return gp_fail(e, "cannot read the current directory: %m");
	for (int i = 0; i < n; i++) {
		consider(s, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	drop_merged(s);
	return 0;
}

static int fail_none(const struct search *s, struct gp_error *e)
{
	const char *binary = s->program->objects[0].path;

	if (s->wanted->one_process)
		return gp_fail(e, "no profile of process %u of '%s' here: `gprof-llvm report "
			       "--processes' lists them", s->wanted->pid, binary);
	if (s->other_build)
		return gp_fail(e, "profile '%s' is from another build of '%s': run it again, or "
			       "name the binary that ran", s->other_build, binary);
	if (s->found->nleft_out)
		return gp_fail(e, "%.900s", s->found->left_out[0]);
	return gp_fail(e, "no profile of '%s' here: run it first, or name one", binary);
}

/* The run that began last. */
static uint64_t newest_run(const struct search *s)
{
	const struct gprof_file_header *newest = &s->candidates[0].profile.head;

	for (size_t i = 1; i < s->ncandidates; i++)
		if (s->candidates[i].profile.head.start_ns > newest->start_ns)
			newest = &s->candidates[i].profile.head;
	return newest->run_id;
}

static int take(struct search *s, struct gp_error *e)
{
	uint64_t run = newest_run(s);
	int rc = 0;

	for (size_t i = 0; i < s->ncandidates; i++) {
		struct candidate *c = &s->candidates[i];

		if (rc == 0 && (s->wanted->all || c->profile.head.run_id == run)) {
			rc = add(s, &c->profile, e);
			continue;
		}
		if (rc == 0)
			leave_out(s->found, gp_format("'%s': an earlier run (--all includes it)",
						      c->path));
		profile_release(&c->profile);
	}
	return rc;
}

/* The names of what there is of a kind of snapshot, for an error; owned. */
static char *names_of(const struct program *p, uint32_t kind)
{
	struct gp_names seen = { 0 };
	char *text = NULL;
	int created;

	/* As many as a message has room for. */
	for (size_t i = 0; i < p->nloaded && (!text || strlen(text) < 1000); i++) {
		const struct snapshots *s = &p->loaded[i].profile.snapshots;

		for (size_t k = 0; k < s->n && (!text || strlen(text) < 1000); k++) {
			char *before = text;

			if (s->list[k].kind != kind)
				continue;
			*gp_names_put(&seen, s->list[k].name, &created) = 0;
			if (!created)
				continue;
			text = gp_format("%s%s'%s'", text ? text : "", text ? ", " : "",
					 s->list[k].name);
			free(before);
		}
	}
	gp_names_release(&seen);
	return text;
}

/* Whether any profile has the phase or dump asked for. */
static int check_window(const struct search *s, struct gp_error *e)
{
	const struct window *w = &s->wanted->window;
	const struct program *p = s->program;
	char *names;

	if (!w->phase && !w->dump)
		return 0;
	for (size_t i = 0; i < p->nloaded; i++)
		if (p->loaded[i].profile.part.found)
			return 0;
	names = names_of(p, w->phase ? GPROF_SNAPSHOT_BEGIN : GPROF_SNAPSHOT_DUMP);
	gp_fail(e, "no %s '%.200s' in the profiles: %s%.700s", w->phase ? "phase" : "dump",
		w->phase ? w->phase : w->dump, names ? "there are " : "there is none",
		names ? names : "");
	free(names);
	return -1;
}

static int load_all_named(struct search *s, struct gp_error *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < s->wanted->npaths; i++)
		rc = read_named(s, s->wanted->paths[i], e);
	drop_merged(s);
	for (size_t i = 0; i < s->ncandidates; i++) {
		if (rc == 0)
			rc = add(s, &s->candidates[i].profile, e);
		else
			profile_release(&s->candidates[i].profile);
	}
	if (rc < 0)
		return rc;
	return s->program->nloaded ? check_window(s, e) : fail_none(s, e);
}

static void release_search(struct search *s)
{
	for (size_t i = 0; i < s->ncandidates; i++)
		free(s->candidates[i].path);
	free(s->candidates);
	free(s->other_build);
}

int profiles_load(struct profiles *found, struct program *p, const struct profiles_wanted *wanted,
		  struct gp_error *e)
{
	struct search s = { .found = found, .program = p, .wanted = wanted };
	int rc;

	memset(found, 0, sizeof *found);
	if (wanted->npaths) {
		rc = load_all_named(&s, e);
	} else {
		rc = scan(&s, e);
		if (rc == 0)
			rc = s.ncandidates ? take(&s, e) : fail_none(&s, e);
		if (rc == 0)
			rc = check_window(&s, e);
	}
	release_search(&s);
	return rc;
}

void profiles_release(struct profiles *found)
{
	for (size_t i = 0; i < found->nleft_out; i++)
		free(found->left_out[i]);
	free(found->left_out);
	memset(found, 0, sizeof *found);
}
