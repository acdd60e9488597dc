/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * eliminate.c - see solver.h: what equations determine together though none does alone.
 *
 * For each component (unknowns that equations connect) a matrix of sparse rows, made diagonal
 * as far as it goes (Gauss and Jordan), modulo the prime 2^61 - 1: numbers stay small and
 * nothing is rounded.  A row that is left with one unknown gives its value.  Factors are
 * +-1, or small where code was duplicated, and so are the minors that pivots are; that none
 * is a multiple of the prime by accident is checked: the values are put into the equations,
 * in whole numbers.
 */
#include "blocks/solver.h"

#include <stdlib.h>
#include <string.h>

#define PRIME ((UINT64_C(1) << 61) - 1)

__extension__ typedef unsigned __int128 product;

static uint64_t reduce(product x)
{
	uint64_t r = (uint64_t)(x & PRIME) + (uint64_t)(x >> 61);

	return r >= PRIME ? r - PRIME : r;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
	return reduce((product)a * b);
}

static uint64_t inverse(uint64_t a)
{
	uint64_t result = 1;

	for (uint64_t e = PRIME - 2; e; e >>= 1) {
		if (e & 1)
			result = multiply(result, a);
		a = multiply(a, a);
	}
	return result;
}

static uint64_t modulo(wide x)
{
	wide r = x % (wide)PRIME;

	return r < 0 ? r + PRIME : r;
}

struct cell {
	uint32_t column;
	uint64_t factor; /* not 0 */
};

struct row {
	struct cell *cells; /* by column */
	size_t n, room;
	uint64_t sum;
	uint32_t equation;  /* that it was made of */
};

/* Rows that have, or had, a cell in a column. */
struct column {
	uint32_t unknown;
	uint32_t pivot; /* row, or GP_NONE */
	uint32_t *rows;
	size_t n, room;
};

struct component {
	struct solver *v;
	struct row *rows;
	size_t nrows, rows_room;
	struct column *columns;
	size_t ncolumns, columns_room;
	struct row sum;          /* being made */
};

/* ------------------------------------------------------------------ */

static void add_column(struct component *c, uint32_t unknown)
{
	struct solver *v = c->v;

	if (v->unknown_seen[unknown] == v->call)
		return;
	v->unknown_seen[unknown] = v->call;
	v->column[unknown] = c->ncolumns;
	*gp_push(c->columns, c->ncolumns, c->columns_room) =
		(struct column){ .unknown = unknown, .pivot = GP_NONE };
}

static int by_column(const void *x, const void *y, void *unused)
{
	const struct cell *a = x, *b = y;

	(void)unused;
	return a->column < b->column ? -1 : a->column > b->column;
}

/* One cell for each column, none with factor 0. */
static void tidy(struct row *r)
{
	size_t n = 0;

	gp_sort(r->cells, r->n, sizeof *r->cells, by_column, NULL);
	for (size_t i = 0; i < r->n; i++) {
		if (n && r->cells[n - 1].column == r->cells[i].column)
			r->cells[n - 1].factor = reduce((product)r->cells[n - 1].factor +
							r->cells[i].factor);
		else
			r->cells[n++] = r->cells[i];
		if (!r->cells[n - 1].factor)
			n--;
	}
	r->n = n;
}

static void add_row(struct component *c, uint32_t equation)
{
	const struct linear_system *s = c->v->s;
	const struct equation *e = &s->equations[equation];
	struct row *r;

	if (c->v->equation_seen[equation] == c->v->call)
		return;
	c->v->equation_seen[equation] = c->v->call;
	r = gp_push(c->rows, c->nrows, c->rows_room);
	r->equation = equation;
	r->sum = modulo(c->v->rests[equation].sum);
	for (uint32_t k = 0; k < e->n; k++) {
		const struct term *t = &s->terms[e->first + k];

		if (!solver_is_open(c->v, t->unknown))
			continue;
		add_column(c, t->unknown);
		*gp_push(r->cells, r->n, r->room) =
			(struct cell){ c->v->column[t->unknown], modulo(t->times) };
	}
	tidy(r);
	c->v->budget -= e->n;
}

/* All that is connected with an unknown. */
static void collect(struct component *c, uint32_t unknown)
{
	const struct solver *v = c->v;

	add_column(c, unknown);
	for (size_t i = 0; i < c->ncolumns; i++) {
		uint32_t u = c->columns[i].unknown;

		for (size_t k = v->first_use[u]; k < v->first_use[u + 1]; k++)
			add_row(c, v->s->terms[v->uses[k]].equation);
	}
	for (size_t r = 0; r < c->nrows; r++)
		for (size_t k = 0; k < c->rows[r].n; k++) {
			struct column *to = &c->columns[c->rows[r].cells[k].column];

			*gp_push(to->rows, to->n, to->room) = r;
		}
}

