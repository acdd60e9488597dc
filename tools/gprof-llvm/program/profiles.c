/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiles.c - see profiles.h.
 */
#include "program/profiles.h"
#include "profile/run_groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_NAMED 3     /* of the runs left out */
#define MOST_COMMAND 60  /* bytes of a command named */
#define MOST_DEPTH 10000 /* forks between a process and a descendant */

/* Why profiles are left out: the first for each reason has a line, which counts the others.  Each
   that cannot be used has a line of its own, as something is lost. */
enum reason { ANOTHER_RUN, ANOTHER_PROCESS, ANOTHER_BUILD, NO_PROGRAM, UNUSABLE, DUMP, IN_ANOTHER,
	      REASONS };

struct search {
	struct profiles *found;
	struct {
		size_t line; /* in found->left_out, if there is any */
		size_t n;    /* profiles */
	} reasons[REASONS];
	struct program *program;
	const struct profiles_wanted *wanted;
	struct profile_list list; /* what was found or named; kept: profiles of the binary */
	char *other_build; /* a profile of another build of the binary, or NULL */
	char *namesake, *namesake_exe; /* one of a program of its name elsewhere, or NULL; its
					  path */
	struct profile last; /* the last one looked at, if it was kept: mostly it is the one */
	uint32_t last_at;    /* its position in the list, or GP_NONE: there is none */
};

static void leave_out(struct search *s, enum reason why, char *line)
{
	struct profiles *found = s->found;

	if (s->reasons[why].n++ && why != UNUSABLE) {
		free(line);
		return;
	}
	s->reasons[why].line = found->nleft_out;
	*gp_push(found->left_out, found->nleft_out, found->left_out_room) = line;
}

static void count_left_out(struct search *s)
{
	for (int i = 0; i < REASONS; i++) {
		char **line, *first;

		if (s->reasons[i].n < 2 || i == UNUSABLE)
			continue;
		line = &s->found->left_out[s->reasons[i].line];
		first = *line;
		*line = gp_format("%s; and %zu more for the same reason (`gprof-llvm runs' lists "
				  "all runs here)", first, s->reasons[i].n - 1);
		free(first);
	}
}

static bool fits(const struct program *p, const struct profile *profile)
{
	for (size_t i = 0; i < profile->nmodules; i++)
		if (object_is_module(&p->objects[0], profile->modules[i]))
			return true;
	return false;
}

/* Returns true if it was made by a file that had the path of this binary. */
static bool is_other_build(const struct program *p, const struct profile *profile)
{
	char *path = realpath(p->objects[0].path, NULL);
	bool found = false;

	for (size_t i = 0; path && i < profile->nmodules; i++)
		found |= !strcmp(profile->modules[i]->path, path);
	free(path);
	return found;
}

