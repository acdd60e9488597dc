/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * program.c - the files of a program: its binary, its profiles, and the objects that they
 * name; its threads by their numbers; the lines of its functions.  See program.h.
 */
#include "program/program.h"

#include "profile/clocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void have_no_nodes(struct program *p)
{
	p->unknown = GP_NONE;
	p->ready = GP_NONE;
	p->rest = GP_NONE;
	p->profiler = GP_NONE;
	p->kernel_node = GP_NONE;
}

void program_init(struct program *p)
{
	memset(p, 0, sizeof *p);
	p->measure = &measure_times[TIME_CPU];
	have_no_nodes(p);
}

int program_open(struct program *p, const char *binary, struct gp_error *e)
{
	program_init(p);
	if (object_open(gp_push(p->objects, p->nobjects, p->objects_room), binary, e) < 0) {
		free(p->objects);
		memset(p, 0, sizeof *p);
		return -1;
	}
	return 0;
}

void program_note(struct program *p, const char *text)
{
	for (size_t i = 0; i < p->nnotes; i++)
		if (!strcmp(p->notes[i], text))
			return;
	*gp_push(p->notes, p->nnotes, p->notes_room) = gp_strdup(text);
}

/* Opens a file if it is the one that was profiled; -1, and 'other' is set if another is
   there. */
static int open_module(struct object *o, const char *path, const struct gprof_module *m,
		       bool *other)
{
	struct gp_error ignored;

	if (object_open(o, path, &ignored) < 0)
		return -1;
	/* Without build-ids a path is all that is known of a file. */
	free(o->path);
	o->path = gp_strdup(m->path);
	o->name = gp_basename(o->path);
	if (object_is_module(o, m))
		return 0;
	*other = true;
	object_close(o);
	return -1;
}

static int seek_module(struct program *p, struct object *o, const struct gprof_module *m,
		       bool *other)
{
	const struct files usual = { 0 }, *f = p->files ? p->files : &usual;
	char *path = files_place(f, m->path), *text;
	int rc = open_module(o, path, m, other);

	if (rc < 0 && *other && p->files && p->files->symfs) {
		text = gp_format("'%s' is not the build that was profiled", path);
		program_note(p, text);
		free(text);
	}
	free(path);
	if (rc == 0 || !p->files)
		return rc;
	path = files_by_build_id(f, m->build_id, m->build_id_size);
	if (path)
		rc = open_module(o, path, m, other);
	free(path);
	return rc;
}

/* The object a module was loaded from, opened if it is the first time. */
static uint32_t find_object(struct program *p, const struct gprof_module *m)
{
	struct gp_error error;
	struct object *o;
	bool other = false;

	for (uint32_t i = 0; i < p->nobjects; i++)
		if (object_is_module(&p->objects[i], m))
			return i;
	o = gp_push(p->objects, p->nobjects, p->objects_room);
	if (m->path[0] == '/' && seek_module(p, o, m, &other) == 0) {
		/* Of other objects names are exported or not needed: no server is asked. */
		if (p->files && o->instrumented && object_find_names(o, p->files, &error) < 0)
			program_note(p, error.text);
	} else {
		object_absent(o, m->path, m);
		o->uncounted = m->flags & GPROF_MODULE_INSTRUMENTED;
		o->changed = other || o->uncounted;
	}
	return p->nobjects - 1;
}

void program_use_files(struct program *p, const struct files *files)
{
	struct gp_error error;

	p->files = files;
	for (size_t i = 0; i < p->nobjects; i++) {
		struct object *o = &p->objects[i];

		if (o->present && object_find_names(o, files, &error) < 0)
			program_note(p, error.text);
	}
}

int program_add(struct program *p, struct profile *profile, struct gp_error *e)
{
	struct program_profile *l = gp_push(p->profiles, p->nprofiles, p->profiles_room);

	l->profile = *profile;
	memset(profile, 0, sizeof *profile);
	clocks_compare(&l->profile);
	l->first_thread = p->nprofiles < 2 ? 0 : l[-1].first_thread + l[-1].profile.nthreads;
	l->objects = gp_alloc(l->profile.nmodules, sizeof *l->objects);
	for (size_t i = 0; i < l->profile.nmodules; i++)
		l->objects[i] = find_object(p, l->profile.modules[i]);
	for (size_t i = 0; i < l->profile.nblocks; i++) {
		const struct profile_block *b = &l->profile.blocks[i];
		const struct object *o = &p->objects[l->objects[b->module]];

		if (o->present && !o->instrumented)
			return object_bare(o->name, e);
		if (o->present && b->nwords != o->cg.ncounters)
			return gp_fail(e, "'%s' is damaged: it has %zu counters of '%s', not %llu",
				       l->profile.path, b->nwords, o->name,
				       (unsigned long long)o->cg.ncounters);
	}
	return 0;
}

/* ------------------------------------------------------------------ */

