/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * linear_system.c - see linear_system.h.
 */
#include "blocks/solver.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET 100000000 /* steps of elimination and bounds at most: about a second */
#define EACH 2000        /* of them, for each term */

uint32_t linear_unknown(struct linear_system *s, uint32_t part, int64_t lo, int64_t hi)
{
	*gp_push(s->unknowns, s->nunknowns, s->unknowns_room) =
		(struct unknown){ .lo = lo, .hi = hi, .part = part };
	if (part >= s->nparts)
		s->nparts = part + 1;
	return s->nunknowns - 1;
}

void linear_equation(struct linear_system *s, int64_t sum)
{
	*gp_push(s->equations, s->nequations, s->equations_room) =
		(struct equation){ .sum = sum, .first = s->nterms };
}

void linear_term(struct linear_system *s, uint32_t unknown, int32_t times)
{
	*gp_push(s->terms, s->nterms, s->terms_room) =
		(struct term){ unknown, s->nequations - 1, times };
	s->equations[s->nequations - 1].n++;
}

void linear_between(struct linear_system *s, uint32_t part, int64_t least, int64_t most)
{
	uint32_t sum;

	linear_equation(s, least >= most ? least : 0);
	if (least >= most)
		return;
	sum = linear_unknown(s, part, least, most);
	linear_term(s, sum, -1);
}

/* ------------------------------------------------------------------ */

static uint32_t group_of(struct linear_system *s, uint32_t part)
{
	while (s->group[part] != part)
		part = s->group[part] = s->group[s->group[part]];
	return part;
}

static void find_groups(struct linear_system *s)
{
	s->group = gp_alloc(s->nparts, sizeof *s->group);
	s->broken = gp_alloc(s->nparts, sizeof *s->broken);
	for (uint32_t i = 0; i < s->nparts; i++)
		s->group[i] = i;
	for (size_t i = 1; i < s->nterms; i++) {
		uint32_t a, b;

		if (s->terms[i].equation != s->terms[i - 1].equation)
			continue;
		a = group_of(s, s->unknowns[s->terms[i - 1].unknown].part);
		b = group_of(s, s->unknowns[s->terms[i].unknown].part);
		s->group[a > b ? a : b] = a < b ? a : b;
	}
	for (uint32_t i = 0; i < s->nparts; i++)
		s->group[i] = group_of(s, i);
}

/* ------------------------------------------------------------------ */

/* Unknowns that are not solved, by their groups. */
struct open {
	uint32_t *unknowns;
	size_t n, room;
};

static int by_group(const void *x, const void *y, void *system)
{
	const struct linear_system *s = system;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	uint32_t g = s->group[s->unknowns[a].part], h = s->group[s->unknowns[b].part];

	return g != h ? (g < h ? -1 : 1) : a < b ? -1 : a > b;
}

static struct open find_open(const struct solver *v)
{
	struct open open = { 0 };

	for (uint32_t i = 0; i < v->s->nunknowns; i++)
		if (solver_is_open(v, i) && !linear_is_broken(v->s, v->s->unknowns[i].part))
			*gp_push(open.unknowns, open.n, open.room) = i;
	gp_sort(open.unknowns, open.n, sizeof *open.unknowns, by_group, v->s);
	return open;
}

static void assume_group(struct solver *v, const uint32_t *unknowns, size_t n)
{
	size_t before = v->nlog;

	v->failed = false;
	for (size_t i = 0; i < n; i++)
		if (v->s->unknowns[unknowns[i]].lost)
			solver_set(v, unknowns[i], 0);
	solver_propagate(v);
	if (!v->failed)
		solver_eliminate(v, unknowns, n);
	if (v->failed)
		solver_undo(v, before);
}

static void assume(struct solver *v)
{
	struct open open = find_open(v);
	const struct linear_system *s = v->s;

	v->how = SOLVED_ASSUMED;
	for (size_t from = 0, to; from < open.n; from = to) {
		uint32_t group = s->group[s->unknowns[open.unknowns[from]].part];

		for (to = from; to < open.n; to++)
			if (s->group[s->unknowns[open.unknowns[to]].part] != group)
				break;
		assume_group(v, open.unknowns + from, to - from);
	}
	free(open.unknowns);
}

