/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * runs.c - `gprof-llvm runs`: the runs of which profiles are here, a line each, the newest
 * first.  Those of one program are found whichever build of it ran.
 */
#include "command/commands.h"
#include "options/args.h"
#include "options/command_line.h"
#include "profile/run_groups.h"
#include "program/object.h"
#include "text/escape.h"
#include "text/js.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEY_JSON = 256 };

struct arguments {
	char *binary; /* or NULL: all programs */
	bool json;
};

struct listing {
	struct profile_list found;
	struct run_groups groups;
	char **unusable; /* why files are not in it; owned */
	size_t nunusable, room;
	uint32_t meant;  /* position of the run that views take, or GP_NONE */
};

static const struct argp_option options[] = {
	{ "json", KEY_JSON, NULL, 0, "Print JSON", 0 },
	{ 0 },
};

static const char doc[] =
	"Lists the runs that have profiles in the current directory, or those of BINARY: the "
	"newest first.\vA star marks the run that views take when none is named.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_JSON:
		a->json = true;
		break;
	case ARGP_KEY_ARG:
		if (a->binary)
			args_error(state, "more than one BINARY given");
		a->binary = arg;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

/* The binary that was named: only runs of it are listed. */
struct binary_filter {
	const char *name; /* as given, or NULL: all are */
	char *path;       /* the same without symbolic links, or NULL: it is not here; owned */
	struct object object;
	bool opened;
};

static void binary_filter_init(struct binary_filter *b, const char *binary)
{
	struct gp_error ignored;

	*b = (struct binary_filter){ .name = binary };
	if (!binary)
		return;
	b->path = realpath(binary, NULL);
	b->opened = object_open(&b->object, binary, &ignored) == 0;
}

static bool binary_filter_has(struct binary_filter *b, const struct listed_profile *f,
			      const struct profile *p)
{
	if (!b->name || (b->path && !strcmp(f->exe, b->path)))
		return true;
	for (size_t i = 0; b->opened && i < p->nmodules; i++)
		if (object_is_module(&b->object, p->modules[i]))
			return true;
	return !b->path && !strcmp(gp_basename(f->exe), gp_basename(b->name));
}

static void look(struct listing *l, struct binary_filter *b, struct listed_profile *f)
{
	struct gp_error why;
	struct profile p;

	if (listed_profile_read(f, &p, &why) < 0) {
		*gp_push(l->unusable, l->nunusable, l->room) = gp_strdup(why.text);
		return;
	}
	f->kept = p.nmodules && !(f->head.flags & GPROF_FILE_COPY) && binary_filter_has(b, f, &p);
	profile_release(&p);
}

static void ignore(const char *path, void *context)
{
	(void)path;
	(void)context;
}

static int list(struct listing *l, const char *binary, struct gp_error *e)
{
	struct binary_filter filter;

	if (profile_list_add_here(&l->found, e) < 0)
		return -1;
	binary_filter_init(&filter, binary);
	for (size_t i = 0; i < l->found.n; i++)
		look(l, &filter, &l->found.items[i]);
	if (filter.opened)
		object_close(&filter.object);
	free(filter.path);
	profile_list_drop_merged(&l->found, ignore, NULL);
	run_groups_find(&l->groups, &l->found);
	l->meant = run_groups_choose(&l->groups);
	return 0;
}

static void listing_release(struct listing *l)
{
	for (size_t i = 0; i < l->nunusable; i++)
		free(l->unusable[i]);
	free(l->unusable);
	run_groups_release(&l->groups);
	profile_list_release(&l->found);
}

/* ------------------------------------------------------------------ */

/* The run folder, or its first profile. */
static char *place_of(const struct listing *l, const struct run_group *run)
{
	const char *path = l->found.items[run->first].path;

	return run->folder ? gp_format("%.*s", (int)(gp_basename(path) - 1 - path), path)
			   : gp_strdup(path);
}

static const char *word_of(const struct run_group *run)
{
	return run->running ? "running" : run->ended ? "ended" : "killed";
}

/* In words, with how many of the processes are otherwise. */
static char *state_of(const struct run_group *run)
{
	uint32_t killed = run->profiles - run->running - run->ended;

	if (run->running && run->running < run->profiles)
		return gp_format("%u of %u running", run->running, run->profiles);
	if (!run->running && run->ended && killed)
		return gp_format("%u of %u killed", killed, run->profiles);
	return gp_strdup(word_of(run));
}

/* How many ranks left a profile, of how many, and on how many nodes; "-" without ranks. */
static char *ranks_of(const struct run_group *run)
{
	char *ranks, *text;

	if (!run->ranks)
		return gp_strdup("-");
	ranks = run->ranks < run->ranks_of ? gp_format("%u of %u", run->ranks, run->ranks_of)
					   : gp_format("%u", run->ranks);
	text = run->hosts > 1 ? gp_format("%s, %u nodes", ranks, run->hosts) : gp_strdup(ranks);
	free(ranks);
	return text;
}

static void format_time(uint64_t ns, char text[32])
{
	time_t seconds = ns / 1000000000u;
	struct tm tm;

	if (!gmtime_r(&seconds, &tm) || !strftime(text, 32, "%Y-%m-%d %H:%M:%S", &tm))
		strcpy(text, "?");
}

static void format_took(const struct run_group *run, char text[32])
{
	double s = (double)(run->end_ns - run->start_ns) / 1e9;

	if (!run->end_known || run->end_ns < run->start_ns)
		strcpy(text, "-");
	else if (s < 60)
		snprintf(text, 32, "%.2f s", s);
	else if (s < 3600)
		snprintf(text, 32, "%d min %02d s", (int)s / 60, (int)s % 60);
	else
		snprintf(text, 32, "%.0f h %02d min", s / 3600 - 0.5, (int)(s / 60) % 60);
}

