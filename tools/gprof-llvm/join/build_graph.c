/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_graph.c - the first step of program_join(): nodes for the records of all objects, their
 * entries, and the sums over all runs; the calls are build_arcs.c's.
 *
 * The order matters: counters are summed first, since a record whose text was dropped
 * counts only if its counters do; names are resolved when all records have nodes.
 */
#include "join/build_arcs.h"
#include "join/build_events.h"
#include "join/build_memory.h"
#include "join/join.h"
#include "profile/event_samples.h"
#include "profile/figure_samples.h"
#include "profile/window.h"
#include "program/program.h"
#include "program/resolve.h"
#include "samples/resolved_samples.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST 2.5 /* periods that an interval between two samples lasts at most */
#define LONGEST_TICKS 12e6 /* ns: the same where samples are bound to the kernel's ticks */

static void sum_blocks(struct program *p, const struct program_profile *l)
{
	for (size_t i = 0; i < l->profile.nblocks; i++) {
		const struct profile_block *b = &l->profile.blocks[i];
		struct object *o = &p->objects[l->objects[b->module]];

		if (!program_profile_has_thread(l, b->thread))
			continue;
		if (!o->present) {
			p->uncounted++;
			continue;
		}
		object_count(o, b->words);
	}
}

/* Where no thread is asked for that counted, all is 0; copies of counters are added to others. */
static void end_sums(struct program *p, const struct program_profile *l)
{
	for (size_t i = 0; i < l->profile.nblocks; i++) {
		struct object *o = &p->objects[l->objects[l->profile.blocks[i].module]];

		if (o->present && (!o->words || o->cg.ncopies))
			object_own_words(o);
	}
}

/* Returns true if the linker left the function out of the program. */
static bool is_dropped(const struct object *o, const struct cg_function *f)
{
	const uint64_t *run = object_run(o, f);

	if (f->text)
		return false;
	for (uint32_t i = 0; run && i < f->ncounters; i++)
		if (run[i])
			return false;
	return true;
}

static uint32_t node_flags(const struct cg_function *f)
{
	if (f->flags & GPROF_FN_SKIPPED)
		return NODE_OPAQUE | NODE_DERIVED;
	return f->flags & GPROF_FN_DERIVED ? NODE_DERIVED : 0;
}

/* The node of a record: a new one, or the node of another copy of the function. */
static uint32_t record_node(struct program *p, uint32_t object, const struct cg_function *f)
{
	struct object *o = &p->objects[object];
	struct gp_names *names = f->flags & GPROF_FN_LOCAL ? &o->local_names : &o->by_name;
	int created;
	uint32_t *at = gp_names_put(names, f->name, &created), node;

	if (!created && f->flags & GPROF_FN_LINKONCE)
		return *at;
	if (!created && names == &o->by_name) /* what the name meant so far */
		gp_map_release(&o->resolved_at);
	node = *at = program_node(p, f->name, object, node_flags(f));
	p->functions[node].file = f->file;
	p->functions[node].line = f->line;
	p->functions[node].compiled =
		f->flags & GPROF_FN_LOCAL ? static_cg_source(&o->cg, f) : NULL;
	p->functions[node].record = true;
	p->functions[node].instrumented = !(f->flags & GPROF_FN_SKIPPED);
	if (names == &o->by_name)
		program_resolves(p, object, f->name, node);
	return node;
}

static void add_counter(struct object *o, uint64_t address, uint32_t node)
{
	*gp_push(o->counters, o->ncounters, o->counters_room) =
		(struct numbered_item){ address, node };
}

static void add_record(struct program *p, uint32_t object, uint32_t function)
{
	struct object *o = &p->objects[object];
	struct cg_function *f = &o->cg.functions[function];
	uint32_t node, symbol;

	if (!o->cg.has_fn) {
		symbol = elfobj_symbol_named(&o->elf, f->name);
		f->text = symbol == GP_NONE ? 0 : o->elf.symbols[symbol].address;
	}
	o->nodes[function] = GP_NONE;
	if (is_dropped(o, f))
		return;
	node = o->nodes[function] = record_node(p, object, f);
	if (!p->functions[node].address)
		p->functions[node].address = f->text;
	if (f->counters)
		add_counter(o, f->counters, node);
	if (object_run(o, f) && f->ncounters && !(p->graph.nodes[node].flags & NODE_DERIVED))
		gp_add(&p->graph.nodes[node].entries, gp_count(*object_run(o, f)));
	if (f->text) {
		*gp_push(o->extents, o->nextents, o->extents_room) =
			(struct extent){ .start = f->text, .node = node };
	}
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct extent *a = x, *b = y;

	(void)unused;
	return a->start < b->start ? -1 : a->start > b->start;
}