/* Removes all that was found of broken groups. */
static void forget_broken(struct linear_system *s)
{
	for (size_t i = 0; i < s->nunknowns; i++) {
		struct unknown *u = &s->unknowns[i];

		if (linear_is_broken(s, u->part))
			*u = (struct unknown){ .hi = COUNT_UNBOUNDED, .part = u->part };
		else if (u->how == SOLVED_EXACT)
			u->lo = u->hi = u->value;
	}
}

static void solve_once(struct linear_system *s)
{
	struct solver v;
	struct open open;

	find_groups(s);
	solver_init(&v, s);
	v.budget = s->nterms < BUDGET / EACH ? EACH * s->nterms : BUDGET;
	solver_propagate(&v);
	open = find_open(&v);
	solver_eliminate(&v, open.unknowns, open.n);
	free(open.unknowns);
	solver_bound(&v);
	assume(&v);
	forget_broken(s);
	solver_release(&v);
}

/* ------------------------------------------------------------------ */

#define MOST_SLACK (INT64_C(1) << 32)

/* Adds the equation to another system of the same unknowns, with bounds of its sum. */
static void add_loose(struct linear_system *to, const struct linear_system *s,
		      const struct equation *e,
		      int64_t slack)
{
	const struct term *terms = s->terms + e->first;
	int64_t times = 1;

	for (uint32_t k = 0; k < e->n; k++)
		times = llabs(terms[k].times) > times ? llabs(terms[k].times) : times;
	linear_equation(to, e->sum);
	for (uint32_t k = 0; k < e->n; k++)
		linear_term(to, terms[k].unknown, terms[k].times);
	linear_term(to, linear_unknown(to, s->unknowns[terms->unknown].part, -slack * times,
				       slack * times), 1);
}

/* Takes over what is known of groups that were broken, and are no more. */
static void take_loose(struct linear_system *s, const struct linear_system *loose)
{
	for (size_t i = 0; i < s->nunknowns; i++)
		if (linear_is_broken(s, s->unknowns[i].part) &&
		    !linear_is_broken(loose, s->unknowns[i].part))
			s->unknowns[i] = loose->unknowns[i];
	for (uint32_t part = 0; part < s->nparts; part++)
		if (s->group[part] == part && s->broken[part])
			s->broken[part] = linear_is_broken(loose, part);
}

/* Solves broken groups again; 'before' has the unknowns as they were. */
static void loosen(struct linear_system *s, const struct unknown *before)
{
	struct linear_system loose = { .nparts = s->nparts };

	for (size_t i = 0; i < s->nunknowns; i++) {
		*gp_push(loose.unknowns, loose.nunknowns, loose.unknowns_room) = before[i];
		loose.unknowns[i].lost = false;
	}
	for (size_t i = 0; i < s->nequations; i++) {
		const struct equation *e = &s->equations[i];

		if (e->n && linear_is_broken(s, s->unknowns[s->terms[e->first].unknown].part))
			add_loose(&loose, s, e, s->slack);
	}
	if (loose.nequations) {
		solve_once(&loose);
		take_loose(s, &loose);
	}
	linear_release(&loose);
}

void linear_solve(struct linear_system *s)
{
	bool loosens = s->nunknowns && s->slack && s->slack < MOST_SLACK;
	struct unknown *before = NULL;

	if (loosens) {
		before = gp_alloc(s->nunknowns, sizeof *before);
		memcpy(before, s->unknowns, s->nunknowns * sizeof *before);
	}
	solve_once(s);
	if (loosens)
		loosen(s, before);
	free(before);
}

bool linear_is_broken(const struct linear_system *s, uint32_t part)
{
	return s->broken[s->group[part]];
}

void linear_release(struct linear_system *s)
{
	free(s->unknowns);
	free(s->equations);
	free(s->terms);
	free(s->group);
	free(s->broken);
	memset(s, 0, sizeof *s);
}
