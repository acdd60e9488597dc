/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * chosen_events.c - the events of events= in GPROF_OPTIONS: NAME[:PERIOD]+NAME[:PERIOD]...
 *
 * A name that is there twice has the last period.  A name or period that is wrong costs that part
 * alone, as a wrong key costs that key alone.  Once, at the start.
 */
#include "base/chosen_events.h"

#include "base/message.h"
#include "base/text.h"

#define ROW(name, type, config, period, least, in_kernel) \
	{ name, type, config, period, least, in_kernel },

static const struct gprt_event_kind kinds[] = { GPROF_EVENT_NAMES(ROW) };
#define NKINDS (sizeof(kinds) / sizeof(*kinds))

struct gprt_chosen_events gprt_chosen_events;

/* A part of the value, and the variable that it is of. */
struct part {
	const char *s, *end;
	const char *where;
};

static void complain(const struct part *p, const char *why)
{
	char what[64], rest[420];
	struct gprt_text t = gprt_text(what, sizeof(what));

	for (const char *s = p->s; s < p->end; s++)
		gprt_put_char(&t, *s);
	t = gprt_text(rest, sizeof(rest));
	gprt_put(&t, p->where);
	gprt_put(&t, ": ");
	gprt_put(&t, why);
	gprt_say("ignored '", what, "' of events= in ", rest);
}

static void complain_of_name(const struct part *p)
{
	char why[400];
	struct gprt_text t = gprt_text(why, sizeof(why));

	gprt_put(&t, "the events are ");
	for (size_t i = 0; i < NKINDS; i++) {
		gprt_put(&t, i ? ", " : "");
		gprt_put(&t, kinds[i].name);
	}
	complain(p, why);
}

static void complain_of_period(const struct part *p, const struct gprt_event_kind *kind)
{
	char why[128];
	struct gprt_text t = gprt_text(why, sizeof(why));

	gprt_put(&t, "expected ");
	gprt_put(&t, kind->name);
	gprt_put(&t, ":");
	gprt_put_number(&t, kind->least);
	gprt_put(&t, "..");
	gprt_put_number(&t, GPROF_MOST_PERIOD);
	complain(p, why);
}

static const struct gprt_event_kind *find_kind(const char *s, const char *end)
{
	for (size_t i = 0; i < NKINDS; i++) {
		const char *name = kinds[i].name, *at = s;

		while (at < end && *name && *at == *name)
			at++, name++;
		if (at == end && !*name)
			return &kinds[i];
	}
	return NULL;
}

/* The number from 's' to 'end'; 0 if it is not one, or too large. */
static uint64_t period_of(const char *s, const char *end)
{
	uint64_t n = 0;

	for (; s < end; s++) {
		if (*s < '0' || *s > '9' || n > GPROF_MOST_PERIOD)
			return 0;
		n = n * 10 + (uint64_t)(*s - '0');
	}
	return n > GPROF_MOST_PERIOD ? 0 : n;
}

static void choose(const struct part *p, const struct gprt_event_kind *kind, uint64_t period)
{
	struct gprt_chosen_events *c = &gprt_chosen_events;
	unsigned at = 0;

	while (at < c->n && c->items[at].kind != kind)
		at++;
	if (at == GPROF_MOST_EVENTS) {
		complain(p, "6 events at most");
		return;
	}
	c->n += at == c->n;
	c->items[at].kind = kind;
	c->items[at].period = period;
}

static void read_part(const struct part *p)
{
	const struct gprt_event_kind *kind;
	const char *colon = p->s;
	uint64_t period;

	while (colon < p->end && *colon != ':')
		colon++;
	kind = find_kind(p->s, colon);
	if (!kind) {
		complain_of_name(p);
		return;
	}
	period = colon == p->end ? kind->period : period_of(colon + 1, p->end);
	if (period < kind->least)
		complain_of_period(p, kind);
	else
		choose(p, kind, period);
}

bool gprt_chosen_events_read(const char *s, const char *end, const char *where)
{
	static const char off[] = "off";
	unsigned same = 0;

	if (s == end)
		return false;
	gprt_chosen_events.n = 0;
	while (s + same < end && same < 3 && s[same] == off[same])
		same++;
	if (same == 3 && s + same == end)
		return true;
	for (struct part p = { s, s, where }; s <= end; s = p.end + 1) {
		p.s = p.end = s;
		while (p.end < end && *p.end != '+')
			p.end++;
		read_part(&p);
	}
	return true;
}