/* ------------------------------------------------------------------ */

static uint64_t factor_of(const struct row *r, uint32_t column)
{
	size_t i = gp_first(k, r->n, r->cells[k].column < column);

	return i < r->n && r->cells[i].column == column ? r->cells[i].factor : 0;
}

static void put(struct component *c, uint32_t row, struct cell cell, bool fresh)
{
	struct column *to = &c->columns[cell.column];

	*gp_push(c->sum.cells, c->sum.n, c->sum.room) = cell;
	if (fresh)
		*gp_push(to->rows, to->n, to->room) = row;
}

/* row += times * other */
static void add_multiple(struct component *c, uint32_t row, const struct row *other,
			 uint64_t times)
{
	struct row *r = &c->rows[row], old;
	size_t i = 0, k = 0;

	c->sum.n = 0;
	while (i < r->n || k < other->n) {
		const struct cell *a = i < r->n ? &r->cells[i] : NULL;
		const struct cell *b = k < other->n ? &other->cells[k] : NULL;
		bool fresh = !a || (b && b->column < a->column);
		struct cell cell = { fresh ? b->column : a->column, 0 };

		if (!fresh)
			cell.factor = r->cells[i++].factor;
		if (b && b->column == cell.column)
			cell.factor = reduce((product)cell.factor +
					     multiply(times, other->cells[k++].factor));
		if (cell.factor)
			put(c, row, cell, fresh);
	}
	c->v->budget -= i + k;
	old = *r;
	r->cells = c->sum.cells;
	r->n = c->sum.n;
	r->room = c->sum.room;
	r->sum = reduce((product)r->sum + multiply(times, other->sum));
	c->sum = old;
}

/* The column of a row that fewest rows have. */
static uint32_t choose_pivot(const struct component *c, const struct row *r)
{
	uint32_t best = r->cells[0].column;

	for (size_t i = 1; i < r->n; i++)
		if (c->columns[r->cells[i].column].n < c->columns[best].n)
			best = r->cells[i].column;
	return best;
}

static void pivot(struct component *c, uint32_t row)
{
	struct row *r = &c->rows[row];
	struct column *column;
	uint64_t by;

	if (!r->n) {
		if (r->sum)
			solver_fail(c->v, r->equation);
		return;
	}
	column = &c->columns[choose_pivot(c, r)];
	by = inverse(factor_of(r, column - c->columns));
	for (size_t i = 0; i < r->n; i++)
		r->cells[i].factor = multiply(r->cells[i].factor, by);
	r->sum = multiply(r->sum, by);
	column->pivot = row;
	for (size_t i = 0, n = column->n; i < n && c->v->budget > 0; i++) {
		uint32_t other = column->rows[i];
		uint64_t factor = other == row ? 0
				  : factor_of(&c->rows[other], column - c->columns);

		if (factor)
			add_multiple(c, other, r, PRIME - factor);
	}
	column->n = 0;
}

static void take_values(struct component *c)
{
	for (size_t i = 0; i < c->ncolumns; i++) {
		const struct row *r;
		int64_t value;

		if (c->columns[i].pivot == GP_NONE)
			continue;
		r = &c->rows[c->columns[i].pivot];
		if (r->n != 1 || r->cells[0].column != i)
			continue;
		value = r->sum > PRIME / 2 ? (int64_t)(r->sum - PRIME) : (int64_t)r->sum;
		solver_set(c->v, c->columns[i].unknown, value);
	}
}

static void release_component(struct component *c)
{
	for (size_t i = 0; i < c->nrows; i++)
		free(c->rows[i].cells);
	for (size_t i = 0; i < c->ncolumns; i++)
		free(c->columns[i].rows);
	free(c->rows);
	free(c->columns);
	free(c->sum.cells);
}

/* ------------------------------------------------------------------ */

static void eliminate(struct solver *v, uint32_t unknown)
{
	struct component c = { .v = v };

	collect(&c, unknown);
	for (size_t i = 0; i < c.nrows && v->budget > 0; i++)
		pivot(&c, i);
	take_values(&c);
	release_component(&c);
}

void solver_eliminate(struct solver *v, const uint32_t *unknowns, size_t n)
{
	v->call++;
	for (size_t i = 0; i < n && v->budget > 0; i++)
		if (solver_is_open(v, unknowns[i]) && v->unknown_seen[unknowns[i]] != v->call)
			eliminate(v, unknowns[i]);
	solver_propagate(v);
}
