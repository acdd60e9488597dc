/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * collection.c - see collection.h.
 */
#include "merge/collection.h"
#include "join/join.h"
#include "merge/duplicates.h"
#include "profile/event_samples.h"
#include "profile/window.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define BATCH_BYTES (64u << 20)

struct source {
	const char *path;
	bool out;       /* left out */
	bool sum;       /* a merged profile */
	uint32_t build; /* position in builds, of a profile */
	char *merged;   /* path of the file that it has taken in last, or NULL; owned */
};

struct build { /* of a program */
	char *key;    /* distinguishes it from others */
	char *binary; /* path of its file, NULL: not found yet */
};

struct collecting {
	const struct collection *c;
	struct sum *s;
	struct source *sources;
	struct processes *processes; /* of sources */
	struct build *builds;
	size_t nbuilds, builds_room;
	struct gp_names build_at;
};

static int leave_out(struct collecting *g, struct source *source, const struct gp_error *why,
		     struct gp_error *e)
{
	source->out = true;
	if (!g->c->keep_going)
		return gp_fail(e, "%s", why->text);
	gprintf(g->c->notes, "left out: %s\n", why->text);
	return 0;
}

static char *key_of(const struct gprof_module *m)
{
	char hex[2 * sizeof m->build_id + 1] = "";

	for (uint32_t i = 0; i < m->build_id_size; i++)
		snprintf(hex + 2 * i, 3, "%02x", m->build_id[i]);
	return gp_format("%s %s %llx", gp_basename(m->path), hex,
			 m->build_id_size ? 0ull : (unsigned long long)m->content_hash);
}

/* The file a module was loaded from, among those that may be it; owned, or NULL. */
static char *find_binary(const struct collection *c, const struct gprof_module *m,
			 const char *profile)
{
	for (size_t i = 0; i < c->nbinaries; i++)
		if (object_is_at(c->binaries[i], m))
			return gp_strdup(c->binaries[i]);
	return object_find(&c->files, m, profile);
}

static int fail_binary(const struct collection *c, const struct gprof_module *m, const char *path,
		       struct gp_error *e)
{
	if (!m)
		return gp_fail(e, "'%s' names no executable", path);
	return gp_fail(e, "the program '%s' of '%s' %s: name it with --binary", m->path, path,
		       files_lack(&c->files, m->path));
}

char *sum_binary(const char *path, const struct collection *c, struct gp_error *e)
{
	const struct gprof_module *m;
	char *binary = NULL;
	struct profile p;

	if (profile_read(&p, path, e) < 0)
		return NULL;
	m = profile_main(&p);
	if (m)
		binary = find_binary(c, m, path);
	if (!binary)
		fail_binary(c, m, path, e);
	profile_release(&p);
	return binary;
}

static int describe(struct collecting *g, struct source *source, const struct profile *p,
		    struct gp_error *e)
{
	const struct gprof_module *m = profile_main(p);
	const char *last = profile_process(p, GPROF_PROCESS_MERGED);
	struct build *b;
	uint32_t *at;
	int created;
	char *key;

	if (!m)
		return fail_binary(g->c, m, p->path, e);
	if (last)
		source->merged = gp_format("%.*s%s", (int)(gp_basename(p->path) - p->path),
					   p->path, gp_basename(last));
	key = key_of(m);
	at = gp_names_put(&g->build_at, key, &created);
	if (!created) {
		free(key);
		source->build = *at;
	} else {
		source->build = *at = g->nbuilds;
		b = gp_push(g->builds, g->nbuilds, g->builds_room);
		*b = (struct build){ .key = key, .binary = find_binary(g->c, m, p->path) };
	}
	if (g->builds[source->build].binary)
		return 0;
	return fail_binary(g->c, m, p->path, e);
}

static int describe_sum(struct collecting *g, struct source *source, struct gp_error *e)
{
	struct gp_error why;
	struct sum s;

	if (sum_read(&s, source->path, &why) < 0)
		return leave_out(g, source, &why, e);
	processes_of_sum(&g->processes[source - g->sources], &s);
	sum_release(&s);
	return 0;
}

