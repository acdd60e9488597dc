/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clocks.c - see clocks.h.
 *
 * The samples of one thread slot that belong to one period of its event are a stretch.  Within a
 * stretch all samples of one clock weigh alike.  So the test is chi squared: are both clocks'
 * samples of one distribution over places in the code?  It is added up over the thread's stretches.
 * Places are pieces of code of 256 bytes; pieces with few samples are joined to one place.
 */
#include "profile/clocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIECE_SHIFT 8    /* bytes of code that are one place, a power of two */
#define LEAST_EXPECTED 5 /* samples of either clock at a place, else it is one of the rest */
#define LEAST 8          /* samples of either clock in a stretch that can be compared */
#define DOUBTFUL 2.0     /* standard deviations of normal chance: one in 40 */
#define CERTAIN 4.0      /* one in 30,000 */

/*
 * Times what chance explains.  To keep ticks that differ by so much adds as many times less one
 * of the variance that they save; so above two it is better to do without them.
 */
#define COSTLY 2

enum clock { CLOCK_NEITHER, CLOCK_EVENT, CLOCK_TICKS };

/* By place: samples of both clocks. */
struct seen_place {
	uint64_t event, ticks;
};

struct stretch {
	uint32_t slot, step; /* of the thread, of its event's period */
	double event_weight, ticks_weight;
	uint64_t event, ticks; /* samples */
	struct gp_map at;      /* (piece of code, 0) -> places */
	struct seen_place *places;
	size_t n, room;
};

/* Of a thread slot, all stretches together. */
struct verdict {
	double sum, degrees; /* chi squared and its degrees of freedom */
};

struct comparison {
	struct stretch *items;
	size_t n, room;
	struct gp_map at; /* (thread slot, step) -> items */
	struct verdict *verdicts;
	size_t nverdicts, verdicts_room;
	struct gp_map verdict_at; /* (thread slot, 0) -> verdicts */
};

/* Which clock a sample of user code is of, and its event's step. */
static enum clock clock_of(const struct gprof_sample *s, uint32_t *step)
{
	uint32_t n = s->flags >> GPROF_SAMPLE_OCTAVE_SHIFT;

	*step = 0;
	if (!s->count || s->flags & (GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_WAIT))
		return CLOCK_NEITHER;
	if (!n)
		return CLOCK_EVENT;
	if (n <= GPROF_SAMPLE_STEPS)
		return CLOCK_NEITHER;
	*step = (n - GPROF_SAMPLE_STEPS) % (GPROF_SAMPLE_TICKS - GPROF_SAMPLE_STEPS);
	return n < GPROF_SAMPLE_TICKS ? CLOCK_EVENT : CLOCK_TICKS;
}

static struct stretch *stretch_of(struct comparison *c, uint32_t slot, uint32_t step)
{
	int created;
	uint32_t *at = gp_map_put(&c->at, slot, step, &created);

	if (created) {
		*at = c->n;
		*gp_push(c->items, c->n, c->room) = (struct stretch){ .slot = slot,
									.step = step };
	}
	return &c->items[*at];
}

static void add(struct stretch *x, const struct gprof_sample *s, enum clock clock)
{
	int created;
	uint32_t *at = gp_map_put(&x->at, s->pc >> PIECE_SHIFT, 0, &created);

	if (created) {
		*at = x->n;
		*gp_push(x->places, x->n, x->room) = (struct seen_place){ 0 };
	}
	if (clock == CLOCK_EVENT) {
		x->places[*at].event += s->count;
		x->event += s->count;
		x->event_weight += s->weight;
	} else {
		x->places[*at].ticks += s->count;
		x->ticks += s->count;
		x->ticks_weight += s->weight;
	}
}

static void collect(struct comparison *c, const struct profile *p)
{
	for (size_t i = 0; i < p->nsamples; i++) {
		const struct gprof_sample *s = p->samples[i].slots;

		for (size_t k = 0; k < p->samples[i].n; k++) {
			uint32_t step;
			enum clock clock = clock_of(&s[k], &step);

			if (clock != CLOCK_NEITHER)
				add(stretch_of(c, p->samples[i].slot, step), &s[k], clock);
		}
	}
}

/* Adds a place's part of chi squared; the samples of both clocks there. */
static double part(const struct stretch *x, double event, double ticks)
{
	double share = (event + ticks) / (x->event + x->ticks);
	double e = share * x->event, t = share * x->ticks;

	return (event - e) * (event - e) / e + (ticks - t) * (ticks - t) / t;
}

static bool is_rare(const struct stretch *x, const struct seen_place *place)
{
	double all = x->event + x->ticks, here = place->event + place->ticks;

	return here * x->event < LEAST_EXPECTED * all || here * x->ticks < LEAST_EXPECTED * all;
}

