/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * first_callers.c - see first_callers.h.
 *
 * A function that is handed a callback need not call it: many only keep it for later.  The frames
 * around each first call are evidence (rt/process/outer.c).  Going outwards, the first instrumented
 * frame is in a call.  If that call is of a function that was handed the callback, the function was
 * under way.  It gets the calls if this holds for all first calls, in each thread.  A function that
 * makes threads is around none of them: the tool knows it by name.
 *
 * A thread without any instrumented frame contradicts nothing: threads of a pool work for the
 * thread in which the call is under way.
 *
 * An older runtime wrote no first callers: then no external function gets the calls.
 *
 * Cost: O(first callers + callbacks + tail calls).
 */
#include "join/first_callers.h"
#include "code/callsite.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

enum outer_kind {
	OUTER_CALL,    /* an instrumented frame: 'callee' is the function that it calls */
	OUTER_PLAIN,   /* another one */
	OUTER_START,
	OUTER_UNKNOWN,
};

/* The frame around a first call of 'function': number 'number'. */
struct outer {
	uint32_t function, number;
	uint32_t callee; /* GP_NONE: not known */
	uint8_t kind;    /* enum outer_kind */
};

/* The first callers of one function. */
struct finding {
	const struct program *p;
	const uint32_t *first, *next; /* callbacks, by function; GP_NONE: no more */
	uint32_t function;
	uint32_t external; /* that was under way, or GP_NONE */
	bool doubtful;
};

void first_callers_add(struct first_callers *f, uint32_t function, uint32_t object)
{
	*gp_push(f->callers, f->ncallers, f->callers_room) = (struct caller){ function, object };
}

/* The function that the call before a return address calls. */
static uint32_t called(struct program *p, const struct program_profile *l, uint64_t to,
		       uint32_t epoch, uint32_t object)
{
	uint32_t module = profile_module_of(&l->profile, to - 1, epoch);
	struct callee callee;

	if (object == GP_NONE || module == GP_NONE || !p->objects[object].present)
		return GP_NONE;
	callee = callsite_callee(&p->objects[object].elf,
				 profile_file_address(&l->profile, module, to));
	if (callee.name)
		return program_resolve(p, object, callee.name);
	return callee.address ? program_function_at(p, object, callee.address, false) : GP_NONE;
}

void first_callers_add_outer(struct first_callers *f, struct program *p,
			     const struct program_profile *l, uint32_t function,
			     const struct gprof_arc *a, uint32_t epoch)
{
	struct outer x = { function, (uint32_t)(a->from >> GPROF_OUTER_SHIFT), GP_NONE,
			   OUTER_UNKNOWN };
	uint32_t object, node;

	if (a->to == GPROF_OUTER_START) {
		x.kind = OUTER_START;
	} else if (a->to != GPROF_OUTER_UNKNOWN) {
		node = program_at(p, l, a->to - 1, epoch, false, &object);
		x.kind = p->functions[node].instrumented ? OUTER_CALL : OUTER_PLAIN;
		if (x.kind == OUTER_CALL)
			x.callee = called(p, l, a->to, epoch, object);
	}
	*gp_push(f->outers, f->nouters, f->outers_room) = x;
}

/* ------------------------------------------------------------------ */

/* Functions that are handed the one in which a new thread begins. */
static bool makes_threads(const char *name)
{
	static const char *const names[] = {
		"pthread_create", "thrd_create", "g_thread_new", "g_thread_try_new",
		"SDL_CreateThread", "uv_thread_create", "uv_thread_create_ex",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return !strncmp(name, "_ZNSt6thread15_M_start_threadE", 30) ||
	       !strncmp(name, "std::thread::_M_start_thread(", 29);
}

/* A tail call leaves the frame of the caller's caller. */
static bool leads_to(const struct program *p, uint32_t callee, uint32_t external)
{
	if (callee == external)
		return true;
	for (size_t i = 0; i < p->ntails; i++)
		if (p->tails[i].from == callee && p->tails[i].to == external)
			return true;
	return false;
}

static void find(struct finding *f, const struct outer *x)
{
	const struct program *p = f->p;
	uint32_t i = f->first[f->function], external;
	bool fits = false;

	for (; i != GP_NONE && !fits; i = f->next[i]) {
		external = p->callbacks[i].external;
		fits = x->kind == OUTER_CALL ? leads_to(p, x->callee, external)
					     : makes_threads(p->graph.nodes[external].name);
	}
	if (!fits) {
		f->doubtful |= x->kind == OUTER_CALL;
		return;
	}
	f->doubtful |= f->external != GP_NONE && f->external != external;
	f->external = external;
}

/* All of one function, by number; false: nobody is known to have been under way. */
static bool is_under_way(struct finding *f, const struct outer *x, size_t n)
{
	bool further = true;
	size_t i = 0;

	while (further && i < n) {
		uint32_t number = x[i].number;

		further = false;
		for (; i < n && x[i].number == number; i++) {
			if (x[i].kind == OUTER_PLAIN)
				further = true;
			else if (x[i].kind == OUTER_UNKNOWN)
				f->doubtful = true;
			else
				find(f, &x[i]);
		}
	}
	return !further && !f->doubtful && f->external != GP_NONE;
}

static int by_function(const void *x, const void *y, void *unused)
{
	const struct outer *a = x, *b = y;

	(void)unused;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

static bool *find_all(struct first_callers *f, const struct program *p)
{
	size_t n = p->graph.nnodes, end;
	uint32_t *first = gp_alloc(n, sizeof *first), *next = gp_alloc(p->ncallbacks, sizeof *next);
	bool *known = gp_alloc(n, sizeof *known);

	memset(first, 0xff, n * sizeof *first);
	for (size_t i = 0; i < p->ncallbacks; i++) {
		next[i] = first[p->callbacks[i].function];
		first[p->callbacks[i].function] = (uint32_t)i;
	}
	gp_sort(f->outers, f->nouters, sizeof *f->outers, by_function, NULL);
	for (size_t i = 0; i < f->nouters; i = end) {
		struct finding x = { p, first, next, f->outers[i].function, GP_NONE, false };

		for (end = i; end < f->nouters && f->outers[end].function == x.function;)
			end++;
		known[x.function] = is_under_way(&x, f->outers + i, end - i);
	}
	free(first);
	free(next);
	return known;
}

void first_callers_end(struct first_callers *f, struct program *p)
{
	bool *known = find_all(f, p);

	for (size_t i = 0; i < f->ncallers; i++) {
		struct caller *c = &f->callers[i];

		*gp_push(p->callers, p->ncallers, p->callers_room) =
			(struct caller){ c->function, known[c->function] ? c->object : GP_NONE };
	}
	free(known);
	free(f->callers);
	free(f->outers);
}
