/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info.c - `gprof-llvm info`: says what is in a profile, or in the static
 * call graph of a binary or object file.
 */
#include "base/file.h"
#include "command/commands.h"
#include "binary/component.h"
#include "command/info_truncation.h"
#include "command/info_sum.h"
#include "merge/sum.h"
#include "options/args.h"
#include "options/command_line.h"
#include "profile/profile.h"
#include "program/object.h"
#include "text/escape.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct arguments {
	bool sites; /* list functions and call sites */
	char **files;
	size_t nfiles, room;
};

static const struct argp_option options[] = {
	{ "sites", 's', NULL, 0, "List all functions and call sites of a binary", 0 },
	{ 0 },
};

static const char doc[] = "Describes profiles, and the static call graphs of binaries and object "
			  "files.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 's':
		a->sites = true;
		break;
	case ARGP_KEY_ARG:
		*gp_push(a->files, a->nfiles, a->room) = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		args_error(state, "missing FILE");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

static void print_id(const unsigned char *id, unsigned size)
{
	if (!size)
		fputs("none", stdout);
	for (unsigned i = 0; i < size; i++)
		gprint("%02x", id[i]);
}

static void print_when(const char *what, uint64_t ns)
{
	time_t seconds = ns / 1000000000;
	char text[64];
	struct tm tm;

	if (!ns) {
		gprint("  %-11s not recorded\n", what);
		return;
	}
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&seconds, &tm));
	gprint("  %-11s %s\n", what, text);
}

static void print_header(const struct profile *p)
{
	const struct gprof_file_header *h = &p->head;

	gprint("%s: profile, format version %u, %llu bytes\n", p->path, h->version,
	       (unsigned long long)h->file_end);
	gprint("  %-11s %u, parent %u, run %016llx, fork depth %u\n", "process", h->pid, h->ppid,
	       (unsigned long long)h->run_id, h->fork_depth);
	print_when("start", h->start_ns);
	print_when("end", h->end_ns);
	gprint("  %-11s %s, every %.3f ms\n", "clock", profile_clock(h->clock),
	       h->period_ns / 1e6);
	if (h->end_ns)
		gprint("  %-11s user %.3f s, system %.3f s\n", "CPU time", h->user_ns / 1e9,
		       h->system_ns / 1e9);
	gprint("  %-11s%s%s%s%s%s\n", "flags", h->flags ? "" : " none",
	       h->flags & GPROF_FILE_SHARED ? " shared-block" : "",
	       h->flags & GPROF_FILE_NO_SAMPLES ? " no-samples" : "",
	       h->flags & GPROF_FILE_FOREIGN_GS ? " foreign-gs" : "",
	       h->flags & GPROF_FILE_NO_GS ? " no-gs" : "");
	for (size_t at = 0; at < p->process_size; at += strlen(p->process + at) + 1)
		if (p->process[at])
			gprint("  %s\n", p->process + at);
}

static void print_modules(const struct profile *p)
{
	gprint("  %zu modules\n", p->nmodules);
	for (size_t i = 0; i < p->nmodules; i++) {
		const struct gprof_module *m = p->modules[i];

		gprint("    %u %s\n      loaded at %#llx..%#llx, bias %#llx%s%s%s\n      build-id ",
		       m->index, m->path, (unsigned long long)m->low, (unsigned long long)m->high,
		       (unsigned long long)m->bias, m->flags & GPROF_MODULE_MAIN ? ", main" : "",
		       m->flags & GPROF_MODULE_INSTRUMENTED ? ", instrumented" : "",
		       m->unload_epoch != GPROF_NONE ? ", unloaded" : "");
		print_id(m->build_id, m->build_id_size);
		if (m->flags & GPROF_MODULE_INSTRUMENTED)
			gprint(", %llu counters",
			       (unsigned long long)(m->cnt_stop - m->cnt_start) / 8);
		if (m->content_hash)
			gprint(", content %016llx", (unsigned long long)m->content_hash);
		putchar('\n');
	}
}

