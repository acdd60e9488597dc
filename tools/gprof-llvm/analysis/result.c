/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * result.c - see result.h: the steps from files to a result.
 */
#include "analysis/result.h"
#include "analysis/cost.h"
#include "analysis/group_program.h"
#include "analysis/inputs.h"
#include "base/file.h"
#include "executions/solution.h"
#include "executions/sum_executions.h"
#include "join/join.h"
#include "join/measure_needs.h"
#include "merge/collection.h"
#include "profile/live.h"
#include "samples/attribution.h"
#include "join/uninstrumented_calls.h"
#include "text/escape.h"
#include "text/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct result_parts {
	struct inputs inputs;
	struct program program; /* its files stay open in result_again() */
	bool opened;            /* it is */
	struct sum *sum;        /* in place of profiles: what the files were merged to; or NULL */
	struct join_options join;
	struct profiles found;
	struct filter filter;
	struct cut_request cut_request;
	struct measured measured;
	struct groups groups;
	bool grouped_made;
	struct program grouped; /* has the groups */
	struct class_sum classes;
	struct targets targets;
	struct executions executions;
	struct inlined_parts inlined;
};

/* ------------------------------------------------------------------ */

/* The part of a request that a merged profile cannot serve: it has no addresses and no moments. */
static const char *impossible(const struct request *q)
{
	const struct window *w = &q->wanted.window;

	if (q->thread || q->wanted.one_process || q->needs & NEED_THREADS)
		return "a thread or process";
	if (w->phase || w->outside || w->dump || w->all_time || q->needs & NEED_PARTS)
		return "a part of a run";
	if (q->needs & NEED_TARGETS)
		return "the possible targets of calls by pointer";
	return NULL;
}

static int open_sums(struct result_parts *r, const struct request *q, struct gp_error *e)
{
	bool input = r->inputs.names_sum || r->inputs.names_profile;
	const char *binary = input ? NULL : q->binary;
	const char **paths = gp_alloc(q->wanted.npaths + 1, sizeof *paths);
	struct collection c = { .paths = paths, .files = q->files, .notes = stderr,
				.binaries = q->merge ? q->binaries : &binary,
				.nbinaries = q->merge ? q->nbinaries : binary != NULL,
				.solver = q->needs & NEED_EXECUTIONS ? &sum_executions_solver
								      : NULL,
				.locks = q->join.time == TIME_LOCK,
				.event = join_has_figure_by_calls(&q->join) ? NULL
									    : q->join.event };
	int rc;

	if (input)
		paths[c.npaths++] = q->binary;
	for (size_t i = 0; i < q->wanted.npaths; i++)
		paths[c.npaths++] = q->wanted.paths[i];
	r->sum = gp_alloc(1, sizeof *r->sum);
	sum_init(r->sum);
	rc = sum_collect(r->sum, &c, e);
	free(paths);
	return rc;
}

static int open(struct result_parts *r, const struct request *q, struct gp_error *e)
{
	if (inputs_find(&r->inputs, q, e) < 0)
		return -1;
	if (!q->merge && !r->inputs.any_sum) {
		if (inputs_resolve(&r->inputs, q, e) < 0)
			return -1;
		if (elfobj_check_kind(inputs_binary(&r->inputs, q), e) == 0)
			r->opened = program_open(&r->program, inputs_binary(&r->inputs, q),
						 e) == 0;
		if (!r->opened && q->profile)
			profile_release(q->profile);
		return r->opened ? 0 : -1;
	}
	program_init(&r->program);
	r->opened = true;
	if (impossible(q))
		return gp_fail(e, "a merged profile has no record of %s: name the original "
				  "profiles", impossible(q));
	if (q->join.time == TIME_LOCK && r->inputs.any_sum)
		return gp_fail(e, "a merged profile does not say what threads waited for: name "
				  "the original profiles");
	if (q->join.event && !join_has_figure_by_calls(&q->join) && r->inputs.any_sum)
		return gp_fail(e, "a merged profile has no %s: name the original profiles",
			       q->join.event->measure.name);
	if (open_sums(r, q, e) < 0)
		return -1;
	if (q->not_merged && !(q->merged_counts && r->sum->ncounted))
		return gp_fail(e, "%s", q->not_merged);
	return 0;
}

static int read_rules(struct groups *g, const char *path, struct gp_error *e)
{
	int fd = file_open_stream(path), rc, failed;
	char *text = NULL;
	size_t n = 0, room = 0;
	ssize_t got;

	if (fd < 0)
		return file_fail(e, "read", path);
	do {
		text = gp_grow(text, &room, n + BUFSIZ, 1);
		got = read(fd, text + n, BUFSIZ);
		n += got > 0 ? got : 0;
	} while (got > 0);
	failed = got < 0 ? errno : 0;
	close(fd);
	rc = failed ? gp_fail(e, "cannot read '%s': %s", path, strerror(failed))
		    : groups_parse(g, text, n, path, e);
	free(text);
	return rc;
}