static const char *command_of(const struct listing *l, const struct run_group *run)
{
	const struct listed_profile *f = &l->found.items[run->first];

	return *f->command ? f->command : f->exe;
}

/* Columns of a list. */
struct widths {
	int place;
	int ranks; /* 0: no run has any */
};

static void print_ranks(const struct run_group *run, const struct widths *w)
{
	char *ranks = ranks_of(run);

	if (w->ranks)
		gprint("  %-*s", w->ranks, ranks);
	free(ranks);
}

static void print_run(const struct listing *l, size_t i, const struct widths *w)
{
	const struct run_group *run = &l->groups.items[i];
	char *place = place_of(l, run), *state = state_of(run);
	char began[32], took[32];

	format_time(run->start_ns, began);
	format_took(run, took);
	gprint("%c %-19s %12s %9.2f %9u", i == l->meant ? '*' : ' ', began, took, run->cpu / 1e9,
	       run->processes);
	print_ranks(run, w);
	gprint("  %-14s  %-*s  %s\n", state, w->place, place, command_of(l, run));
	free(state);
	free(place);
}

static int longer(int width, const char *text)
{
	return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static struct widths widths_of(const struct listing *l)
{
	struct widths w = { .place = sizeof "profile" - 1 };

	for (size_t i = 0; i < l->groups.n; i++) {
		const struct run_group *run = &l->groups.items[i];
		char *place = place_of(l, run), *ranks = ranks_of(run);

		w.place = longer(w.place, place);
		if (run->ranks)
			w.ranks = longer(w.ranks ? w.ranks : (int)sizeof "ranks" - 1, ranks);
		free(ranks);
		free(place);
	}
	w.place = w.place < 60 ? w.place : 60;
	return w;
}

static void print_text(const struct listing *l)
{
	const struct widths w = widths_of(l);
	bool killed = false;

	gprint("  %-19s %12s %9s %9s", "began (UTC)", "took", "CPU s", "processes");
	if (w.ranks)
		gprint("  %-*s", w.ranks, "ranks");
	gprint("  %-14s  %-*s  %s\n", "state", w.place, "profile", "command");
	for (size_t i = 0; i < l->groups.n; i++) {
		const struct run_group *run = &l->groups.items[i];

		print_run(l, i, &w);
		killed |= run->running + run->ended < run->profiles;
	}
	if (killed)
		gprint("killed: by a signal; or the process left by _exit or exec\n");
	for (size_t i = 0; i < l->nunusable; i++)
		gprint("left out: %s\n", l->unusable[i]);
}

static json_t *profiles_of(const struct listing *l, uint32_t run)
{
	json_t *list = json_array();

	for (size_t i = 0; i < l->found.n; i++) {
		const struct listed_profile *f = &l->found.items[i];

		if (l->groups.of[i] != run)
			continue;
		json_array_append_new(list, json_pack("{so so so so so}", "path", js_text(f->path),
						      "pid", js_count(f->head.pid), "rank",
						      f->rank == GP_NONE ? json_null()
									 : js_count(f->rank),
						      "host", js_text(f->host), "state",
						      js_text(l->groups.running[i] ? "running"
							      : f->head.end_ns	   ? "ended"
										   : "killed")));
	}
	return list;
}

static void print_json(const struct listing *l)
{
	struct js_writer w;

	js_begin(&w, stdout, "gprof-llvm-runs", 1);
	js_list(&w, "runs");
	for (size_t i = 0; i < l->groups.n; i++) {
		const struct run_group *run = &l->groups.items[i];
		const struct listed_profile *f = &l->found.items[run->first];
		char *place = place_of(l, run);

		js_put(&w, json_pack("{so so so so so so so so so so so so sb so}",
				     "program", js_text(f->exe), "command", js_text(f->command),
				     "host", js_text(f->host), "place", js_text(place),
				     "began_ns", js_count(run->start_ns),
				     "ended_ns", run->end_known && !run->running
							 ? js_count(run->end_ns) : json_null(),
				     "cpu_ns", js_whole(run->cpu),
				     "processes", js_count(run->processes),
				     "ranks", run->ranks ? js_count(run->ranks) : json_null(),
				     "of_ranks", run->ranks_of ? js_count(run->ranks_of)
							       : json_null(),
				     "state", js_text(word_of(run)),
				     "killed", js_count(run->profiles - run->running - run->ended),
				     "meant", i == l->meant, "profiles", profiles_of(l, i)));
		free(place);
	}
	js_list_end(&w);
	js_list(&w, "left_out");
	for (size_t i = 0; i < l->nunusable; i++)
		js_put(&w, js_text(l->unusable[i]));
	js_list_end(&w);
	js_end(&w);
}

int cmd_runs(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "[BINARY]", .doc = doc };
	struct listing l = { .meant = GP_NONE };
	struct arguments a = { 0 };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	rc = list(&l, a.binary, e);
	if (rc == 0 && a.json)
		print_json(&l);
	else if (rc == 0 && l.groups.n)
		print_text(&l);
	else if (rc == 0)
		rc = a.binary ? gp_fail(e, "no profile of '%s' in '.', the current directory: run "
					   "it here first", a.binary)
			      : gp_fail(e, "no profile here: run a program first that was compiled "
					   "with the plugin");
	listing_release(&l);
	return rc;
}
