/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_propagation.c - see solver.h: sets the only unknown of an equation, and all of one whose
 * sum is 0 and whose terms cannot make up for each other.
 */
#include "blocks/solver.h"

#include <stdlib.h>
#include <string.h>

/* Counts how a term can change the sum: +1 when it becomes unknown, -1 when it is known. */
static void count_term(struct rest *r, const struct unknown *u, int32_t times, int by)
{
	r->unknown += by;
	if (u->lo >= 0)
		*(times > 0 ? &r->plus : &r->minus) += by;
}

static void count_uses(struct solver *v)
{
	struct linear_system *s = v->s;
	size_t *next;

	v->first_use = gp_alloc(s->nunknowns + 1, sizeof *v->first_use);
	v->uses = gp_alloc(s->nterms, sizeof *v->uses);
	for (size_t i = 0; i < s->nterms; i++)
		v->first_use[s->terms[i].unknown + 1]++;
	for (size_t i = 0; i < s->nunknowns; i++)
		v->first_use[i + 1] += v->first_use[i];
	next = gp_alloc(s->nunknowns, sizeof *next);
	for (size_t i = 0; i < s->nunknowns; i++)
		next[i] = v->first_use[i];
	for (size_t i = 0; i < s->nterms; i++)
		v->uses[next[s->terms[i].unknown]++] = i;
	free(next);
}

void solver_init(struct solver *v, struct linear_system *s)
{
	memset(v, 0, sizeof *v);
	v->s = s;
	v->how = SOLVED_EXACT;
	v->rests = gp_alloc(s->nequations, sizeof *v->rests);
	v->queued = gp_alloc(s->nequations, sizeof *v->queued);
	v->narrowed = gp_alloc(s->nunknowns, sizeof *v->narrowed);
	v->unknown_seen = gp_alloc(s->nunknowns, sizeof *v->unknown_seen);
	v->equation_seen = gp_alloc(s->nequations, sizeof *v->equation_seen);
	v->column = gp_alloc(s->nunknowns, sizeof *v->column);
	count_uses(v);
	for (size_t e = 0; e < s->nequations; e++) {
		const struct term *t = s->terms + s->equations[e].first;

		v->rests[e].sum = s->equations[e].sum;
		for (uint32_t k = 0; k < s->equations[e].n; k++)
			count_term(&v->rests[e], &s->unknowns[t[k].unknown], t[k].times, 1);
		solver_enqueue(v, e);
	}
}

void solver_enqueue(struct solver *v, uint32_t equation)
{
	if (v->queued[equation])
		return;
	v->queued[equation] = true;
	*gp_push(v->queue, v->nqueue, v->queue_room) = equation;
}

void solver_fail(struct solver *v, uint32_t equation)
{
	struct linear_system *s = v->s;
	const struct equation *e = &s->equations[equation];

	v->failed = true;
	if (e->n && v->how == SOLVED_EXACT)
		s->broken[s->group[s->unknowns[s->terms[e->first].unknown].part]] = true;
}

/* Takes the unknown's term away from its equation, or (by 1) puts it back. */
static void settle(struct solver *v, const struct term *t, int by)
{
	const struct unknown *u = &v->s->unknowns[t->unknown];
	struct rest *r = &v->rests[t->equation];

	r->sum += by * (wide)t->times * u->value;
	count_term(r, u, t->times, by);
}

static const struct term *use(const struct solver *v, size_t i)
{
	return &v->s->terms[v->uses[i]];
}

void solver_set(struct solver *v, uint32_t unknown, int64_t value)
{
	struct unknown *u = &v->s->unknowns[unknown];

	if (u->how != SOLVED_NOT)
		return;
	u->how = v->how;
	u->value = value;
	*gp_push(v->log, v->nlog, v->log_room) = unknown;
	for (size_t i = v->first_use[unknown]; i < v->first_use[unknown + 1]; i++) {
		settle(v, use(v, i), -1);
		solver_enqueue(v, use(v, i)->equation);
		if (value < u->lo || value > u->hi)
			solver_fail(v, use(v, i)->equation);
	}
}

void solver_undo(struct solver *v, size_t nlog)
{
	while (v->nlog > nlog) {
		uint32_t unknown = v->log[--v->nlog];

		for (size_t i = v->first_use[unknown]; i < v->first_use[unknown + 1]; i++)
			settle(v, use(v, i), 1);
		v->s->unknowns[unknown].how = SOLVED_NOT;
	}
}

static void set_only(struct solver *v, uint32_t equation)
{
	const struct linear_system *s = v->s;
	const struct term *t = s->terms + s->equations[equation].first;
	wide sum = v->rests[equation].sum;

	while (!solver_is_open(v, t->unknown))
		t++;
	if (sum % t->times || sum / t->times > COUNT_UNBOUNDED || sum / t->times < -COUNT_UNBOUNDED)
		solver_fail(v, equation);
	else
		solver_set(v, t->unknown, sum / t->times);
}

static void set_all_to_zero(struct solver *v, uint32_t equation)
{
	const struct linear_system *s = v->s;
	const struct equation *e = &s->equations[equation];

	for (uint32_t k = 0; k < e->n; k++)
		solver_set(v, s->terms[e->first + k].unknown, 0);
}

static void look_at(struct solver *v, uint32_t equation)
{
	const struct rest *r = &v->rests[equation];

	if (!r->unknown) {
		if (r->sum)
			solver_fail(v, equation);
	} else if (r->unknown == 1) {
		set_only(v, equation);
	} else if (r->plus == r->unknown ? r->sum <= 0 : r->minus == r->unknown && r->sum >= 0) {
		if (r->sum)
			solver_fail(v, equation);
		else
			set_all_to_zero(v, equation);
	}
}

void solver_propagate(struct solver *v)
{
	while (v->nqueue) {
		uint32_t equation = v->queue[--v->nqueue];

		v->queued[equation] = false;
		look_at(v, equation);
	}
}

void solver_release(struct solver *v)
{
	free(v->rests);
	free(v->first_use);
	free(v->uses);
	free(v->queue);
	free(v->queued);
	free(v->narrowed);
	free(v->log);
	free(v->unknown_seen);
	free(v->equation_seen);
	free(v->column);
}