/* ------------------------------------------------------------------ */

/* The binary may be a plain program that has loaded instrumented libraries. */
static bool any_instrumented(const struct program *p)
{
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].instrumented)
			return true;
	return false;
}

static int read_profiles(struct result_parts *r, const struct request *q, struct gp_error *e)
{
	struct profiles_wanted wanted = q->wanted;
	struct program *p = &r->program;
	int rc;

	if (q->profile)
		return program_add(p, q->profile, e);
	if (r->inputs.binary) {
		wanted.paths = r->inputs.paths;
		wanted.npaths = r->inputs.npaths;
		wanted.only |= !r->inputs.of_profile;
	}
	program_use_files(p, &q->files);
	rc = profiles_load(&r->found, p, &wanted, e);
	if (!any_instrumented(p) && rc == 0)
		rc = object_bare(inputs_binary(&r->inputs, q), e);
	else if (!any_instrumented(p) && !wanted.npaths)
		rc = object_unprofiled(inputs_binary(&r->inputs, q), e);
	return rc;
}

static bool wants_groups(const struct request *q)
{
	return q->groups_file || q->group_by;
}

static struct join_options joining(const struct request *q)
{
	struct join_options join = q->join;
	unsigned places = NEED_PLACES | NEED_CLASSES | NEED_THREADS | NEED_INLINED;

	if (request_has_filters(q))
		places |= NEED_FILTERED | NEED_FILTERED_CODE;

	if (wants_groups(q))
		places |= NEED_GROUP_CLASSES;
	join.resolved_samples |= (q->needs & places) != 0;
	join.sites |= (q->needs & NEED_SITES) != 0;
	join.lineless_sites |= (q->needs & NEED_LINELESS_SITES) != 0;
	return join;
}

/* Functions, arcs and own times. */
static int join(struct result_parts *r, const struct request *q, struct gp_error *e)
{
	struct program *p = &r->program;

	if (q->groups_file && read_rules(&r->groups, q->groups_file, e) < 0)
		return -1;
	if (!r->sum && read_profiles(r, q, e) < 0)
		return -1;
	if (q->thread && program_choose_thread(p, q->thread, e) < 0)
		return -1;
	progress_phase("adding up counts and samples");
	r->join = joining(q);
	if (r->sum) {
		r->join.unsampled = q->merged_counts || join_has_figure_by_calls(&q->join);
		sum_to_program(r->sum, p, &r->join);
		program_derive(p, &r->join);
	} else {
		program_join(p, &r->join);
	}
	return 0;
}

/* Adds the nodes and arcs that the needs name, before the graph is frozen. */
static void resolve(struct result_parts *r, const struct request *q)
{
	struct program *p = &r->program;

	if (q->needs & NEED_TARGETS)
		targets_collect(&r->targets, p);
	if (q->needs & NEED_CALLEES)
		contexts_find_callees(p);
	if (q->untimed)
		return;
	if (q->join.arcs == STATIC_MAY)
		targets_add_arcs(p);
	uninstrumented_calls_add(p, q->join.uninstrumented, q->join.arcs == STATIC_MAY);
}

static struct program *group(struct result_parts *r, const struct request *q)
{
	r->groups.by = q->group_by;
	if (!wants_groups(q))
		return &r->program;
	groups_assign(&r->groups, &r->program);
	group_program_init(&r->grouped, &r->program, &r->groups);
	r->grouped_made = true;
	return &r->grouped;
}

/* ------------------------------------------------------------------ */

static enum closing closing_of(enum static_arcs arcs)
{
	return arcs == STATIC_CYCLES ? CLOSE_UNTAKEN : arcs == STATIC_MAY ? CLOSE_MAY : CLOSE_TAKEN;
}

/* Returns true if stacks have to say which samples are kept. */
static bool keeps_samples(const struct request *q)
{
	return q->filter.narrowed && q->needs & (NEED_FILTERED | NEED_FILTERED_CODE | NEED_CLASSES);
}

/* How callers come by their time; arcs that only stacks have seen are added for it. */
static int settle_attribution(struct result *r, struct program *p, const struct request *q,
			      struct gp_error *e)
{
	const struct calltree *t = &p->calls;
	double stacked = t->whole + t->truncated;
	bool blocks = measure_has_block_stacks(p, &q->join);