static void print_threads(const struct profile *p)
{
	gprint("  %zu thread slots\n", p->nthreads);
	for (size_t i = 0; i < p->nthreads; i++) {
		const struct gprof_thread *t = p->threads[i];

		gprint("    %u '%s' tid %u, %u thread%s, %.3f s of CPU time in %llu sample%s%s, "
		       "which took %.3f s\n", t->index, t->name, t->tid, t->threads,
		       t->threads == 1 ? "" : "s", t->cpu_ns / 1e9,
		       (unsigned long long)t->samples, t->samples == 1 ? "" : "s",
		       t->flags & GPROF_THREAD_TICKS ? ", in part at ticks" : "",
		       t->handler_ns / 1e9);
	}
}

static void print_arcs(const struct profile *p)
{
	static const char *const kinds[] = { "other", "indirect", "call", "caller" };
	uint64_t arcs[4] = { 0 };

	for (size_t i = 0; i < p->narcs; i++) {
		const struct gprof_arc *a = p->arcs[i].slots;

		for (size_t k = 0; k < p->arcs[i].n; k++)
			if (a[k].count)
				arcs[a[k].kind < 4 ? a[k].kind : 0]++;
	}
	gprint("  arcs:");
	for (unsigned i = 1; i < 4; i++)
		gprint(" %llu %s%s", (unsigned long long)arcs[i], kinds[i], i < 3 ? "," : "");
	gprint("\n");
}

struct thread_total {
	uint64_t samples;
	double weight;
};

static void add_up(struct thread_total *t, const struct gprof_sample *s)
{
	t->samples += s->count;
	t->weight += s->weight;
}

static void print_tally(const char *what, const struct thread_total *t)
{
	const struct measure *m = &measure_times[TIME_CPU];

	gprint("    %-16s %llu, %.3f %s\n", what, (unsigned long long)t->samples,
	       measure_units(m, t->weight), m->unit);
}

static void print_samples(const struct profile *p)
{
	const struct measure *m = &measure_times[TIME_CPU];
	struct thread_total cpu = { 0 }, kernel = { 0 }, wait = { 0 }, stack = { 0 }, cut = { 0 },
		     skipped = { 0 };

	for (size_t i = 0; i < p->nsamples; i++) {
		const struct gprof_sample *s = p->samples[i].slots, *end = s + p->samples[i].n;

		for (; s < end; s++) {
			if (!s->count)
				continue;
			add_up(s->flags & GPROF_SAMPLE_WAIT ? &wait : &cpu, s);
			if (s->flags & GPROF_SAMPLE_KERNEL)
				add_up(&kernel, s);
			if (s->stack || profile_is_truncated(s->flags))
				add_up(&stack, s);
			if (profile_is_truncated(s->flags))
				add_up(&cut, s);
			if (s->flags & GPROF_SAMPLE_NO_STACK)
				add_up(&skipped, s);
		}
	}
	gprint("  samples: %llu, %.3f %s of %s\n", (unsigned long long)cpu.samples,
	       measure_units(m, cpu.weight), m->unit, m->name);
	print_tally("in the kernel", &kernel);
	print_tally("waiting", &wait);
	print_tally("with a stack", &stack);
	print_tally("stack truncated", &cut);
	print_tally("stack not taken", &skipped);
}

static void print_frames(const struct profile *p)
{
	uint32_t *depth = gp_alloc(p->nframes, sizeof *depth), deepest = 0;

	for (size_t i = 0; i < p->nframes; i++) {
		const struct profile_frame *f = &p->frames[i];

		depth[i] = f->caller == GP_NONE ? 1 : depth[f->caller] + 1;
		if (depth[i] > deepest)
			deepest = depth[i];
	}
	gprint("  frames: %zu in %zu tables, at most %u deep, %zu without their caller\n",
	       p->nframes, p->nframe_tables, deepest, p->without_caller);
	free(depth);
}

