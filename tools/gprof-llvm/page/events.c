/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.c - page faults and other events that the run sampled, by function; see data.h.
 *
 * Each event has a result of its own, in which it takes the place of time: so the page has the
 * figures of `report --measure=EVENT'.  Samples of events have no stacks, so numbers of calls
 * divide the events of callees.  The functions of two results may have other numbers, and are the
 * same if their names and objects are; others are names that the page has for events alone.
 *
 * Cost: for each event, the cost of a result.
 */
#include "page/data.h"
#include "analysis/measured.h"
#include "analysis/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OTHER_NAMES 1000000 /* -OTHER_NAMES - i is name i of 'event_names' (web/model.js) */

struct event_names {
	struct gp_names known;   /* name and object -> node of the page's program */
	char **keys;             /* of these nodes: the keys of the map, owned; NULL: it is taken */
	struct gp_names others;  /* name -> its number */
	char **items;            /* these names, owned */
	size_t n, room;
};

/* A function of the table. */
struct event_row {
	uint32_t node;
	struct interval own; /* 95 % */
	double total;        /* with callees, by numbers of calls */
};

struct event_data {
	const struct page_data *d;
	const struct result *result; /* with the event in the place of time */
	int64_t *functions;          /* of nodes: as the page numbers them */
	struct event_row *rows;
	size_t n, room;
};

/* ------------------------------------------------------------------ names */

static char *key_of(const struct program *p, uint32_t node)
{
	uint32_t object = p->functions[node].object;

	return gp_format("%s\n%s", p->graph.nodes[node].name,
			 object == GP_NONE ? "" : p->objects[object].path);
}

static void know(struct event_names *names, const struct program *p)
{
	int created;

	names->keys = gp_alloc(p->graph.nnodes, sizeof *names->keys);
	for (uint32_t i = 0; i < p->graph.nnodes; i++) {
		char *key = key_of(p, i);
		uint32_t *at = gp_names_put(&names->known, key, &created);

		if (created) {
			*at = i;
			names->keys[i] = key;
		} else {
			free(key);
		}
	}
}

/* Functions with a record have the same numbers in each result: their names may not be unique. */
static uint32_t find_node(const struct event_names *names, const struct program *page,
			  const struct program *p, uint32_t node)
{
	bool same = p->functions[node].record && node < page->graph.nnodes &&
		    page->functions[node].record &&
		    !strcmp(page->graph.nodes[node].name, p->graph.nodes[node].name);
	char *key = key_of(p, node);
	uint32_t found = same ? node : gp_names_get(&names->known, key);

	free(key);
	return found;
}

static int64_t other_name(struct event_names *names, const char *name)
{
	char *copy = gp_strdup(name);
	int created;
	uint32_t *at = gp_names_put(&names->others, copy, &created);

	if (created) {
		*at = names->n;
		*gp_push(names->items, names->n, names->room) = copy;
	} else {
		free(copy);
	}
	return -OTHER_NAMES - (int64_t)*at;
}

static void number_functions(struct event_data *x, struct event_names *names)
{
	const struct program *p = x->result->program;
	char **texts = names_of(p, x->d->page->names);

	x->functions = gp_alloc(p->graph.nnodes, sizeof *x->functions);
	for (uint32_t i = 0; i < p->graph.nnodes; i++) {
		uint32_t node = find_node(names, x->d->program, p, i);

		x->functions[i] = node == GP_NONE ? -1 : data_id(x->d, node);
		if (x->functions[i] < 0 && selection_keeps(&x->result->selection, i))
			x->functions[i] = other_name(names, texts[i]);
	}
	names_release(texts, p->graph.nnodes);
}

/* ------------------------------------------------------------------ columns */

static const struct event_row *row_of(const void *event, size_t i)
{
	return &((const struct event_data *)event)->rows[i];
}

static int64_t row_function(const void *event, size_t i)
{
	return ((const struct event_data *)event)->functions[row_of(event, i)->node];
}

static int64_t own(const void *event, size_t i)
{
	return llrint(row_of(event, i)->own.value);
}

static int64_t own_low(const void *event, size_t i)
{
	return llrint(row_of(event, i)->own.low);
}

static int64_t own_high(const void *event, size_t i)
{
	return llrint(row_of(event, i)->own.high);
}

static int64_t own_few(const void *event, size_t i)
{
	return interval_few(&row_of(event, i)->own) != ' ';
}

static int64_t total(const void *event, size_t i)
{
	return llrint(row_of(event, i)->total);
}

/* ------------------------------------------------------------------ one event */

static struct interval own_of(const struct program *p, uint32_t node)
{
	double self = p->graph.nodes[node].self;

	return p->functions[node].samples && node != p->profiler ? measured_self_interval(p, node)
								 : interval_known(self);
}

static void collect(struct event_data *x)
{
	const struct program *p = x->result->program;

	for (uint32_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *n = &p->graph.nodes[i];

		if (n->self + n->child >= 0.5 && selection_keeps(&x->result->selection, i))
			*gp_push(x->rows, x->n, x->room) =
				(struct event_row){ i, own_of(p, i), n->self + n->child };
	}
}

static void put_event(struct page_data *d, const struct event_data *x, const struct measure *m)
{
	static const struct js_column functions[] = {
		{ "function", row_function }, { "own", own }, { "own_low", own_low },
		{ "own_high", own_high }, { "own_few", own_few }, { "total", total },
	};
	const struct program *p = x->result->program;

	js_object(&d->json, NULL);
	js_member(&d->json, "word", js_text(m->word));
	js_member(&d->json, "name", js_text(m->name));
	js_member(&d->json, "units", js_text(measure_is_time(m) ? "ns" : m->units));
	js_member(&d->json, "total", js_whole(p->total));
	js_member(&d->json, "samples", js_count(p->samples));
	js_member(&d->json, "least", json_boolean(p->used_least));
	js_object(&d->json, "functions");
	JS_COLUMNS(&d->json, functions, x->n, x);
	js_object_end(&d->json);
	js_object_end(&d->json);
}

/* A part of a run has no events. */
static void add_event(struct page_data *d, const struct measure_event *event,
		      struct event_names *names)
{
	struct request q = *d->result->request;
	struct event_data x = { .d = d };
	struct gp_error unused;
	struct result r;

	q.needs = 0;
	q.join.event = event;
	q.join.time = TIME_EVENT;
	if (result_make(&r, &q, &unused) == 0 && r.program->total > 0) {
		x.result = &r;
		number_functions(&x, names);
		collect(&x);
		put_event(d, &x, &event->measure);
		free(x.functions);
		free(x.rows);
	}
	result_release(&r);
}

/* Returns true if the run had some of an event. */
static bool has_event(const struct program *p, const struct measure_event *event)
{
	for (const char *const *name = event->events; *name; name++) {
		const struct event_kind *kind = events_find(&p->events, *name, event->counted);

		if (kind && kind->sampled.samples)
			return true;
	}
	return false;
}

static const char *name_at(const void *names, size_t i)
{
	return ((const struct event_names *)names)->items[i];
}

static void release(struct event_names *names, size_t nnodes)
{
	gp_names_release(&names->known);
	gp_names_release(&names->others);
	for (size_t i = 0; i < nnodes; i++)
		free(names->keys[i]);
	for (size_t i = 0; i < names->n; i++)
		free(names->items[i]);
	free(names->keys);
	free(names->items);
}

void data_put_events(struct page_data *d)
{
	struct event_names names = { 0 };

	if (!d->program->events.nkinds || d->program->sum)
		return;
	know(&names, d->program);
	js_list(&d->json, "events");
	for (size_t i = 0; i < MEASURE_EVENTS; i++)
		if (has_event(d->program, &measure_events[i]))
			add_event(d, &measure_events[i], &names);
	js_list_end(&d->json);
	js_texts(&d->json, "event_names", names.n, name_at, &names);
	release(&names, d->program->graph.nnodes);
}