	r->attribution = q->needs_stacks || (q->untimed && keeps_samples(q))
				 ? ATTRIBUTION_MEASURED : q->attribution;
	if (q->needs_stacks && !stacked && t->bare)
		return gp_fail(e, "%s needs call stacks, but no sample has one: run the program "
				  "without 'stacks=0' in GPROF_OPTIONS", q->needs_stacks);
	if (r->attribution == ATTRIBUTION_BY_STACKS)
		r->attribution = (stacked && stacked >= t->bare) || (blocks && p->total > 0)
					 ? ATTRIBUTION_MEASURED : ATTRIBUTION_GPROF;
	if (keeps_samples(q) && (!stacked || r->attribution == ATTRIBUTION_GPROF))
		return gp_fail(e, "%s chooses samples by their call stacks here, but %s",
			       filter_option(filter_first(&q->filter)),
			       stacked ? "time is divided by numbers of calls"
				       : measure_lack_of_stacks(&q->join));
	if (r->attribution == ATTRIBUTION_GPROF)
		return 0;
	if (!stacked && !blocks && !q->needs_stacks)
		return gp_fail(e, "--attribution=measured needs call stacks, but %s: use "
				  "--attribution=gprof", measure_lack_of_stacks(&q->join));
	measured_add_arcs(p);
	return 0;
}

/* Times by stacks, of those chosen. */
static void measure(struct result *r, struct program *p, const struct request *q)
{
	struct result_parts *parts = r->parts;
	struct filter *c = &parts->filter;
	struct calltree kept = { 0 };

	if (c->narrowed) {
		filter_measure(c, p, &kept);
		measured_init(&parts->measured, p, &kept);
		filter_set_times(c, p, &kept);
		/* Callees of hidden functions have no further callers. */
		if (c->narrowing.hidden != GP_NONE)
			parts->measured.outermost[c->narrowing.hidden] = (struct by_stacks){ 0 };
	} else {
		measured_init(&parts->measured, p, &p->calls);
	}
	if (!q->graph_by_calls)
		measured_apply(&parts->measured, &p->graph);
	r->measured = &parts->measured;
	calltree_release(&kept);
}

/* The cost of counting is a figure of the whole run, whatever part of it is chosen. */
static double short_calls(const struct result *r, const struct program *p)
{
	struct measured whole;
	double calls;

	if (r->attribution == ATTRIBUTION_GPROF)
		return cost_short_calls(p, NULL);
	measured_init(&whole, p, &p->calls);
	calls = cost_short_calls(p, whole.nodes);
	measured_release(&whole);
	return calls;
}

/* Times of a joined program, or of its groups. */
static int attribute(struct result *r, struct program *p, const struct request *q,
		     struct gp_error *e)
{
	struct result_parts *parts = r->parts;

	/* Groups are of no lines. */
	if (parts->filter.narrowed && !parts->grouped_made)
		program_find_lines(p);
	if (filter_resolve(&parts->filter, p, e) < 0 || settle_attribution(r, p, q, e) < 0)
		return -1;
	progress_phase("finding cycles");
	graph_find_cycles(&p->graph, closing_of(q->join.arcs));
	if (cut_request_apply(&parts->cut_request, p, closing_of(q->join.arcs), e) < 0)
		return -1;
	graph_propagate(&p->graph);
	cut_times(&parts->cut_request.cuts, &p->graph);
	r->short_calls = short_calls(r, p);
	filter_apply(&parts->filter, p);
	if (r->attribution != ATTRIBUTION_GPROF)
		measure(r, p, q);
	return 0;
}

/* ------------------------------------------------------------------ */

static int classify(struct result *r, const struct request *q, struct gp_error *e)
{
	struct result_parts *parts = r->parts;
	struct classes classes;
	bool wanted = q->needs & NEED_CLASSES ||
		      (q->needs & NEED_GROUP_CLASSES && parts->grouped_made && !parts->sum);

	if (!wanted)
		return 0;
	if (parts->sum)
		return gp_fail(e, "a merged profile has no addresses, which --code-classes needs: "
				  "name the original profiles");
	classes_init(&classes, &parts->program);
	classes_sum(&classes, &parts->classes);
	classes_release(&classes);
	if (parts->grouped_made)
		group_program_classes(&parts->classes, &parts->program, &parts->groups);
	r->classes = &parts->classes;
	return 0;
}

static void count_executions(struct result_parts *parts, const struct request *q)
{
	if (!(q->needs & NEED_EXECUTIONS) || !executions_has_counters(&parts->program))
		return;
	progress_phase("counting instructions");
	executions_init(&parts->executions, &parts->program);
}

/* With groups, samples are not filtered: the call of a sample is one of functions, not of groups.
   */
static void keep_samples(struct result_parts *parts, struct program *p, const struct request *q)
{
	bool code = q->needs & NEED_FILTERED_CODE && q->filter.module;

	if (!parts->grouped_made && (keeps_samples(q) || code))
		filter_samples(&parts->filter, p, code);
}