static void print_snapshots(const struct profile *p)
{
	static const char *const kinds[] = { [GPROF_SNAPSHOT_START] = "start",
					     [GPROF_SNAPSHOT_STOP] = "stop",
					     [GPROF_SNAPSHOT_RESET] = "reset",
					     [GPROF_SNAPSHOT_DUMP] = "dump",
					     [GPROF_SNAPSHOT_BEGIN] = "begin",
					     [GPROF_SNAPSHOT_END] = "end" };

	size_t timed = 0;

	for (size_t i = 0; i < p->snapshots.n; i++)
		timed += p->snapshots.list[i].kind == GPROF_SNAPSHOT_EVERY;
	gprint("  snapshots: %zu, %llu of %llu bytes\n", p->snapshots.n,
	       (unsigned long long)p->head.snapshot_bytes,
	       (unsigned long long)p->head.snapshot_limit);
	if (timed)
		gprint("    %zu taken at intervals\n", timed);
	for (size_t i = 0; i < p->snapshots.n; i++) {
		const struct snapshot *s = &p->snapshots.list[i];

		if (s->kind == GPROF_SNAPSHOT_EVERY || s->kind == GPROF_SNAPSHOT_AGAIN)
			continue;
		gprint("    %.6f s %s %s\n", (s->monotonic_ns - p->head.monotonic_ns) / 1e9,
		       s->kind < sizeof kinds / sizeof *kinds && kinds[s->kind] ? kinds[s->kind]
										: "unknown",
		       s->name);
	}
}

static void print_timeline(const struct profile *p)
{
	size_t entries = 0, used = 0;
	uint32_t level = 0;

	for (size_t i = 0; i < p->ntimelines; i++) {
		const struct gprof_timeline *at = p->timelines[i].at;

		level = at->level > level ? at->level : level;
		entries += p->timelines[i].n;
		for (size_t k = 0; k < p->timelines[i].n; k++)
			used += at->entries[k] != 0;
	}
	if (entries)
		gprint("  timeline: %zu of %zu entries, level %u\n", used, entries, level);
}

static bool print_lost_events(const struct profile *p)
{
	bool any = false;

	for (size_t i = 0; i < p->nevents; i++) {
		const struct gprof_event *e = p->events[i].slots;

		for (size_t k = 0; p->events[i].area->type == GPROF_AREA_EVENTS &&
				   k < p->events[i].n; k++) {
			if (!e[k].id || !e[k].lost)
				continue;
			gprint("  lost: %llu samples of the event '%s'\n",
			       (unsigned long long)e[k].lost, e[k].name);
			any = true;
		}
	}
	return any;
}

static void print_losses(const struct profile *p)
{
	static const char *const names[GPROF_LOSS_N] = { "samples", "arcs", "threads", "modules",
							 "callers", "snapshots", "stacks",
							 "times of calls" };
	bool any = false;

	for (unsigned i = 0; i < GPROF_LOSS_N; i++) {
		if (p->head.lost[i])
			gprint("  lost: %llu %s\n", (unsigned long long)p->head.lost[i],
			       names[i] ? names[i] : "of a later version");
		any |= p->head.lost[i] != 0;
	}
	any |= print_lost_events(p);
	if (!any)
		puts("  lost: nothing");
}

static int info_profile(const char *path, struct gp_error *e)
{
	struct profile p;

	if (profile_read(&p, path, e) < 0)
		return -1;
	print_header(&p);
	print_modules(&p);
	print_threads(&p);
	gprint("  %zu counter blocks\n", p.nblocks);
	print_arcs(&p);
	print_samples(&p);
	info_truncation(&p);
	print_frames(&p);
	print_snapshots(&p);
	print_timeline(&p);
	print_losses(&p);
	profile_release(&p);
	return 0;
}

/* ------------------------------------------------------------------ */

static const char *const kind_names[] = { "unknown", "direct", "indirect", "callback", "may",
					  "asm" };

static const char *kind_name(unsigned kind)
{
	return kind_names[kind < sizeof kind_names / sizeof *kind_names ? kind : 0];
}