/* Adds a stretch's chi squared and its degrees of freedom. */
static void compare(const struct stretch *x, double *sum, double *degrees)
{
	struct seen_place rest = { 0 };
	size_t places = 0;

	if (x->event < LEAST || x->ticks < LEAST)
		return;
	for (size_t i = 0; i < x->n; i++) {
		if (is_rare(x, &x->places[i])) {
			rest.event += x->places[i].event;
			rest.ticks += x->places[i].ticks;
		} else {
			*sum += part(x, x->places[i].event, x->places[i].ticks);
			places++;
		}
	}
	if (rest.event + rest.ticks && !is_rare(x, &rest)) {
		*sum += part(x, rest.event, rest.ticks);
		places++;
	}
	*degrees += places ? places - 1 : 0;
}

/* Chi squared as a normal deviate, by Wilson and Hilferty (1931). */
static double deviate(const struct verdict *v)
{
	double usual = 2 / (9 * v->degrees);

	return v->degrees > 0 ? (cbrt(v->sum / v->degrees) - (1 - usual)) / sqrt(usual) : 0;
}

static bool is_certain(const struct verdict *v)
{
	return deviate(v) > CERTAIN;
}

/* Returns true if the thread's event says more without its ticks. */
static bool is_better_alone(const struct verdict *v)
{
	return is_certain(v) || (deviate(v) > DOUBTFUL && v->sum > COSTLY * v->degrees);
}

static struct verdict *verdict_of(struct comparison *c, uint32_t slot)
{
	int created;
	uint32_t *at = gp_map_put(&c->verdict_at, slot, 0, &created);

	if (created) {
		*at = c->nverdicts;
		*gp_push(c->verdicts, c->nverdicts, c->verdicts_room) = (struct verdict){ 0 };
	}
	return &c->verdicts[*at];
}

/* ------------------------------------------------------------------ */

/* What becomes of the stretches of threads whose ticks go. */
static void decide(struct profile *p, struct comparison *c)
{
	for (size_t i = 0; i < c->n; i++) {
		struct verdict *v = verdict_of(c, c->items[i].slot);

		compare(&c->items[i], &v->sum, &v->degrees);
	}
	for (size_t i = 0; i < c->n; i++) {
		const struct stretch *x = &c->items[i];
		const struct verdict *v = verdict_of(c, x->slot);
		int created;

		if (!x->ticks || !x->event || !is_better_alone(v))
			continue;
		p->keeps_step |= is_certain(v);
		*gp_map_put(&p->unsteady_at, x->slot, x->step, &created) = p->nunsteady;
		*gp_push(p->unsteady, p->nunsteady, p->unsteady_room) =
			(x->event_weight + x->ticks_weight) / x->event_weight;
	}
}

double clocks_factor(const struct profile *p, const struct profile_table *t,
		     const struct gprof_sample *s)
{
	uint32_t step, at;
	enum clock clock = p->nunsteady ? clock_of(s, &step) : CLOCK_NEITHER;

	if (clock == CLOCK_NEITHER)
		return 1;
	at = gp_map_get(&p->unsteady_at, t->slot, step);
	if (at == GP_NONE)
		return 1;
	return clock == CLOCK_TICKS ? 0 : p->unsteady[at];
}

/* A table of its own for the profile, as others may read what the file has. */
static void change(struct profile *p, struct profile_table *t)
{
	size_t size = t->n * sizeof(struct gprof_sample);
	uint64_t *words = gp_alloc(size / 8 + 1, 8);
	struct gprof_sample *s = (struct gprof_sample *)words;

	memcpy(words, t->slots, size);
	*gp_push(p->copies, p->ncopies, p->copies_room) = words;
	for (size_t i = 0; i < t->n; i++) {
		double factor = s[i].count ? clocks_factor(p, t, &s[i]) : 1;

		s[i].weight = factor == 1 ? s[i].weight : (uint64_t)llrint(s[i].weight * factor);
		s[i].count = factor > 0 ? s[i].count : 0;
	}
	t->slots = s;
}

static void release(struct comparison *c)
{
	for (size_t i = 0; i < c->n; i++) {
		gp_map_release(&c->items[i].at);
		free(c->items[i].places);
	}
	gp_map_release(&c->at);
	gp_map_release(&c->verdict_at);
	free(c->items);
	free(c->verdicts);
}

void clocks_compare(struct profile *p)
{
	struct comparison c = { 0 };

	collect(&c, p);
	decide(p, &c);
	release(&c);
	for (size_t i = 0; p->nunsteady && i < p->nsamples; i++)
		change(p, &p->samples[i]);
}