/* The binary may have been copied here, or built anew, beside the profile of its original. */
static void note_namesake(struct search *s, const struct listed_profile *f)
{
	if (s->namesake || strcmp(gp_basename(f->exe), s->program->objects[0].name))
		return;
	s->namesake = gp_strdup(f->path);
	s->namesake_exe = gp_strdup(f->exe);
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

static void forget_last(struct search *s)
{
	if (s->last_at != GP_NONE)
		profile_release(&s->last);
	s->last_at = GP_NONE;
}

/* Takes over a profile that was looked at. */
static void looked_at(struct search *s, uint32_t at, struct profile *profile)
{
	forget_last(s);
	if (!s->list.items[at].kept) {
		profile_release(profile);
		return;
	}
	s->last = *profile;
	s->last_at = at;
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

static void leave_process_out(struct search *s, const struct profile *profile, const char *path)
{
	leave_out(s, ANOTHER_PROCESS, gp_format("'%s': process %u", path, profile->head.pid));
}

static bool names_program(struct search *s, const struct profile *profile, const char *path)
{
	bool names = profile_main(profile);

	if (!names)
		leave_out(s, NO_PROGRAM, gp_format("'%s' names no program: its process ended too "
						   "early", path));
	return names;
}

/* One that was named: to be of the binary. */
static int look_at_named(struct search *s, uint32_t at, struct gp_error *e)
{
	struct listed_profile *f = &s->list.items[at];
	struct profile profile;
	int rc = listed_profile_read(f, &profile, e);

	if (rc == PROFILE_UNBEGUN) {
		leave_out(s, UNUSABLE, gp_strdup(e->text));
		return 0;
	}
	if (rc < 0)
		return rc;
	if (names_program(s, &profile, f->path)) {
		if (!fits(s->program, &profile))
			rc = fail_other(s->program, &profile, e);
		else if (is_wanted(s, &profile))
			f->kept = true;
		else
			leave_process_out(s, &profile, f->path);
	}
	looked_at(s, at, &profile);
	return rc;
}

/* ------------------------------------------------------------------ */

/* One that was found: it may be anything. */
static void look_at_found(struct search *s, uint32_t at)
{
	struct listed_profile *f = &s->list.items[at];
	struct gp_error error;
	struct profile profile;
	bool of_it;

	if (listed_profile_read(f, &profile, &error) < 0) {
		leave_out(s, UNUSABLE, gp_strdup(error.text));
		return;
	}
	of_it = fits(s->program, &profile);
	if (of_it && !is_wanted(s, &profile)) {
		leave_process_out(s, &profile, f->path);
	} else if (f->head.flags & GPROF_FILE_COPY) {
		leave_out(s, DUMP, gp_format("'%s': a dump of process %u: name it to report it",
					     f->path, f->head.pid));
	} else if (!of_it && is_other_build(s->program, &profile)) {
		leave_out(s, ANOTHER_BUILD, gp_format("'%s': from another build of '%s'", f->path,
						      s->program->objects[0].path));
		free(s->other_build);
		s->other_build = gp_strdup(f->path);
	} else if (!of_it) {
		note_namesake(s, f);
	}
	f->kept = of_it && is_wanted(s, &profile) && !(f->head.flags & GPROF_FILE_COPY);
	looked_at(s, at, &profile);
}

static void leave_merged_out(const char *path, void *search)
{
	struct search *s = search;

	leave_out(s, IN_ANOTHER, gp_format("'%s': is already in another profile", path));
}

static size_t count_kept(const struct search *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->list.n; i++)
		n += s->list.items[i].kept;
	return n;
}

static int scan(struct search *s, struct gp_error *e)
{
	if (profile_list_add_here(&s->list, e) < 0)
		return -1;
	for (size_t i = 0; i < s->list.n; i++)
		look_at_found(s, i);
	profile_list_drop_merged(&s->list, leave_merged_out, s);
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
	if (s->namesake)
		return gp_fail(e, "no profile of '%s' here: '%.300s' is of '%.300s', another "
			       "build: run this one, or name the binary that ran", binary,
			       s->namesake, s->namesake_exe);
	if (s->found->nleft_out)
		return gp_fail(e, "%.900s", s->found->left_out[0]);
	if (object_lacks_runtime(&s->program->objects[0]))
		return gp_fail(e, "no profile of '%s' here: its main() was compiled without the "
			       "plugin, and so it has no runtime: compile that with the plugin "
			       "too, or link `pkg-config --libs gprof-llvm'", binary);
	return gp_fail(e, "no profile of '%s' in '.', the current directory: run it here first, "
		       "or name a profile or its folder too", binary);
}

/* A command in at most MOST_COMMAND bytes; to be freed. */
static char *short_command(const char *command)
{
	size_t n = MOST_COMMAND;

	if (strlen(command) <= n)
		return gp_strdup(command);
	for (n -= 3; n && (command[n] & 0xc0) == 0x80;)
		n--;
	return gp_format("%.*s...", (int)n, command);
}

/* The runs that are not taken, in a few words. */
static void name_others(struct search *s, const struct run_groups *l, uint32_t chosen)
{
	size_t others = l->n - 1, named = 0;
	char *text;

	if (l->n < 2)
		return;
	text = others > 1 ? gp_format("%zu other runs", others) : gp_strdup("another run");
	for (size_t i = 0; i < l->n && named < MOST_NAMED; i++) {
		const struct listed_profile *first = &s->list.items[l->items[i].first];
		char *before = text, *command;

		if (i == chosen)
			continue;
		command = short_command(*first->command ? first->command : first->path);
		text = gp_format("%s%s '%s'%s", before, named ? "," : ":", command,
				 l->items[i].running ? ", running" : "");
		free(command);
		free(before);
		named++;
	}
	leave_out(s, ANOTHER_RUN, gp_format("%s%s (`gprof-llvm runs' lists them, --all adds them "
					    "up)", text, named < others ? ", ..." : ""));
	free(text);
}

/* Of many only those that are needed are in memory: all but the last are read once more. */
static int load(struct search *s, uint32_t at, struct gp_error *e)
{
	struct profile profile = s->last;

	if (at == s->last_at)
		s->last_at = GP_NONE;
	else if (listed_profile_read(&s->list.items[at], &profile, e) < 0)
		return -1;
	return add(s, &profile, e);
}

/* Of the run that is meant, or of all. */
static int take(struct search *s, struct gp_error *e)
{
	struct run_groups l;
	uint32_t chosen;
	int rc = 0;

	run_groups_find(&l, &s->list);
	chosen = run_groups_choose(&l);
	if (!s->wanted->all)
		name_others(s, &l, chosen);
	if (!s->wanted->all && s->last_at != GP_NONE && l.of[s->last_at] != chosen)
		forget_last(s);
	for (size_t i = 0; rc == 0 && i < s->list.n; i++)
		if (s->list.items[i].kept && (s->wanted->all || l.of[i] == chosen))
			rc = load(s, i, e);
	run_groups_release(&l);
	return rc;
}

/* The names of the snapshots of a kind, for an error; owned. */
static char *names_of(const struct program *p, uint32_t kind)
{
	struct gp_names seen = { 0 };
	char *text = NULL;
	int created;

	/* As many as a message has room for. */
	for (size_t i = 0; i < p->nprofiles && (!text || strlen(text) < 1000); i++) {
		const struct snapshots *s = &p->profiles[i].profile.snapshots;

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

/* Returns true if any profile has the phase or dump asked for. */
static int check_window(const struct search *s, struct gp_error *e)
{
	const struct window *w = &s->wanted->window;
	const struct program *p = s->program;
	char *names;

	if (!w->phase && !w->dump)
		return 0;
	for (size_t i = 0; i < p->nprofiles; i++)
		if (p->profiles[i].profile.part.found)
			return 0;
	names = names_of(p, w->phase ? GPROF_SNAPSHOT_BEGIN : GPROF_SNAPSHOT_DUMP);
	gp_fail(e, "no %s '%.200s' in the profiles: %s%.700s", w->phase ? "phase" : "dump",
		w->phase ? w->phase : w->dump, names ? "there are " : "there is none",
		names ? names : "");
	free(names);
	return -1;
}

/* ------------------------------------------------------------------ */

/* Those of the binary in a folder that was named. */
static int add_folder(struct search *s, const char *path, struct gp_error *e)
{
	size_t from = s->list.n;

	if (profile_list_add_folder(&s->list, path, 0, e) < 0)
		return -1;
	for (size_t i = from; i < s->list.n; i++)
		look_at_found(s, i);
	return 0;
}

/* Profiles have a folder or an ending. */
static bool looks_like_function(const char *word)
{
	return !strpbrk(word, "/.");
}

static int add_named(struct search *s, const char *path, struct gp_error *e)
{
	struct stat st;

	if (stat(path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return add_folder(s, path, e);
	} else if (errno == ENOENT && looks_like_function(path)) {
		return gp_fail(e, "cannot open profile '%s': %s; --focus='%s' selects a function",
			       path, strerror(ENOENT), path);
	}
	profile_list_add(&s->list, path);
	return look_at_named(s, s->list.n - 1, e);
}

/* Returns true if it may have children of its own: a copy at a dump and a pool have none. */
static bool may_have_children(const struct listed_profile *f)
{
	return f->kept && !(f->head.flags & GPROF_FILE_COPY) && !f->pool;
}

static bool descends(const uint32_t *parents, const bool *named, uint32_t i)
{
	for (unsigned depth = 0; parents[i] != GP_NONE && depth < MOST_DEPTH; depth++) {
		i = parents[i];
		if (named[i])
			return true;
	}
	return false;
}

/* Adds the children, in one folder, of the profiles there that were named: the first 'n'. */
static int add_children_in(struct search *s, const char *folder, size_t n, struct gp_error *e)
{
	struct profile_list there = { 0 };
	struct gp_map files = { 0 };
	uint32_t *parents;
	bool *named;
	int created;

	if (profile_list_add_folder(&there, folder, 0, e) < 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		if (s->list.items[i].kept)
			*gp_map_put(&files, s->list.items[i].device, s->list.items[i].inode,
				    &created) = i;
	named = gp_alloc(there.n, sizeof *named);
	parents = profile_list_parents(&there);
	for (size_t i = 0; i < there.n; i++) {
		uint32_t at = gp_map_get(&files, there.items[i].device, there.items[i].inode);

		named[i] = at != GP_NONE && may_have_children(&s->list.items[at]);
	}
	for (size_t i = 0; i < there.n; i++) {
		if (named[i] || !descends(parents, named, i) ||
		    there.items[i].head.flags & GPROF_FILE_COPY)
			continue;
		profile_list_add(&s->list, there.items[i].path);
		look_at_found(s, s->list.n - 1);
	}
	free(parents);
	free(named);
	gp_map_release(&files);
	profile_list_release(&there);
	return 0;
}

static int add_children(struct search *s, struct gp_error *e)
{
	size_t n = s->list.n;
	struct gp_names folders = { 0 };
	char **names = gp_alloc(n, sizeof *names);
	int created, rc = 0;

	for (size_t i = 0; rc == 0 && i < n; i++) {
		const char *path = s->list.items[i].path, *base = gp_basename(path);

		names[i] = base == path ? gp_strdup(".")
					: gp_format("%.*s", (int)(base - path), path);
		if (!may_have_children(&s->list.items[i]))
			continue;
		*gp_names_put(&folders, names[i], &created) = 0;
		if (created)
			rc = add_children_in(s, names[i], n, e);
	}
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	gp_names_release(&folders);
	return rc;
}

/* Returns true if another profile of the same process is taken; 'f' is the better one if not. */
static bool is_double(struct search *s, struct gp_map *files, struct gp_map *processes,
		      uint32_t at)
{
	struct listed_profile *f = &s->list.items[at];
	int new_file, new_process;
	uint32_t *same;

	*gp_map_put(files, f->device, f->inode, &new_file) = at;
	if (!new_file || !f->head.run_id)
		return !new_file;
	same = gp_map_put(processes, f->head.run_id ^ f->head.start_ns, f->head.pid, &new_process);
	if (new_process) {
		*same = at;
	} else if (s->list.items[*same].head.flags & GPROF_FILE_COPY &&
		   !(f->head.flags & GPROF_FILE_COPY)) {
		s->list.items[*same].kept = false;
		leave_out(s, IN_ANOTHER, gp_format("'%s': process %u is in '%s'",
						   s->list.items[*same].path, f->head.pid,
						   f->path));
		*same = at;
	} else {
		leave_out(s, IN_ANOTHER, gp_format("'%s': process %u is in '%s'", f->path,
						   f->head.pid, s->list.items[*same].path));
		return true;
	}
	return false;
}

/* A process counts once, however often it is named. */
static void drop_doubles(struct search *s)
{
	struct gp_map files = { 0 }, processes = { 0 };

	for (size_t i = 0; i < s->list.n; i++)
		if (s->list.items[i].kept && is_double(s, &files, &processes, i))
			s->list.items[i].kept = false;
	gp_map_release(&files);
	gp_map_release(&processes);
}

static int load_named(struct search *s, struct gp_error *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < s->wanted->npaths; i++)
		rc = add_named(s, s->wanted->paths[i], e);
	if (rc == 0 && !s->wanted->only)
		rc = add_children(s, e);
	if (rc == 0) {
		profile_list_drop_merged(&s->list, leave_merged_out, s);
		drop_doubles(s);
	}
	for (size_t i = 0; rc == 0 && i < s->list.n; i++)
		if (s->list.items[i].kept)
			rc = load(s, i, e);
	return rc == 0 && !s->program->nprofiles ? fail_none(s, e) : rc;
}

int profiles_load(struct profiles *found, struct program *p, const struct profiles_wanted *wanted,
		  struct gp_error *e)
{
	struct search s = { .found = found, .program = p, .wanted = wanted,
			    .last_at = GP_NONE };
	int rc;

	memset(found, 0, sizeof *found);
	if (wanted->npaths) {
		rc = load_named(&s, e);
	} else {
		rc = scan(&s, e);
		if (rc == 0)
			rc = count_kept(&s) ? take(&s, e) : fail_none(&s, e);
	}
	if (rc == 0)
		rc = check_window(&s, e);
	count_left_out(&s);
	forget_last(&s);
	profile_list_release(&s.list);
	free(s.other_build);
	free(s.namesake);
	free(s.namesake_exe);
	return rc;
}

void profiles_release(struct profiles *found)
{
	for (size_t i = 0; i < found->nleft_out; i++)
		free(found->left_out[i]);
	free(found->left_out);
	memset(found, 0, sizeof *found);
}