static uint64_t section_end(const struct object *o, uint64_t address)
{
	const struct elf_section *s = elfobj_section_at(&o->elf, address);

	return s ? s->address + s->size : address;
}

/* Where functions end: by symbol, else by unwind table, else at the next. */
static void end_extents(struct object *o)
{
	gp_sort(o->extents, o->nextents, sizeof *o->extents, by_start, NULL);
	for (size_t i = 0; i < o->nextents; i++) {
		struct extent *x = &o->extents[i];
		uint64_t limit = i + 1 < o->nextents ? x[1].start : section_end(o, x->start);
		const struct elf_symbol *s = elfobj_symbol_at(&o->elf, x->start);

		if (s && s->address == x->start && s->size)
			x->end = x->start + s->size;
		else
			x->end = elfobj_code_end(&o->elf, x->start);
		if (x->end <= x->start)
			x->end = limit;
	}
}

static void add_cells(struct object *o)
{
	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];

		for (uint32_t k = 0; f->counters && k < f->nsites; k++) {
			struct cg_site s = static_cg_site(&o->cg, f, k);

			if (s.kind == GPROF_SITE_INDIRECT && s.counter != GPROF_NO_COUNTER)
				add_counter(o, f->counters + 8 * (uint64_t)s.counter, o->nodes[i]);
		}
		object_passed(o, i);
	}
}

static void add_records(struct program *p, uint32_t object)
{
	struct object *o = &p->objects[object];

	o->extents = gp_reserve(o->extents, &o->extents_room, o->cg.nfunctions,
				sizeof *o->extents);
	gp_names_reserve(&o->by_name, o->cg.nfunctions);
	o->counters = gp_reserve(o->counters, &o->counters_room, o->cg.nfunctions,
				 sizeof *o->counters);
	gp_map_reserve(&o->resolved_at, o->cg.nfunctions);
	for (size_t i = 0; i < o->cg.nfunctions; i++)
		add_record(p, object, i);
	add_cells(o);
	sort_by_number(o->counters, o->ncounters);
	end_extents(o);
}

/* ------------------------------------------------------------------ */

/* The time that taking samples took is in no sample: a row of its own.  How much of
   it is of a part of a run is not known; it is a part of the rest then. */
static void gather_own(struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		double all = 0, own = 0;

		for (size_t k = 0; k < l->profile.nthreads && !l->profile.part.partial; k++) {
			all += l->profile.threads[k]->handler_ns;
			if (program_profile_has_thread(l, k))
				own += l->profile.threads[k]->handler_ns;
		}
		p->own += own;
		p->profiles[i].sampled += own;
		if (own)
			p->interrupts += fmin(own, own / all * l->profile.head.interrupts_ns);
	}
}

/* Of all threads of a profile, together. */
static double after_last(const struct profile *profile)
{
	uint64_t period = profile->head.period_ns, last = profile->head.last_period_ns;
	double threads = 0, longest = LONGEST * (last > period ? last : period);

	for (size_t i = 0; i < profile->nthreads; i++)
		threads += profile->threads[i]->threads;
	if (profile->head.clock == GPROF_CLOCK_TIMER && longest < LONGEST_TICKS)
		longest = LONGEST_TICKS;
	return longest * threads;
}

static void gather_samples(struct program *p, const struct join_options *options)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		double before = p->sample_totals[0].weight;

		strata_read(&p->strata, &p->profiles[i]);
		resolved_samples_read(&p->resolved_samples, p, &p->profiles[i], options);
		p->profiles[i].sampled = p->sample_totals[0].weight - before;
	}
}

/* Replaces the samples of time by samples of events. */
static void take_events(struct program *p, const struct measure_event *event)
{
	size_t lacking = 0;
	char *note;

	p->strata.exact = event->figure;
	for (size_t i = 0; event->figure && i < p->nprofiles; i++) {
		struct program_profile *l = &p->profiles[i];

		p->strata.exact &= figure_subject(event->figure) == FIGURES_OF_IO ||
				   !l->profile.heap_samples;
		lacking += !figure_samples_has(&l->profile, event->figure);
		figure_samples_take(&l->profile, event->figure, l->left_out);
	}
	if (event->figure && !p->strata.exact) {
		p->estimated = event->measure;
		p->estimated.samples = "samples";
		p->measure = &p->estimated;
	}
	for (size_t i = 0; !event->figure && i < p->nprofiles; i++)
		lacking += !event_samples_take(&p->profiles[i].profile, event->events,
					       event->counted);
	if (!lacking || lacking == p->nprofiles)
		return;
	note = gp_format("%zu of %zu profiles have no %s: %s", lacking, p->nprofiles,
			 event->measure.name, event->remedy);
	program_note(p, note);
	free(note);
}