static const char *callee_name(const struct static_cg *cg, const struct cg_site *s)
{
	if (s->callee)
		return s->callee;
	for (size_t i = 0; s->callee_word && i < cg->nfunctions; i++)
		if (cg->functions[i].counters == s->callee_word)
			return cg->functions[i].name;
	return "*";
}

static const struct {
	uint32_t flag;
	const char *name;
} site_flags[] = {
	{ GPROF_SITE_TAIL, "tail" },
	{ GPROF_SITE_MAY_INLINE, "may be inlined" },
	{ GPROF_SITE_INTRINSIC, "intrinsic" },
	{ GPROF_SITE_NEVER_RETURNS, "never returns" },
	{ GPROF_SITE_RETURNS, "returns" },
	{ GPROF_SITE_RETURNS_TWICE, "returns any number of times" },
};

static void print_site(const struct static_cg *cg, const struct cg_site *s)
{
	gprint("  %s  %s", callee_name(cg, s), kind_name(s->kind));
	if (s->counter != GPROF_NO_COUNTER)
		gprint(s->kind == GPROF_SITE_CALLBACK || s->kind == GPROF_SITE_MAY
			       ? ", by site %u" : ", counter %u", s->counter);
	if (s->line)
		gprint(", line %u", s->line);
	if (s->inlined)
		gprint(", inlined from %s%s%s", s->inlined, s->file ? " in " : "",
		       s->file ? s->file : "");
	for (size_t i = 0; i < sizeof site_flags / sizeof *site_flags; i++)
		if (s->flags & site_flags[i].flag)
			gprint(", %s", site_flags[i].name);
	gprint("\n");
}

static const struct {
	uint32_t flag;
	const char *name;
} function_flags[] = {
	{ GPROF_FN_ADDR_TAKEN, "address taken" }, { GPROF_FN_LOCAL, "local" },
	{ GPROF_FN_LINKONCE, "linkonce" },        { GPROF_FN_EXPORTED, "exported" },
	{ GPROF_FN_SKIPPED, "not monitored" },    { GPROF_FN_DERIVED, "entries derived" },
	{ GPROF_FN_WEAK, "weak" },
};

static void print_functions(const struct static_cg *cg)
{
	for (size_t i = 0; i < cg->nfunctions; i++) {
		const struct cg_function *f = &cg->functions[i];

		gprint("%s", f->name);
		if (f->file)
			gprint("  %s:%u", f->file, f->line);
		for (size_t k = 0; k < sizeof function_flags / sizeof *function_flags; k++)
			if (f->flags & function_flags[k].flag)
				gprint(", %s", function_flags[k].name);
		gprint("%s\n", f->text ? "" : ", no text");
		for (uint32_t k = 0; k < f->nsites; k++) {
			struct cg_site s = static_cg_site(cg, f, k);

			print_site(cg, &s);
		}
	}
}

static void count_kinds(const struct static_cg *cg)
{
	size_t kinds[sizeof kind_names / sizeof *kind_names] = { 0 }, tail = 0, inlined = 0;

	for (size_t i = 0; i < cg->nfunctions; i++) {
		const struct cg_function *f = &cg->functions[i];

		for (uint32_t k = 0; k < f->nsites; k++) {
			struct cg_site s = static_cg_site(cg, f, k);

			kinds[s.kind < sizeof kinds / sizeof *kinds ? s.kind : 0]++;
			tail += (s.flags & GPROF_SITE_TAIL) != 0;
			inlined += s.inlined != NULL;
		}
	}
	gprint("  %zu call sites:", cg->nsites);
	for (size_t i = 1; i < sizeof kinds / sizeof *kinds; i++)
		gprint("%s %zu %s", i > 1 ? "," : "", kinds[i], kind_names[i]);
	gprint("\n  of these %zu tail calls, %zu from inlined functions\n", tail, inlined);
}

