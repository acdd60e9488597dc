/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_linear_system.c - equations of counts: what they determine is found, and true; what they do
 * not is between true bounds; what does not hold together is believed nowhere.
 */
#include "blocks/linear_system.h"
#include "unit.h"

#include <stdlib.h>

#define ANY COUNT_UNBOUNDED

static void equation(struct linear_system *s, int64_t sum, const int (*terms)[2], size_t n)
{
	linear_equation(s, sum);
	for (size_t i = 0; i < n; i++)
		linear_term(s, terms[i][1], terms[i][0]);
}

#define EQUATION(s, sum, ...)                                                                      \
	equation((s), (sum), (const int[][2])__VA_ARGS__,                                          \
		 sizeof((const int[][2])__VA_ARGS__) / sizeof(int[2]))

static void unknowns(struct linear_system *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		linear_unknown(s, 0, 0, ANY);
}

static bool is(const struct linear_system *s, uint32_t unknown, enum solved how, int64_t value)
{
	const struct unknown *u = &s->unknowns[unknown];

	return u->how == how && u->value == value;
}

static bool between(const struct linear_system *s, uint32_t unknown, int64_t lo, int64_t hi)
{
	const struct unknown *u = &s->unknowns[unknown];

	return u->how == SOLVED_NOT && u->lo == lo && u->hi == hi;
}

/* x = 7, x = y + z, z = 3: one after the other. */
static void one_by_one(void)
{
	struct linear_system s = { 0 };

	unknowns(&s, 3);
	EQUATION(&s, 0, { { 1, 0 }, { -1, 1 }, { -1, 2 } });
	EQUATION(&s, 7, { { 1, 0 } });
	EQUATION(&s, 3, { { 1, 2 } });
	linear_solve(&s);
	CHECK(is(&s, 0, SOLVED_EXACT, 7), "x");
	CHECK(is(&s, 1, SOLVED_EXACT, 4), "y");
	linear_release(&s);
}

/* Counts cannot make up for each other. */
static void sum_of_nothing(void)
{
	struct linear_system s = { 0 };

	unknowns(&s, 3);
	EQUATION(&s, 0, { { 1, 0 }, { 2, 1 }, { 1, 2 } });
	linear_solve(&s);
	for (int i = 0; i < 3; i++)
		CHECK(is(&s, i, SOLVED_EXACT, 0), "%d", i);
	linear_release(&s);
}

/* x + y = 10, x - y = 4, of which none says anything alone; a copy counts twice. */
static void together(void)
{
	struct linear_system s = { 0 };

	unknowns(&s, 4);
	EQUATION(&s, 10, { { 1, 0 }, { 1, 1 } });
	EQUATION(&s, 4, { { 1, 0 }, { -1, 1 } });
	EQUATION(&s, 24, { { 2, 2 }, { 1, 3 } });
	EQUATION(&s, 14, { { 1, 2 }, { 1, 3 } });
	linear_solve(&s);
	CHECK(is(&s, 0, SOLVED_EXACT, 7), "x");
	CHECK(is(&s, 1, SOLVED_EXACT, 3), "y");
	CHECK(is(&s, 2, SOLVED_EXACT, 10), "twice");
	CHECK(is(&s, 3, SOLVED_EXACT, 4), "once");
	linear_release(&s);
}

/* x + y = 10 and x <= 4. */
static void bounds(void)
{
	struct linear_system s = { 0 };

	linear_unknown(&s, 0, 0, 4);
	linear_unknown(&s, 0, 0, ANY);
	linear_unknown(&s, 0, 0, ANY);
	EQUATION(&s, 10, { { 1, 0 }, { 1, 1 } });
	EQUATION(&s, 0, { { 3, 1 }, { -2, 2 }, { -1, 0 } });
	linear_solve(&s);
	CHECK(between(&s, 0, 0, 4), "x");
	CHECK(between(&s, 1, 6, 10), "y");
	CHECK(s.unknowns[2].lo == 7 && s.unknowns[2].hi == 15, "%d..%d",
	      (int)s.unknowns[2].lo, (int)s.unknowns[2].hi);
	linear_release(&s);
}

/* A call that may not come back is assumed to, where nothing says; its bounds stay. */
static void assumption(void)
{
	struct linear_system s = { 0 };

	unknowns(&s, 3);
	s.unknowns[1].lost = true;
	EQUATION(&s, 5, { { 1, 0 } });
	EQUATION(&s, 0, { { 1, 0 }, { -1, 1 }, { -1, 2 } });
	linear_solve(&s);
	CHECK(is(&s, 0, SOLVED_EXACT, 5), "call");
	CHECK(is(&s, 2, SOLVED_ASSUMED, 5), "back");
	CHECK(s.unknowns[2].lo == 0 && s.unknowns[2].hi == 5, "bounds");
	linear_release(&s);
}

/* The same where it cannot be so: what is known is what the bounds say. */
static void wrong_assumption(void)
{
	struct linear_system s = { 0 };

	unknowns(&s, 5);
	s.unknowns[1].lost = s.unknowns[3].lost = true;
	EQUATION(&s, 5, { { 1, 0 } });
	EQUATION(&s, 0, { { 1, 0 }, { -1, 1 }, { -1, 2 } });
	EQUATION(&s, 0, { { 1, 2 }, { -1, 3 }, { -1, 4 } });
	EQUATION(&s, 2, { { 1, 1 }, { 1, 3 } });
	linear_solve(&s);
	CHECK(is(&s, 4, SOLVED_EXACT, 3), "the rest comes back");
	CHECK(between(&s, 1, 0, 2), "one is lost, or two");
	CHECK(between(&s, 2, 3, 5), "back");
	linear_release(&s);
}