/* The exact total of the events, and how many threads can have met after their last samples. */
static void gather_events(struct program *p, const struct measure_event *event)
{
	for (const char *const *name = event->events; *name; name++) {
		const struct event_kind *kind = events_find(&p->events, *name, event->counted);

		if (!kind)
			continue;
		p->used += kind->total;
		p->after_last += kind->slack;
	}
	p->used_least = p->events.incomplete;
}

/* A killed process must not take from the others what the kernel says of them. */
static void gather_used(struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct profile *profile = &p->profiles[i].profile;
		uint64_t clock, cpu;
		bool known = window_end(profile, &clock, &cpu);

		if (profile->part.partial) {
			known = profile->part.timed;
			cpu = profile->part.cpu_ns;
		}
		known &= !p->profiles[i].left_out;
		p->used += known ? (double)cpu : p->profiles[i].sampled;
		p->used_least |= !known;
		p->after_last += after_last(profile);
	}
}

/* ------------------------------------------------------------------ */

/*
 * Threads that may have been between the count of a call and the count of its entry.  A part that
 * begins later than its run adds none: a call counted before the part may arrive in it as well, and
 * sums over parts are exact as long as neither is compensated.
 */
static int64_t may_be_late(const struct profile *p)
{
	int64_t n = 0;

	if (p->part.torn)
		return 0;
	if (p->live)
		return INT64_MAX / 2;
	for (size_t i = 0; i < p->nthreads; i++)
		n += profile_process(p, GPROF_PROCESS_COUNT) ? p->threads[i]->threads : 1;
	return p->head.end_ns && n ? n - 1 : n;
}

/* What is asked for is a guess that need not hold; memory that is not used costs nothing. */
static void reserve(struct program *p)
{
	size_t nodes = 1024, arcs = 1024;

	for (size_t i = 0; i < p->nobjects; i++) {
		nodes += p->objects[i].cg.nfunctions + p->objects[i].cg.nfunctions / 4;
		arcs += p->objects[i].cg.nsites;
	}
	graph_reserve(&p->graph, nodes, arcs);
	p->functions = gp_reserve(p->functions, &p->functions_room, nodes, sizeof *p->functions);
}

/* The executable among the objects; without profiles the first. */
static uint32_t find_executable(const struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];

		for (size_t k = 0; k < l->profile.nmodules; k++)
			if (l->profile.modules[k]->flags & GPROF_MODULE_MAIN)
				return l->objects[k];
	}
	return 0;
}

static void add_late(struct program *p, const struct profile *profile)
{
	int64_t late = may_be_late(profile);

	if (late > INT64_MAX / 4 || p->graph.may_be_late > INT64_MAX / 4)
		p->graph.may_be_late = INT64_MAX / 2;
	else
		p->graph.may_be_late += late;
	p->graph.entries_stay |= profile->part.torn;
}

/* A runtime refuses units of another ABI (abi.h), which then count for nobody. */
static void find_unattached(struct program *p)
{
	for (size_t i = 0; i < p->nobjects; i++)
		p->objects[i].unattached = p->nprofiles && p->objects[i].instrumented &&
					   p->objects[i].cg.ncounters;
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];

		for (size_t k = 0; k < l->profile.nmodules; k++)
			if (l->profile.modules[k]->cnt_stop > l->profile.modules[k]->cnt_start)
				p->objects[l->objects[k]].unattached = false;
	}
}

/* The clock of a profile. */
struct rate {
	double first, at; /* an instant: ticks, and ns since the run's start */
	double tick;      /* ns; 0: not known */
};

static struct rate rate_of(const struct program *p, const struct program_profile *l)
{
	const struct gprof_file_header *h = &l->profile.head;
	const struct gprof_instant *last = &h->last[h->last[1].ticks > h->last[0].ticks];
	const uint64_t elapsed = last->monotonic_ns - h->first.monotonic_ns;
	struct rate rate = { .first = h->first.ticks };

	if (h->first.ticks && last->ticks > h->first.ticks &&
	    last->monotonic_ns > h->first.monotonic_ns)
		rate.tick = (double)elapsed / (last->ticks - h->first.ticks);
	if (h->monotonic_ns)
		rate.at = (double)h->first.monotonic_ns - program_origin(p, l);
	else
		rate.at = -INFINITY; /* of several processes */
	return rate;
}

/* The middle of the lengths that are counted there, ticks. */
static double middle_of(unsigned row, unsigned column)
{
	if (!row)
		return column;
	return ldexp(GPROF_TIMING_ROW + column + (row > 1 ? 0.5 : 0), row - 1);
}

