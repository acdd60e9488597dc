/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * interruptions.c - see interruptions.h: what stops a thread in the middle of its code, and what
 * leaves it.
 *
 * The process's end does, by a signal or while other threads run.  A thread that is cancelled
 * asynchronously ends anywhere.  What handlers leave comes on top of it (handlers.h).
 *
 * Where the end of a process meets a thread, that is in a call most of the time: a server waits
 * for its next request as SIGTERM comes.  A call is a way out of its code, so counts are what
 * they seem then.
 */
#include "executions/interruptions.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if the thread was stopped in the middle, as far as is known; it was not if it had
   ended, or was in a call, unless by a handler of which nothing is known. */
static bool was_stopped(const struct gprof_file_header *h, const struct gprof_thread *t,
			bool foreign)
{
	if (!h->end_ns)
		return !(t->flags & GPROF_THREAD_LEFT);
	return t->flags & GPROF_THREAD_RUNNING && (foreign || !(t->flags & GPROF_THREAD_LEFT));
}

/* Returns true if the selected part of the run includes the end of the process. */
static bool reaches_end(const struct profile *p)
{
	size_t last = p->part.last;

	return !p->part.partial || (last == p->snapshots.n + 1 && p->part.taken[last - 1]);
}

/* A key of a pool; 0: there is none. */
static uint64_t number_of(const struct profile *p, const char *key)
{
	const char *s = profile_process(p, key);

	return s ? strtoull(s, NULL, 10) : 0;
}

uint64_t interruptions_processes(const struct profile *p)
{
	return profile_process(p, GPROF_PROCESS_COUNT) ? number_of(p, GPROF_PROCESS_COUNT) : 1;
}

bool interruptions_is_torn(const struct profile *p)
{
	return profile_process(p, GPROF_PROCESS_COUNT) &&
	       (!profile_process(p, GPROF_PROCESS_TORN) || number_of(p, GPROF_PROCESS_TORN));
}

/* Times that threads were stopped so by the end of the process; '*began': that they may have begun
   so in a forked child. */
static int64_t threads_stopped(const struct program_profile *l, bool foreign, int64_t *began)
{
	const struct profile *p = &l->profile;
	int64_t n = 0;

	*began = 0;
	if (profile_process(p, GPROF_PROCESS_COUNT)) {
		*began = gp_plus(gp_count(number_of(p, GPROF_PROCESS_STOPPED)),
				 foreign ? gp_count(number_of(p, GPROF_PROCESS_LEFT)) : 0);
		return 0;
	}
	for (uint32_t i = 0; i < p->nthreads; i++) {
		if (!program_profile_has_thread(l, i))
			continue;
		n += reaches_end(p) && was_stopped(&p->head, p->threads[i], foreign);
		*began += (p->threads[i]->flags & GPROF_THREAD_FORKED) != 0;
	}
	return n;
}

/* Returns true if the end came in a call of the thread, perhaps in a call of a handler. */
static bool ended_in_call(const struct gprof_file_header *h, const struct gprof_thread *t)
{
	return t->flags & GPROF_THREAD_LEFT && (!h->end_ns || t->flags & GPROF_THREAD_RUNNING);
}

void interruptions_add_handlers(struct interruptions *s, const struct program *p, int64_t left)
{
	int64_t ended = 0;

	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct profile *profile = &p->profiles[i].profile;

		for (uint32_t k = 0; k < profile->nthreads; k++)
			ended += program_profile_has_thread(&p->profiles[i], k) &&
				 reaches_end(profile) &&
				 ended_in_call(&profile->head, profile->threads[k]);
	}
	ended = ended < left ? ended : left;
	s->ended = gp_plus(s->ended, ended);
	s->times = gp_plus(s->times, left - ended);
}

/* ------------------------------------------------------------------ */

/* Calls of functions that cancel threads, by their names. */
struct calls {
	int64_t cancel;
	bool cancel_type; /* a thread set how it may be cancelled */
};

static void add_site(struct calls *c, const struct cg_site *s, uint64_t calls)
{
	if (!s->callee || s->flags & GPROF_SITE_BY_COUNTER)
		return;
	if (!strcmp(s->callee, "pthread_cancel"))
		c->cancel = gp_plus(c->cancel, gp_count(calls));
	else if (!strcmp(s->callee, "pthread_setcanceltype"))
		c->cancel_type |= calls != 0;
}

static void add_function(struct calls *c, const struct object *o, const struct cg_function *f)
{
	const uint64_t *run = object_run(o, f);

	for (uint32_t i = 0; run && i < f->nsites; i++) {
		struct cg_site s = static_cg_site(&o->cg, f, i);

		if (s.kind == GPROF_SITE_DIRECT && s.counter < f->ncounters)
			add_site(c, &s, run[s.counter]);
	}
}

static struct calls count_calls(const struct program *p)
{
	struct calls c = { 0 };

	for (size_t i = 0; i < p->nobjects; i++)
		for (size_t k = 0; p->objects[i].words && k < p->objects[i].cg.nfunctions; k++)
			add_function(&c, &p->objects[i], &p->objects[i].cg.functions[k]);
	return c;
}

/* ------------------------------------------------------------------ */

struct interruptions interruptions_of(const struct program *p, const struct snapshot_bounds *bounds,
				      const struct handlers *handlers)
{
	struct calls calls = count_calls(p);
	struct interruptions s = { .assumed = handlers->fault };

	for (size_t i = 0; i < p->nprofiles; i++) {
		int64_t began, ended = threads_stopped(&p->profiles[i], handlers->foreign, &began);

		s.times = gp_plus(s.times, gp_plus(bounds[i].stopped, began));
		s.ended = gp_plus(s.ended, ended);
		/* A handler was in the middle, and so was the code that it had interrupted. */
		if (handlers->n) {
			s.times = gp_plus(s.times, gp_plus(began, bounds[i].blocked));
			s.ended = gp_plus(s.ended, ended);
		}
	}
	if (calls.cancel_type)
		s.times = gp_plus(s.times, calls.cancel);
	return s;
}
