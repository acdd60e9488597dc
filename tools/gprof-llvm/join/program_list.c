/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * program_list.c - see program_list.h.
 */
#include "join/program_list.h"
#include "join/join.h"
#include "profile/run_groups.h"
#include "samples/thread_totals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH_BYTES (64u << 20) /* of profiles that are counted at once */

static char *key_of(const char *exe, const struct gprof_module *m)
{
	char hex[2 * sizeof m->build_id + 1] = "";

	for (uint32_t i = 0; i < m->build_id_size; i++)
		snprintf(hex + 2 * i, 3, "%02x", m->build_id[i]);
	return gp_format("%s %s %llx", exe, hex,
			 m->build_id_size ? 0ull : (unsigned long long)m->content_hash);
}

static void add(struct program_list *r, struct gp_names *at, uint32_t i, char *key)
{
	struct listed_profile *f = &r->found.items[i];
	int created;
	uint32_t *place = gp_names_put(at, key, &created);
	struct profiled_program *program;

	if (created) {
		*place = r->n;
		program = gp_push(r->items, r->n, r->room);
		program->key = key;
		program->exe = f->exe;
		program->first = i;
		program->number = *place;
	} else {
		free(key);
	}
	program = &r->items[*place];
	program->profiles++;
	program->processes += f->processes;
	program->running += listed_profile_runs(f);
	program->cpu += f->cpu;
	r->of[i] = *place;
}

/* A file that cannot be used goes to the list of those, with the reason. */
static void look(struct program_list *r, struct gp_names *at, uint32_t i)
{
	struct listed_profile *f = &r->found.items[i];
	const struct gprof_module *m;
	struct gp_error why;
	struct profile p;

	r->of[i] = GP_NONE;
	if (listed_profile_read(f, &p, &why) < 0) {
		*gp_push(r->unusable, r->nunusable, r->unusable_room) = gp_strdup(why.text);
		return;
	}
	m = profile_main(&p);
	f->kept = m && !(f->head.flags & GPROF_FILE_COPY);
	if (f->kept)
		add(r, at, i, key_of(f->exe, m));
	else if (!m)
		*gp_push(r->unusable, r->nunusable, r->unusable_room) =
			gp_format("'%s' names no program: its process ended too early", f->path);
	profile_release(&p);
}

/* Takes a profile out again. */
static void drop(struct program_list *r, uint32_t i)
{
	const struct listed_profile *f = &r->found.items[i];
	struct profiled_program *program = &r->items[r->of[i]];

	program->profiles--;
	program->processes -= f->processes;
	program->running -= program->running && listed_profile_runs(f);
	program->cpu -= f->cpu;
	r->of[i] = GP_NONE;
}

static void ignore(const char *path, void *context)
{
	(void)path;
	(void)context;
}

/* Drops files that a pool has merged, and outside of run folders all runs but the one to report. */
static void drop_others(struct program_list *r, bool folder)
{
	uint32_t chosen = GP_NONE;
	struct run_groups l;

	profile_list_drop_merged(&r->found, ignore, NULL);
	run_groups_find(&l, &r->found);
	if (!folder)
		chosen = run_groups_choose(&l);
	for (size_t i = 0; i < r->found.n; i++)
		if (r->of[i] != GP_NONE && (!r->found.items[i].kept ||
					    (chosen != GP_NONE && l.of[i] != chosen)))
			drop(r, i);
	run_groups_release(&l);
}