static void gather_lengths(struct call_times *t, const struct gprof_timing *r, double tick)
{
	for (unsigned i = 0; i < GPROF_TIMING_ROOM; i++) {
		unsigned row = r->rows[i];

		for (unsigned k = 0; row && row <= GPROF_TIMING_ROWS && k < GPROF_TIMING_ROW; k++)
			if (r->counts[i][k])
				timing_count(t, middle_of(row - 1, k) * tick, r->counts[i][k]);
	}
}

static void gather_calls_of(struct call_times *t, const struct gprof_timing *r,
			    const struct rate *rate, double tick)
{
	for (unsigned i = 0; i < GPROF_TIMING_LONGEST; i++) {
		const struct gprof_timing_call *c = &r->longest[i];
		double start = (c->start - rate->first) * rate->tick + rate->at;

		if (c->length)
			timing_note(t, &(struct timing_call){ isfinite(start) ? start : -1,
							      c->length * tick });
	}
}

static void gather_timing(struct program *p, const struct program_profile *l,
			  const struct rate *rate, const struct gprof_timing *r, uint32_t epoch)
{
	bool cpu = r->flags & GPROF_TIMING_CPU;
	double tick = cpu ? 1 : rate->tick;
	uint32_t object, function, caller;
	struct call_times *t;

	if (!r->function)
		return;
	function = program_at(p, l, r->function, epoch, false, &object);
	caller = r->caller ? program_at(p, l, r->caller - 1, epoch, false, &object) : GP_NONE;
	t = timings_put(&p->timings, function, caller, cpu);
	gp_count_up(&t->unwound, r->unwound);
	gp_count_up(&t->ended, r->ended);
	gp_count_up(&t->inner, r->inner);
	gp_count_up(&t->open, r->open != 0);
	if (!tick)
		return;
	gp_count_up(&t->returned, r->returned);
	t->total += r->total * tick;
	if (r->returned)
		t->shortest = fmin(t->shortest, r->shortest * tick);
	gather_lengths(t, r, tick);
	gather_calls_of(t, r, rate, tick);
}

/* Profiles have lengths in ticks of a clock whose rate follows from two instants of the header. */
static void gather_timings(struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		struct rate rate = rate_of(p, l);

		for (size_t k = 0; k < l->profile.ntimes; k++) {
			const struct profile_table *table = &l->profile.times[k];
			const struct gprof_timing *slots = table->slots;
			size_t n = program_profile_has_thread(l, table->thread) ? table->n : 0;

			for (size_t j = 0; j < n; j++)
				gather_timing(p, l, &rate, &slots[j], table->epoch);
		}
	}
	timings_end(&p->timings);
}

/* Files have other numbers in each profile.  A caller that had no entry of its own, for want of
   room, is the row of unknown code. */
static void gather_io_table(struct program *p, const struct program_profile *l,
			    const struct profile_table *t, const uint32_t *files, size_t nfiles)
{
	const struct gprof_io *entries = t->slots;
	uint32_t object, function;

	for (size_t i = 0; i < t->n; i++) {
		const struct gprof_io *e = &entries[i];

		if (!e->kind || e->kind >= GPROF_IO_KINDS)
			continue;
		function = e->pc ? program_at(p, l, e->pc - 1, e->objects, false, &object)
				 : program_row(p, GP_NONE);
		io_put(&p->io, function, e->file < nfiles ? files[e->file] : 0, e,
		       l->profile.io->complete);
	}
}

static void gather_io(struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		const struct profile *of = &l->profile;
		uint32_t *files;
		size_t n;

		if (!of->io)
			continue;
		files = io_add_process(&p->io, of, &n);
		for (size_t k = 0; k < of->nio_entries; k++)
			if (program_profile_has_thread(l, of->io_entries[k].thread))
				gather_io_table(p, l, &of->io_entries[k], files, n);
		free(files);
	}
}

void program_build_graph(struct program *p, const struct join_options *options)
{
	p->measure = join_measure(options);
	if (options->event)
		take_events(p, options->event);
	for (size_t i = 0; i < p->nprofiles; i++) {
		sum_blocks(p, &p->profiles[i]);
		add_late(p, &p->profiles[i].profile);
	}
	for (size_t i = 0; i < p->nprofiles; i++)
		end_sums(p, &p->profiles[i]);
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].words)
			static_cg_add_copies(&p->objects[i].cg, p->objects[i].words);
	find_unattached(p);
	reserve(p);
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].instrumented)
			add_records(p, i);
	build_arcs(p, options);
	gather_timings(p);
	program_add_memory(p);
	gather_io(p);
	build_events(p);
	for (size_t i = 0; i < p->nprofiles; i++)
		contexts_add(&p->contexts, p, &p->profiles[i]);
	gather_samples(p, options);
	if (options->event) {
		gather_events(p, options->event);
	} else {
		gather_own(p);
		gather_used(p);
	}
	p->executable = find_executable(p);
}
