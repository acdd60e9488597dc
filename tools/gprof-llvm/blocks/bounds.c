/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bounds.c - see solver.h: narrows the bounds of unknowns that nothing determines.
 *
 * In each equation the other terms limit a term: at most the sum without the least that they can
 * be.  Narrower bounds may make others narrower in turn, by one each time where they go round in a
 * circle.  So it ends early: bounds are true at any time.
 */
#include "blocks/solver.h"

#define MOST_NARROWED 100 /* times, for each unknown */

/* The least or most that terms can add up to; those without a bound are counted apart. */
struct limit {
	wide sum;
	uint32_t endless;
};

struct limits {
	struct limit least, most;
};

static void add_limit(struct limit *l, int32_t times, int64_t bound)
{
	if (bound >= COUNT_UNBOUNDED || bound <= -COUNT_UNBOUNDED)
		l->endless++;
	else
		l->sum += (wide)times * bound;
}

static struct limits limits_of(const struct solver *v, uint32_t equation)
{
	const struct linear_system *s = v->s;
	const struct equation *e = &s->equations[equation];
	struct limits all = { { 0 }, { 0 } };

	for (uint32_t k = 0; k < e->n; k++) {
		const struct term *t = &s->terms[e->first + k];
		const struct unknown *u = &s->unknowns[t->unknown];

		if (u->how != SOLVED_NOT)
			continue;
		add_limit(&all.least, t->times, t->times > 0 ? u->lo : u->hi);
		add_limit(&all.most, t->times, t->times > 0 ? u->hi : u->lo);
	}
	return all;
}

/* The same without one term; *known: all others have a bound. */
static wide without(const struct limit *all, int32_t times, int64_t bound, bool *known)
{
	bool endless = bound >= COUNT_UNBOUNDED || bound <= -COUNT_UNBOUNDED;

	*known = all->endless == endless;
	return all->sum - (endless ? 0 : (wide)times * bound);
}

static wide divide(wide a, int64_t b, bool up)
{
	wide q = a / b;

	return a % b == 0 || (q != 0 ? q < 0 : (a < 0) != (b < 0)) == up ? q : up ? q + 1 : q - 1;
}

static bool narrow(struct unknown *u, bool lower, wide bound)
{
	if (lower ? bound <= u->lo : bound >= u->hi)
		return false;
	if (bound > COUNT_UNBOUNDED || bound < -COUNT_UNBOUNDED)
		return false;
	*(lower ? &u->lo : &u->hi) = bound;
	return true;
}

static bool narrow_term(struct solver *v, const struct term *t, const struct limits *all)
{
	struct unknown *u = &v->s->unknowns[t->unknown];
	wide sum = v->rests[t->equation].sum;
	int64_t lo = u->lo, hi = u->hi;
	bool plus = t->times > 0, known, changed = false;
	wide others;

	others = without(&all->least, t->times, plus ? lo : hi, &known);
	if (known)
		changed |= narrow(u, !plus, divide(sum - others, t->times, !plus));
	others = without(&all->most, t->times, plus ? hi : lo, &known);
	if (known)
		changed |= narrow(u, plus, divide(sum - others, t->times, plus));
	return changed;
}

static void look_at_uses(struct solver *v, uint32_t unknown)
{
	for (size_t i = v->first_use[unknown]; i < v->first_use[unknown + 1]; i++)
		solver_enqueue(v, v->s->terms[v->uses[i]].equation);
}

static void narrow_equation(struct solver *v, uint32_t equation)
{
	const struct linear_system *s = v->s;
	const struct equation *e = &s->equations[equation];
	struct limits all = limits_of(v, equation);

	v->budget -= 2 * e->n;
	for (uint32_t k = 0; k < e->n; k++) {
		const struct term *t = &s->terms[e->first + k];
		struct unknown *u = &s->unknowns[t->unknown];

		if (u->how != SOLVED_NOT || v->narrowed[t->unknown] >= MOST_NARROWED ||
		    !narrow_term(v, t, &all))
			continue;
		v->narrowed[t->unknown]++;
		if (u->lo > u->hi) {
			solver_fail(v, equation);
			return;
		}
		look_at_uses(v, t->unknown);
		all = limits_of(v, equation);
		v->budget -= e->n;
	}
}

void solver_bound(struct solver *v)
{
	struct linear_system *s = v->s;

	for (uint32_t e = 0; e < s->nequations; e++)
		if (v->rests[e].unknown)
			solver_enqueue(v, e);
	while (v->nqueue) {
		uint32_t equation = v->queue[--v->nqueue];

		v->queued[equation] = false;
		if (v->budget > 0)
			narrow_equation(v, equation);
	}
	for (uint32_t i = 0; i < s->nunknowns; i++)
		if (solver_is_open(v, i) && s->unknowns[i].lo == s->unknowns[i].hi)
			solver_set(v, i, s->unknowns[i].lo);
	solver_propagate(v);
}