void program_reset(struct program *p)
{
	struct program kept = { .files = p->files, .notes = p->notes, .nnotes = p->nnotes };

	kept.notes_room = p->notes_room;
	kept.objects = p->objects;
	kept.nobjects = p->nobjects;
	kept.objects_room = p->objects_room;
	for (size_t i = 0; i < p->nprofiles; i++) {
		profile_release(&p->profiles[i].profile);
		free(p->profiles[i].objects);
		free(p->profiles[i].contexts);
		free(p->profiles[i].left_out);
	}
	for (size_t i = 0; i < p->nobjects; i++)
		object_reset(&p->objects[i]);
	for (size_t i = 0; i < p->nstrings; i++)
		free(p->strings[i]);
	graph_release(&p->graph);
	gp_names_release(&p->undefined);
	contexts_release(&p->contexts);
	calltree_release(&p->calls);
	free(p->tails);
	free(p->sites);
	free(p->callbacks);
	free(p->callers);
	timings_release(&p->timings);
	allocations_release(&p->allocations);
	block_tree_release(&p->block_tree);
	io_release(&p->io);
	events_release(&p->events);
	resolved_samples_release(&p->resolved_samples);
	strata_release(&p->strata);
	free(p->truncations);
	free(p->profiles);
	free(p->functions);
	free(p->of_sum);
	free(p->strings);
	*p = kept;
	have_no_nodes(p);
}

void program_close(struct program *p)
{
	program_reset(p);
	for (size_t i = 0; i < p->nobjects; i++)
		object_close(&p->objects[i]);
	for (size_t i = 0; i < p->nnotes; i++)
		free(p->notes[i]);
	free(p->notes);
	free(p->objects);
	memset(p, 0, sizeof *p);
}

/* ------------------------------------------------------------------ threads */

static bool is_thread(const struct gprof_thread *t, const char *which)
{
	char slot[16], tid[16];

	snprintf(slot, sizeof slot, "#%u", t->index);
	snprintf(tid, sizeof tid, "%u", t->tid);
	return !strcmp(which, t->name) || !strcmp(which, slot) || !strcmp(which, tid);
}

int program_choose_thread(struct program *p, const char *which, struct gp_error *e)
{
	bool any = false;

	for (size_t i = 0; i < p->nprofiles; i++) {
		struct program_profile *l = &p->profiles[i];

		l->shared_left_out = true;
		l->left_out = gp_alloc(l->profile.nthreads, sizeof *l->left_out);
		for (size_t k = 0; k < l->profile.nthreads; k++) {
			l->left_out[k] = !is_thread(l->profile.threads[k], which);
			any |= !l->left_out[k];
		}
	}
	if (!any)
		return gp_fail(e, "no thread '%s' here: `gprof-llvm report --threads' lists "
			       "them", which);
	return 0;
}

double program_origin(const struct program *p, const struct program_profile *l)
{
	uint64_t first = l->profile.head.monotonic_ns;

	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct gprof_file_header *h = &p->profiles[i].profile.head;

		if (h->run_id == l->profile.head.run_id && h->monotonic_ns < first)
			first = h->monotonic_ns;
	}
	return first;
}

bool program_is_module(const struct program *p, uint32_t object, const char *which)
{
	return object != GP_NONE && (!strcmp(p->objects[object].name, which) ||
				     !strcmp(p->objects[object].path, which));
}

int program_check_module(const struct program *p, const char *which, struct gp_error *e)
{
	for (size_t i = 0; which && i < p->nobjects; i++)
		if (program_is_module(p, i, which))
			return 0;
	if (!which)
		return 0;
	return gp_fail(e, "no module '%s' in the profile: `gprof-llvm report --modules' lists them",
		       which);
}

void resolved_samples_release(struct resolved_samples *samples)
{
	free(samples->items);
	memset(samples, 0, sizeof *samples);
}

uint32_t program_threads(const struct program *p)
{
	const struct program_profile *last = p->nprofiles ? &p->profiles[p->nprofiles - 1] : NULL;

	return last ? last->first_thread + last->profile.nthreads : 0;
}

const struct gprof_thread *program_thread(const struct program *p, uint32_t number,
					  const struct program_profile **l)
{
	size_t after = gp_first(i, p->nprofiles, p->profiles[i].first_thread <= number);

	if (!after)
		return NULL;
	*l = &p->profiles[after - 1];
	number -= (*l)->first_thread;
	return number < (*l)->profile.nthreads ? (*l)->profile.threads[number] : NULL;
}

/* ------------------------------------------------------------------ lines */

/* As far as the static records do not say where functions are. */

static void find_line(struct program *p, struct debug *d, uint32_t node, uint64_t address)
{
	struct function *f = &p->functions[node];
	const char *file;
	uint32_t line;

	if (f->file || !debug_line(d, address, &file, &line))
		return;
	f->file = file;
	f->line = line;
}

void program_find_lines(struct program *p)
{
	static const struct files usual;

	for (size_t i = 0; i < p->nobjects; i++) {
		struct object *o = &p->objects[i];
		struct debug *d = o->by_symbol.n || o->nextents
					  ? object_debug(o, p->files ? p->files : &usual) : NULL;

		for (size_t k = 0; d && k < o->by_symbol.room; k++)
			if (o->by_symbol.slots[k].value != GP_NONE)
				find_line(p, d, o->by_symbol.slots[k].value,
					  o->by_symbol.slots[k].a);
		for (size_t k = 0; d && k < o->nextents; k++)
			find_line(p, d, o->extents[k].node, o->extents[k].start);
	}
}