static int describe_source(struct collecting *g, struct source *source, struct gp_error *e)
{
	struct gp_error why;
	struct profile p;
	int rc;

	source->sum = sum_is_file(source->path);
	if (source->sum)
		return describe_sum(g, source, e);
	rc = profile_read(&p, source->path, &why);
	if (rc == 0) {
		processes_of_profile(&g->processes[source - g->sources], &p.head);
		rc = describe(g, source, &p, &why);
		profile_release(&p);
	}
	return rc < 0 ? leave_out(g, source, &why, e) : 0;
}

/* A process counts once, in whichever files it is. */
static void drop_processes(struct collecting *g)
{
	for (size_t i = 0; i < g->c->npaths; i++) {
		g->processes[i].path = g->sources[i].path;
		if (g->sources[i].out)
			g->processes[i].n = 0;
	}
	duplicates_leave_out(g->processes, g->c->npaths, g->c->notes);
	for (size_t i = 0; i < g->c->npaths; i++)
		g->sources[i].out |= g->processes[i].out;
}

/* A file named twice, or one that a member of a pool has taken in, counts once. */
static void drop_doubles(struct collecting *g)
{
	struct gp_map files = { 0 };
	struct gp_names merged = { 0 };
	int created;

	for (size_t i = 0; i < g->c->npaths; i++)
		if (g->sources[i].merged)
			*gp_names_put(&merged, g->sources[i].merged, &created) = 0;
	for (size_t i = 0; i < g->c->npaths; i++) {
		struct source *source = &g->sources[i];
		const char *why = NULL;
		struct stat st;

		if (source->out || stat(source->path, &st) < 0)
			continue;
		*gp_map_put(&files, st.st_dev, st.st_ino, &created) = 0;
		if (!created)
			why = "is named twice";
		else if (gp_names_get(&merged, source->path) != GP_NONE)
			why = "is already in another profile";
		source->out = why;
		if (why)
			gprintf(g->c->notes, "left out: '%s' %s\n", source->path, why);
	}
	gp_map_release(&files);
	gp_names_release(&merged);
	drop_processes(g);
}

/* ------------------------------------------------------------------ */

static void take_batch(const struct collecting *g, struct sum *s, struct program *p)
{
	const struct join_options options = { .time = g->c->event ? TIME_EVENT
							: g->c->locks ? TIME_LOCK : TIME_WALL,
					      .event = g->c->event, .sites = true };

	if (!p->nprofiles)
		return;
	program_build_graph(p, &options);
	sum_add_program(s, p, g->c->solver);
	program_reset(p);
}

/* Fails if a profile has none of the samples that are wanted. */
static int check_samples(const struct collecting *g, const struct profile *p, const char *path,
			 struct gp_error *e)
{
	const struct measure_event *event = g->c->event;

	if (g->c->locks && !p->nwaits)
		return gp_fail(e, "'%s' does not say what threads waited for: " WAITS_NEED
			       ", without a pool", path);
	if (event && !event_samples_has(p, event->events, event->counted))
		return gp_fail(e, "'%s' has no %s: %s", path, event->measure.name, event->remedy);
	return 0;
}

static int add_profile(struct collecting *g, struct source *source, struct program *p,
		       size_t *bytes, struct gp_error *e)
{
	const struct window window = { 0 };
	struct gp_error why;
	struct profile profile;
	int rc = profile_read(&profile, source->path, &why);

	if (rc < 0)
		return leave_out(g, source, &why, e);
	*bytes += profile.size;
	if (check_samples(g, &profile, source->path, e) < 0) {
		profile_release(&profile);
		return -1;
	}
	if (window_apply(&profile, &window, &why) < 0) {
		profile_release(&profile);
		gp_fail_in(&why, "'%s'", source->path);
		return leave_out(g, source, &why, e);
	}
	return program_add(p, &profile, e);
}

/* Executions are solved for each profile alone: then the sums do not depend on the order in which
   profiles are merged. */