/* Rows are of functions as they were compiled, with all their samples. */
static void find_inlined(struct result *r, const struct program *p, const struct request *q)
{
	struct result_parts *parts = r->parts;

	if (!(q->needs & NEED_INLINED) || q->join.inlines || parts->sum || parts->grouped_made ||
	    request_has_filters(q))
		return;
	inlined_parts_find(&parts->inlined, p);
	r->inlined = &parts->inlined;
}

static uint64_t count_processes(const struct program *p)
{
	uint64_t n = 0;

	for (size_t i = 0; i < p->nprofiles; i++)
		n += profile_processes(&p->profiles[i].profile);
	for (size_t i = 0; p->sum && i < p->sum->nruns; i++)
		n += p->sum->runs[i].processes;
	return n;
}

static void publish(struct result *r, const struct request *q, struct program *p)
{
	struct result_parts *parts = r->parts;

	if (q->needs & NEED_LINES)
		program_find_lines(&parts->program);
	graph_freeze(&parts->program.graph);
	graph_freeze(&p->graph);
	r->binary = inputs_binary(&parts->inputs, q);
	r->name = r->binary ? gp_basename(r->binary) : "";
	r->program = p;
	r->functions = &parts->program;
	selection_init(&r->selection, &parts->filter, p);
	r->cuts = &parts->cut_request.cuts;
	r->groups = parts->grouped_made ? &parts->groups : NULL;
	r->targets = q->needs & NEED_TARGETS ? &parts->targets : NULL;
	r->executions = parts->executions.p ? &parts->executions : NULL;
	r->processes = count_processes(&parts->program);
	r->unsampled = cost_unsampled(p, &r->runs);
	r->left_out = parts->found.left_out;
	r->nleft_out = parts->found.nleft_out;
}

/* From an open program on. */
static int make(struct result *r, const struct request *q, struct gp_error *e)
{
	struct result_parts *parts = r->parts;
	struct program *p;

	r->request = q;
	filter_copy(&parts->filter, &q->filter);
	cut_request_copy(&parts->cut_request, &q->cut_request);
	if (join(parts, q, e) < 0)
		return -1;
	if (measure_check(&parts->program, &q->join, q->binary ? gp_basename(q->binary) : "",
			  e) < 0)
		return -1;
	resolve(parts, q);
	p = group(parts, q);
	if (q->untimed && !q->filter.narrowed)
		graph_find_cycles(&p->graph, CLOSE_TAKEN); /* for entries that only calls show */
	else if (attribute(r, p, q, e) < 0)
		return -1;
	keep_samples(parts, p, q);
	if (classify(r, q, e) < 0)
		return -1;
	count_executions(parts, q);
	find_inlined(r, p, q);
	publish(r, q, p);
	return 0;
}

int result_make(struct result *r, const struct request *q, struct gp_error *e)
{
	*r = (struct result){ .parts = gp_alloc(1, sizeof *r->parts) };
	return open(r->parts, q, e) < 0 ? -1 : make(r, q, e);
}

/* All but the open program. */
static void release_parts(struct result_parts *parts)
{
	filter_release(&parts->filter);
	cut_request_release(&parts->cut_request);
	measured_release(&parts->measured);
	targets_release(&parts->targets);
	class_sum_release(&parts->classes);
	executions_release(&parts->executions);
	inlined_parts_release(&parts->inlined);
	if (parts->grouped_made)
		group_program_release(&parts->grouped);
	groups_release(&parts->groups);
	profiles_release(&parts->found);
	parts->grouped_made = false;
	parts->found = (struct profiles){ 0 };
}

int result_again(struct result *r, const struct request *q, struct gp_error *e)
{
	selection_release(&r->selection);
	release_parts(r->parts);
	program_reset(&r->parts->program);
	*r = (struct result){ .parts = r->parts };
	return make(r, q, e);
}

void result_warn(const struct result *r, const char *of, FILE *out)
{
	if (!r->selection.filter)
		return;
	filter_warn(r->selection.filter, r->program, of, out);
	if (measure_has(r->request->join.time, true) && !r->functions->waited)
		gprintf(out, "warning: no wait was sampled%s%s%s: " WAITS_NEED "\n",
			of ? " in '" : "", of ? of : "", of ? "'" : "");
}

void result_release(struct result *r)
{
	struct result_parts *parts = r->parts;

	if (!parts)
		return;
	selection_release(&r->selection);
	release_parts(parts);
	if (parts->opened)
		program_close(&parts->program);
	if (parts->sum)
		sum_release(parts->sum);
	free(parts->sum);
	inputs_release(&parts->inputs);
	free(parts);
	*r = (struct result){ 0 };
}

bool result_still_runs(const char *profile)
{
	struct gp_error ignored;
	struct live l;
	bool runs;

	if (live_open(&l, profile, false, &ignored) < 0)
		return false;
	runs = live_runs(&l);
	live_close(&l);
	return runs;
}