/* After setjmp() more may come back than went. */
static void may_be_less_than_nothing(void)
{
	struct linear_system s = { 0 };

	linear_unknown(&s, 0, -ANY, ANY);
	linear_unknown(&s, 0, 0, ANY);
	EQUATION(&s, 0, { { 1, 0 }, { 1, 1 } });
	EQUATION(&s, 3, { { 1, 1 } });
	linear_solve(&s);
	CHECK(is(&s, 0, SOLVED_EXACT, -3), "less");
	linear_release(&s);
}

/* Of three functions one is wrong; another has an equation with it. */
static void broken(void)
{
	struct linear_system s = { 0 };

	for (uint32_t part = 0; part < 3; part++) {
		linear_unknown(&s, part, 0, ANY);
		linear_unknown(&s, part, 0, ANY);
	}
	EQUATION(&s, 3, { { 1, 0 } });
	EQUATION(&s, 4, { { 1, 0 } });
	EQUATION(&s, 9, { { 1, 1 }, { 1, 2 } });
	EQUATION(&s, 5, { { 1, 2 } });
	EQUATION(&s, 6, { { 1, 4 } });
	linear_solve(&s);
	CHECK(linear_is_broken(&s, 0) && linear_is_broken(&s, 1), "both");
	CHECK(!linear_is_broken(&s, 2), "the third");
	CHECK(between(&s, 2, 0, ANY), "nothing is believed");
	CHECK(is(&s, 4, SOLVED_EXACT, 6), "but of the third");
	linear_release(&s);
}

static void no_whole_number(void)
{
	struct linear_system s = { 0 };

	unknowns(&s, 3);
	EQUATION(&s, 5, { { 2, 0 } });
	linear_solve(&s);
	CHECK(linear_is_broken(&s, 0), "a half");
	linear_release(&s);
}

/* ------------------------------------------------------------------ */

/* A random graph of N stretches, walked: each has up to two ways out, 0 is where it begins, the
   last where it ends. */
enum { N = 24 };

struct walk {
	int to[N][2];
	int64_t ran[N], went[N][2];
	struct linear_system s;
	uint32_t x[N], way[N][2];
};

static void make(struct walk *w, uint64_t *state)
{
	*w = (struct walk){ 0 };
	for (int i = 0; i < N - 1; i++) {
		w->to[i][0] = i + 1;
		w->to[i][1] = 1 + unit_random(state) % (N - 1);
	}
	for (int times = 0; times < 20; times++)
		for (int at = 0, steps = 0; ; steps++) {
			int way = steps < 200 && unit_random(state) % 3 == 0;

			w->ran[at]++;
			if (at == N - 1)
				break;
			w->went[at][way]++;
			at = w->to[at][way];
		}
}

static void equate(struct walk *w)
{
	for (int i = 0; i < N; i++) {
		w->x[i] = linear_unknown(&w->s, 0, 0, ANY);
		for (int k = 0; k < 2; k++)
			w->way[i][k] = linear_unknown(&w->s, 0, 0, ANY);
	}
	for (int i = 0; i < N - 1; i++)
		EQUATION(&w->s, 0, { { 1, w->x[i] }, { -1, w->way[i][0] }, { -1, w->way[i][1] } });
	for (int i = 0; i < N; i++) {
		linear_equation(&w->s, i ? 0 : 20);
		linear_term(&w->s, w->x[i], 1);
		for (int from = 0; from < N - 1; from++)
			for (int k = 0; k < 2; k++)
				if (w->to[from][k] == i)
					linear_term(&w->s, w->way[from][k], -1);
	}
}

static void check_one(const struct walk *w, uint32_t unknown, int64_t truth, int *exact)
{
	const struct unknown *u = &w->s.unknowns[unknown];

	if (u->how == SOLVED_EXACT)
		CHECK(u->value == truth, "%lld for %lld", (long long)u->value, (long long)truth);
	CHECK(u->lo <= truth && truth <= u->hi, "%lld not in %lld..%lld", (long long)truth,
	      (long long)u->lo, (long long)u->hi);
	*exact += u->how == SOLVED_EXACT;
}

/* Counters on ways out, of which 'of' percent are there. */
static int walked(uint64_t *state, unsigned of)
{
	struct walk w;
	int exact = 0;

	make(&w, state);
	equate(&w);
	for (int i = 0; i < N - 1; i++)
		if (unit_random(state) % 100 < of)
			EQUATION(&w.s, w.went[i][1], { { 1, w.way[i][1] } });
	linear_solve(&w.s);
	CHECK(!linear_is_broken(&w.s, 0), "true counts hold together");
	for (int i = 0; i < N; i++) {
		check_one(&w, w.x[i], w.ran[i], &exact);
		for (int k = 0; k < 2 && i < N - 1; k++)
			check_one(&w, w.way[i][k], w.went[i][k], &exact);
	}
	linear_release(&w.s);
	return exact;
}

static void random_walks(void)
{
	uint64_t state = 88172645463325252u;
	int all = 0, half = 0;

	for (int i = 0; i < 300; i++) {
		all += walked(&state, 100) == 3 * N - 2;
		half += walked(&state, 50);
	}
	CHECK(all == 300, "with all counters all is known: %d", all);
	CHECK(half > 300 * N / 2, "with half of them much is: %d", half);
}

int main(void)
{
	one_by_one();
	sum_of_nothing();
	together();
	bounds();
	assumption();
	wrong_assumption();
	may_be_less_than_nothing();
	broken();
	no_whole_number();
	random_walks();
	return unit_end();
}
