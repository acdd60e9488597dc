/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stopped.c - see stopped.h: what stops a thread in the middle of its code, and what leaves it.
 *
 * The process's end does, by a signal or while other threads run.  A handler leaves what it
 * interrupted by longjmp(); how many of these calls are a handler's is not known.  A thread
 * that is cancelled asynchronously ends anywhere.
 */
#include "executions/stopped.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static bool is_longjmp(const char *name)
{
	static const char *const known[] = { "longjmp", "_longjmp", "siglongjmp",
					     "__longjmp_chk", "setcontext" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i]))
			return true;
	return false;
}

/* Which handlers of signals ran in a process. */
struct handlers {
	bool any;   /* that were set and are known */
	bool fault; /* of a signal that a fault raises */
};

static bool is_of_fault(uint64_t signal)
{
	return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
	       signal == SIGTRAP;
}

/* Whether the function at a run-time address was ever entered. */
static bool ran(const struct program *p, const struct loaded *l, uint64_t address, uint32_t epoch)
{
	uint32_t module = profile_module_of(&l->profile, address, epoch), node;
	const struct object *o = module == GP_NONE ? NULL : &p->objects[l->objects[module]];

	if (!o || !o->present)
		return false;
	node = object_function_at(o, profile_file_address(&l->profile, module, address));
	return node != GP_NONE && p->graph.nodes[node].entries;
}

static struct handlers handlers_of(const struct program *p, const struct loaded *l)
{
	struct handlers h = { 0 };

	for (size_t i = 0; i < l->profile.narcs; i++) {
		const struct profile_table *t = &l->profile.arcs[i];
		const struct gprof_arc *slots = t->slots;

		for (size_t k = 0; k < t->n; k++) {
			if (!slots[k].count || slots[k].kind != GPROF_ARC_HANDLER ||
			    !ran(p, l, slots[k].to, t->epoch))
				continue;
			h.any = true;
			h.fault |= is_of_fault(slots[k].from);
		}
	}
	return h;
}

/* Whether the thread was stopped in the middle, as far as is known; it was not if it had ended,
   or was in a call that was no handler's. */
static bool was_stopped(const struct gprof_file_header *h, const struct gprof_thread *t,
			bool handlers)
{
	bool left = t->flags & GPROF_THREAD_LEFT && !handlers;

	return h->end_ns ? t->flags & GPROF_THREAD_RUNNING : !left;
}

/* Whether the end of the process belongs to what is asked for. */
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

/* The same of all processes of a pool. */
static int64_t pool_stopped(const struct profile *p, bool handlers)
{
	return gp_plus(gp_count(number_of(p, GPROF_PROCESS_STOPPED)),
		       handlers ? gp_count(number_of(p, GPROF_PROCESS_LEFT)) : 0);
}

uint64_t stopped_processes(const struct profile *p)
{
	return profile_process(p, GPROF_PROCESS_COUNT) ? number_of(p, GPROF_PROCESS_COUNT) : 1;
}

bool stopped_torn(const struct profile *p)
{
	return profile_process(p, GPROF_PROCESS_COUNT) &&
	       (!profile_process(p, GPROF_PROCESS_TORN) || number_of(p, GPROF_PROCESS_TORN));
}

/* Times that threads were stopped so, or began so in a forked child. */
static int64_t threads_stopped(const struct loaded *l, bool handlers)
{
	const struct profile *p = &l->profile;
	int64_t n = 0;

	if (profile_process(p, GPROF_PROCESS_COUNT))
		return pool_stopped(p, handlers);
	for (uint32_t i = 0; i < p->nthreads; i++) {
		if (!loaded_has_thread(l, i))
			continue;
		n += reaches_end(p) && was_stopped(&p->head, p->threads[i], handlers);
		n += (p->threads[i]->flags & GPROF_THREAD_FORKED) != 0;
	}
	return n;
}

/* ------------------------------------------------------------------ */

/* Calls of functions that leave code, by their names. */
struct calls {
	int64_t longjmp, cancel;
	bool cancel_type; /* a thread set how it may be cancelled */
};

static void add_site(struct calls *c, const struct cg_site *s, uint64_t calls)
{
	if (!s->callee || s->flags & GPROF_SITE_BY_COUNTER)
		return;
	if (is_longjmp(s->callee))
		c->longjmp = gp_plus(c->longjmp, gp_count(calls));
	else if (!strcmp(s->callee, "pthread_cancel"))
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

struct stopped stopped_of(const struct program *p, const struct edges *edges)
{
	struct calls calls = count_calls(p);
	struct stopped s = { 0 };
	bool handlers = false;

	for (size_t i = 0; i < p->nloaded; i++) {
		struct handlers h = handlers_of(p, &p->loaded[i]);

		handlers |= h.any;
		s.assumed |= h.fault;
		s.times += edges[i].stopped + (h.any ? edges[i].blocked : 0);
		s.times += threads_stopped(&p->loaded[i], h.any);
	}
	if (handlers)
		s.times = gp_plus(s.times, calls.longjmp);
	if (calls.cancel_type)
		s.times = gp_plus(s.times, calls.cancel);
	return s;
}