static bool is_full(const struct collecting *g, const struct program *p, size_t bytes)
{
	return bytes > BATCH_BYTES || (g->c->solver && g->c->solver->counts_blocks(p));
}

static int add_build(struct collecting *g, uint32_t build, struct sum *s, struct gp_error *e)
{
	struct program p;
	size_t bytes = 0;
	int rc = program_open(&p, g->builds[build].binary, e);

	if (rc < 0)
		return -1;
	program_use_files(&p, &g->c->files);
	for (size_t i = 0; rc == 0 && i < g->c->npaths; i++) {
		struct source *source = &g->sources[i];

		if (source->out || source->sum || source->build != build)
			continue;
		rc = add_profile(g, source, &p, &bytes, e);
		if (rc == 0 && is_full(g, &p, bytes)) {
			take_batch(g, s, &p);
			bytes = 0;
		}
	}
	if (rc == 0)
		take_batch(g, s, &p);
	program_close(&p);
	return rc;
}

static int add_builds(struct collecting *g, struct gp_error *e)
{
	for (size_t i = 0; i < g->nbuilds; i++) {
		struct sum one;
		int rc;

		if (!g->builds[i].binary)
			continue;
		sum_init(&one);
		rc = add_build(g, i, &one, e);
		if (rc == 0)
			sum_merge(g->s, &one, g->c->notes);
		sum_release(&one);
		if (rc < 0)
			return -1;
	}
	return 0;
}

static int add_sums(struct collecting *g, struct gp_error *e)
{
	for (size_t i = 0; i < g->c->npaths; i++) {
		struct gp_error why;
		struct sum one;

		if (g->sources[i].out || !g->sources[i].sum)
			continue;
		if (sum_read(&one, g->sources[i].path, &why) < 0) {
			if (leave_out(g, &g->sources[i], &why, e) < 0)
				return -1;
			continue;
		}
		sum_merge(g->s, &one, g->c->notes);
		sum_release(&one);
	}
	return 0;
}

static void print_programs(const struct collecting *g)
{
	const struct sum *s = g->s;
	const char *first = NULL;

	for (size_t i = 0; i < s->nmodules; i++) {
		const char *path = s->strings[s->modules[i].path];

		if (s->modules[i].flags & SUM_MODULE_CHANGED)
			gprintf(g->c->notes,
				"lost: the counts of '%s': the file is gone or was rebuilt\n",
				path);
		else if (s->modules[i].flags & SUM_MODULE_NAMELESS)
			gprintf(g->c->notes, "lost: the names of functions in '%s', whose time is "
				"in its row: the file is gone or was rebuilt\n", path);
		if (!(s->modules[i].flags & SUM_MODULE_MAIN))
			continue;
		if (first)
			gprintf(g->c->notes, "'%s' and '%s' are two programs: their own functions "
				"are kept apart\n", gp_basename(first), gp_basename(path));
		first = first ? first : path;
	}
}

int sum_collect(struct sum *s, const struct collection *c, struct gp_error *e)
{
	struct collecting g = { .c = c, .s = s };
	int rc = 0;

	g.sources = gp_alloc(c->npaths, sizeof *g.sources);
	g.processes = gp_alloc(c->npaths, sizeof *g.processes);
	for (size_t i = 0; rc == 0 && i < c->npaths; i++) {
		g.sources[i].path = c->paths[i];
		rc = describe_source(&g, &g.sources[i], e);
	}
	if (rc == 0) {
		drop_doubles(&g);
		rc = add_sums(&g, e) < 0 ? -1 : add_builds(&g, e);
	}
	if (rc == 0 && !s->nruns)
		rc = gp_fail(e, "no profile left to merge");
	if (rc == 0)
		print_programs(&g);
	for (size_t i = 0; i < c->npaths; i++) {
		free(g.sources[i].merged);
		processes_release(&g.processes[i]);
	}
	for (size_t i = 0; i < g.nbuilds; i++) {
		free(g.builds[i].key);
		free(g.builds[i].binary);
	}
	gp_names_release(&g.build_at);
	free(g.sources);
	free(g.processes);
	free(g.builds);
	return rc;
}