static void count_functions(const struct static_cg *cg)
{
	size_t flags[sizeof function_flags / sizeof *function_flags] = { 0 }, absent = 0;

	for (size_t i = 0; i < cg->nfunctions; i++) {
		for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
			flags[k] += (cg->functions[i].flags & function_flags[k].flag) != 0;
		absent += !cg->functions[i].text;
	}
	gprint("  %zu functions:", cg->nfunctions);
	for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
		gprint("%s %zu %s", k ? "," : "", flags[k], function_flags[k].name);
	putchar('\n');
	if (absent)
		gprint("  %zu records without text\n", absent);
}

/* Modules grouped by their options, the commonest set first. */
static void print_options(const struct static_cg *cg)
{
	struct gp_names seen = { 0 };
	size_t sets = 0, room = 0;
	struct set {
		const char *options;
		size_t n;
	} *set = NULL;
	int created;

	for (size_t i = 0; i < cg->nmodules; i++) {
		uint32_t *at = gp_names_put(&seen, cg->modules[i].options, &created);

		if (created) {
			*at = sets;
			gp_push(set, sets, room)->options = cg->modules[i].options;
		}
		set[*at].n++;
	}
	for (size_t i = 0; i < sets; i++)
		gprint("  %zu modules with options '%s'\n", set[i].n, set[i].options);
	if (sets > 1) {
		gprint("  modules with different options:\n");
		for (size_t i = 0; i < cg->nmodules; i++)
			gprint("    %s: %s (%s)\n", cg->modules[i].source, cg->modules[i].options,
			       cg->modules[i].producer);
	}
	free(set);
	gp_names_release(&seen);
}

static int info_object(const char *path, bool sites, struct gp_error *e)
{
	struct object o;

	if (object_open(&o, path, e) < 0)
		return -1;
	if (!o.instrumented) {
		object_close(&o);
		return object_bare(path, e);
	}
	if (sites) {
		print_functions(&o.cg);
	} else {
		gprint("%s: static call graph, build-id ", path);
		print_id(o.elf.build_id, o.elf.build_id_size);
		gprint(", content %016llx\n", (unsigned long long)object_content_hash(&o));
		count_functions(&o.cg);
		count_kinds(&o.cg);
		gprint("  %llu counters\n", (unsigned long long)o.cg.ncounters);
		print_options(&o.cg);
	}
	object_close(&o);
	return 0;
}

/* The plugin or the shared runtime. */
static void print_component(const struct component *c, const char *path)
{
	const char *version = c->version ? c->version : "0.1.0 or older";

	if (c->is_plugin)
		gprint("%s: plugin of gprof-llvm %s for LLVM %u, built with the programs in %s\n",
		       path, version, c->llvm, c->programs);
	else
		gprint("%s: runtime of gprof-llvm %s, interface %s\n", path, version,
		       c->abi ? c->abi : "unknown");
}

static int info_elf(const char *path, bool sites, struct gp_error *e)
{
	struct gp_error ignored; /* info_object() fails too, and says more */
	struct component c;
	bool is_ours;

	component_read(&c, path, &ignored);
	is_ours = c.is_plugin || c.is_runtime;
	if (is_ours)
		print_component(&c, path);
	component_release(&c);
	return is_ours ? 0 : info_object(path, sites, e);
}

/* A file that is not an ELF file is taken for a profile, good or bad. */
static int info_file(const char *path, bool sites, struct gp_error *e)
{
	char magic[4] = { 0 };
	int fd = file_open(path);
	ssize_t n;

	if (fd < 0)
		return file_fail(e, "open", path);
	n = read(fd, magic, sizeof magic);
	close(fd);
	if (n == 4 && !memcmp(magic, "\177ELF", 4))
		return info_elf(path, sites, e);
	return sum_is_file(path) ? info_sum(path, e) : info_profile(path, e);
}

int cmd_info(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "FILE...", .doc = doc };
	struct arguments a = { 0 };
	int rc = 0;

	command_line_parse(&spec, argc, argv, 0, &a);
	for (size_t i = 0; rc == 0 && i < a.nfiles; i++)
		rc = info_file(a.files[i], a.sites, e);
	free(a.files);
	return rc;
}