static int by_cpu(const void *x, const void *y, void *context)
{
	const struct profiled_program *a = x, *b = y;

	(void)context;
	if (a->cpu != b->cpu)
		return a->cpu > b->cpu ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/* The program with most time first, without programs that have no profile any more. */
static void put_in_order(struct program_list *r)
{
	uint32_t *place = gp_alloc(r->n, sizeof *place);
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		place[i] = GP_NONE;
	gp_sort(r->items, r->n, sizeof *r->items, by_cpu, NULL);
	for (size_t i = 0; i < r->n; i++) {
		if (r->items[i].profiles) {
			place[r->items[i].number] = n;
			r->items[n++] = r->items[i];
		} else {
			free(r->items[i].key);
		}
	}
	r->n = n;
	for (size_t i = 0; i < r->found.n; i++)
		r->of[i] = r->of[i] == GP_NONE ? GP_NONE : place[r->of[i]];
	free(place);
}

static int find(struct program_list *r, const char *folder, bool *is_folder, struct gp_error *e)
{
	uint32_t newest = folder ? 0 : profile_list_newest_folder();
	char *name = newest ? gp_format(RUN_FOLDER "%u", newest) : NULL;
	struct gp_error ignored;
	int rc = 0;

	if (name && profile_list_add_folder(&r->found, name, newest, &ignored) < 0)
		r->found.n = 0;
	*is_folder = folder || r->found.n;
	if (!r->found.n)
		rc = profile_list_add_folder(&r->found, folder ? folder : ".", 0, e);
	free(name);
	return rc;
}

int program_list_read(struct program_list *r, const char *folder, struct gp_error *e)
{
	struct gp_names at = { 0 };
	bool is_folder;

	*r = (struct program_list){ .n = 0 };
	if (find(r, folder, &is_folder, e) < 0)
		return -1;
	r->of = gp_alloc(r->found.n, sizeof *r->of);
	for (size_t i = 0; i < r->found.n; i++)
		look(r, &at, i);
	gp_names_release(&at);
	drop_others(r, is_folder);
	put_in_order(r);
	if (r->n)
		return 0;
	if (r->nunusable)
		return gp_fail(e, "%.900s", r->unusable[0]);
	return folder ? gp_fail(e, "no profile in '%s'", folder)
		      : gp_fail(e, "no profile here: name a program that was run here, or run one "
				   "with `gprof-llvm run -- COMMAND'");
}

uint32_t program_list_find(const struct program_list *r, const char *name)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->items[i].exe, name))
			return i;
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(gp_basename(r->items[i].exe), name))
			return i;
	return GP_NONE;
}

char *program_list_binary(const struct program_list *r, uint32_t program, const struct files *f)
{
	struct gp_error ignored;
	struct profile p;
	char *path;

	if (profile_read(&p, r->found.items[r->items[program].first].path, &ignored) < 0)
		return NULL;
	path = profile_main(&p) ? object_find(f, profile_main(&p), p.path) : NULL;
	profile_release(&p);
	return path;
}

char **program_list_paths(const struct program_list *r, uint32_t program)
{
	char **paths = gp_alloc(r->items[program].profiles, sizeof *paths);
	size_t n = 0;

	for (size_t i = 0; i < r->found.n; i++)
		if (r->of[i] == program)
			paths[n++] = r->found.items[i].path;
	return paths;
}

/* ------------------------------------------------------------------ calls */

/* Of the profiles added. */
static int64_t count_batch(struct program *p)
{
	static const struct join_options options = { .arcs = STATIC_OFF };
	struct thread_totals t;
	int64_t calls = 0;

	program_build_graph(p, &options);
	thread_totals_init(&t, p, true);
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		struct thread_total *all = thread_totals_sum(&t, l);

		for (size_t k = 0; k <= l->profile.nthreads; k++)
			gp_add(&calls, gp_count(all[k].calls));
		free(all);
	}
	thread_totals_release(&t);
	program_reset(p);
	return calls;
}

int64_t program_list_calls(const struct program_list *r, uint32_t program, const char *binary)
{
	struct gp_error ignored;
	struct program p;
	int64_t calls = 0;
	size_t bytes = 0;

	if (program_open(&p, binary, &ignored) < 0)
		return -1;
	for (size_t i = 0; calls >= 0 && i < r->found.n; i++) {
		struct profile profile;

		if (r->of[i] != program ||
		    profile_read(&profile, r->found.items[i].path, &ignored) < 0)
			continue;
		bytes += profile.size;
		if (program_add(&p, &profile, &ignored) < 0) {
			calls = -1;
		} else if (bytes > BATCH_BYTES) {
			gp_add(&calls, count_batch(&p));
			bytes = 0;
		}
	}
	if (calls >= 0)
		gp_add(&calls, count_batch(&p));
	program_close(&p);
	return calls;
}

void program_list_release(struct program_list *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->items[i].key);
	for (size_t i = 0; i < r->nunusable; i++)
		free(r->unusable[i]);
	free(r->unusable);
	free(r->items);
	free(r->of);
	profile_list_release(&r->found);
	*r = (struct program_list){ .n = 0 };
}
