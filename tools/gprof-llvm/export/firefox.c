/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * firefox.c - the sampled stacks as a processed profile of the Firefox Profiler, with a track for
 * each thread.
 *
 * The format is that of one fixed version, which all later ones of the profiler convert.  Stacks
 * and functions are shared by the threads.  A sample is a call with its own time as weight, in each
 * moment that it ran in, if the profile has it (thread_timeline.h).  Else samples follow each
 * other in the order of the tree.  For the viewer a sample lasts until the next one of its thread:
 * one without a stack and weight marks where the thread stopped running, and its end.
 */
#include "writer/thread_timeline.h"
#include "text/js.h"

#include <stdlib.h>

#define VERSION 66       /* preprocessedProfileVersion */
#define GECKO_VERSION 24 /* of what Firefox itself records */
enum { CATEGORY_OTHER, CATEGORY_USER };

struct writer {
	const struct export *x;
	struct threads t;
	struct thread_timeline timed;
	struct js_writer json;
	uint32_t *stack; /* of calls: number of their stack */
	size_t nstacks;
};

/* ------------------------------------------------------------------ */

static json_t *category(const char *name, const char *color)
{
	return json_pack("{s:s, s:s, s:[s]}", "name", name, "color", color, "subcategories",
			 "Other");
}

static void put_meta(struct writer *w)
{
	const struct runs *runs = w->x->runs;
	double start = runs->n ? runs->items[0].start_ns / 1e6 : 0;
	double period = runs->n ? runs->items[0].period_ns / 1e6 : 1;

	js_object(&w->json, "meta");
	js_member(&w->json, "product", js_text(w->x->name));
	js_member(&w->json, "importedFrom", js_text(w->x->producer));
	js_member(&w->json, "interval", json_real(period > 0 ? period : 1));
	js_member(&w->json, "startTime", json_real(start));
	js_member(&w->json, "processType", json_integer(0));
	js_member(&w->json, "preprocessedProfileVersion", json_integer(VERSION));
	js_member(&w->json, "version", json_integer(GECKO_VERSION));
	js_member(&w->json, "symbolicated", json_true());
	js_member(&w->json, "debug", json_false());
	js_member(&w->json, "usesOnlyOneStackType", json_true());
	js_member(&w->json, "sourceCodeIsNotOnSearchfox", json_true());
	js_member(&w->json, "pausedRanges", json_array());
	js_member(&w->json, "markerSchema", json_array());
	js_member(&w->json, "sampleUnits",
		  json_pack("{s:s, s:s, s:s}", "time", "ms", "eventDelay", "ms", "threadCPUDelta",
			    "\xc2\xb5s"));
	js_member(&w->json, "extensions",
		  json_pack("{s:i, s:[], s:[], s:[]}", "length", 0, "baseURL", "id", "name"));
	js_list(&w->json, "categories");
	js_put(&w->json, category("Other", "grey"));
	js_put(&w->json, category("User", "yellow"));
	js_list_end(&w->json);
	js_object_end(&w->json);
}

/* ------------------------------------------------------------------ tables */

/* A column with the same value in each row. */
static void put_same(struct writer *w, const char *name, size_t n, json_t *value)
{
	json_t *column = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append(column, value);
	json_decref(value);
	js_member(&w->json, name, column);
}

static void put_numbers(struct writer *w, const char *name, size_t n)
{
	js_list(&w->json, name);
	for (size_t i = 0; i < n; i++)
		js_put(&w->json, json_integer(i));
	js_list_end(&w->json);
}

static void put_stacks(struct writer *w)
{
	const struct call *calls = w->t.kept.calls.items;

	w->stack = gp_alloc(w->t.kept.calls.n, sizeof *w->stack);
	js_object(&w->json, "stackTable");
	js_list(&w->json, "frame");
	for (size_t i = 0; i < w->t.kept.calls.n; i++) {
		w->stack[i] = GP_NONE;
		if (w->t.frame[i] == GP_NONE)
			continue;
		w->stack[i] = w->nstacks++;
		js_put(&w->json, json_integer(w->t.frame[i]));
	}
	js_list_end(&w->json);
	js_list(&w->json, "prefixOffset");
	for (size_t i = 0; i < w->t.kept.calls.n; i++) {
		uint32_t around = calls[i].caller == GP_NONE ? GP_NONE : w->stack[calls[i].caller];

		if (w->stack[i] != GP_NONE)
			js_put(&w->json, json_integer(around == GP_NONE ? 0
								  : w->stack[i] - around));
	}
	js_list_end(&w->json);
	js_member(&w->json, "length", json_integer(w->nstacks));
	js_object_end(&w->json);
}

/* A frame for each function. */
static void put_frames(struct writer *w)
{
	size_t n = w->t.nframes;

	js_object(&w->json, "frameTable");
	js_member(&w->json, "length", json_integer(n));
	put_same(w, "address", n, json_integer(-1));
	put_same(w, "inlineDepth", n, json_integer(0));
	js_list(&w->json, "category");
	for (size_t i = 0; i < n; i++)
		js_put(&w->json, json_integer(w->t.frames[i].row ? CATEGORY_OTHER
							     : CATEGORY_USER));
	js_list_end(&w->json);
	put_same(w, "subcategory", n, json_integer(0));
	put_numbers(w, "func", n);
	put_same(w, "nativeSymbol", n, json_null());
	put_same(w, "innerWindowID", n, json_integer(0));
	put_same(w, "line", n, json_null());
	put_same(w, "column", n, json_null());
	put_same(w, "originalLocation", n, json_null());
	js_object_end(&w->json);
}

/* Strings are the names of functions, then their files, which are sources of the same number. */
static void put_functions(struct writer *w)
{
	size_t n = w->t.nframes;

	js_object(&w->json, "funcTable");
	js_member(&w->json, "length", json_integer(n));
	put_numbers(w, "name", n);
	put_same(w, "isJS", n, json_false());
	put_same(w, "relevantForJS", n, json_false());
	put_same(w, "resource", n, json_integer(-1));
	js_list(&w->json, "source");
	for (size_t i = 0; i < n; i++)
		js_put(&w->json, w->t.frames[i].file ? json_integer(i) : json_null());
	js_list_end(&w->json);
	js_list(&w->json, "lineNumber");
	for (size_t i = 0; i < n; i++)
		js_put(&w->json, w->t.frames[i].line ? json_integer(w->t.frames[i].line)
						     : json_null());
	js_list_end(&w->json);
	put_same(w, "columnNumber", n, json_null());
	put_same(w, "originalLocation", n, json_null());
	js_object_end(&w->json);
}

static void put_strings(struct writer *w)
{
	js_list(&w->json, "stringArray");
	for (size_t i = 0; i < w->t.nframes; i++)
		js_put(&w->json, js_text(w->t.frames[i].name));
	for (size_t i = 0; i < w->t.nframes; i++)
		js_put(&w->json, js_text(w->t.frames[i].file));
	js_list_end(&w->json);
}

static void put_sources(struct writer *w)
{
	size_t n = w->t.nframes;

	js_object(&w->json, "sources");
	js_member(&w->json, "length", json_integer(n));
	put_same(w, "id", n, json_null());
	js_list(&w->json, "filename");
	for (size_t i = 0; i < n; i++)
		js_put(&w->json, json_integer(n + i));
	js_list_end(&w->json);
	put_same(w, "startLine", n, json_integer(1));
	put_same(w, "startColumn", n, json_integer(1));
	put_same(w, "sourceMapURL", n, json_null());
	put_same(w, "content", n, json_null());
	js_object_end(&w->json);
}

static void put_shared(struct writer *w)
{
	js_object(&w->json, "shared");
	put_strings(w);
	put_stacks(w);
	put_frames(w);
	put_functions(w);
	put_sources(w);
	js_member(&w->json, "resourceTable",
		  json_pack("{s:i, s:[], s:[], s:[], s:[]}", "length", 0, "lib", "name", "host",
			    "type"));
	js_member(&w->json, "nativeSymbols",
		  json_pack("{s:i, s:[], s:[], s:[], s:[]}", "length", 0, "libIndex", "address",
			    "name", "functionSize"));
	js_member(&w->json, "sourceLocationTable",
		  json_pack("{s:i, s:[], s:[], s:[]}", "length", 0, "source", "line", "column"));
	js_object_end(&w->json);
}

/* ------------------------------------------------------------------ threads */

/* CPU time since the sample before, in us. */
static void put_cpu(struct writer *w)
{
	const struct thread_timeline *d = &w->timed;

	js_list(&w->json, "threadCPUDelta");
	for (size_t i = 0; i < d->nrows; i++)
		js_put(&w->json, json_real(i ? d->rows[i - 1].weight / 1e3 : 0));
	js_list_end(&w->json);
}

static void put_samples(struct writer *w, size_t number)
{
	const struct thread_timeline *d = &w->timed;

	thread_timeline_rows(&w->timed, number);
	js_object(&w->json, "samples");
	js_list(&w->json, "stack");
	for (size_t i = 0; i < d->nrows; i++)
		js_put(&w->json, d->rows[i].call == GP_NONE
					 ? json_null() : json_integer(w->stack[d->rows[i].call]));
	js_list_end(&w->json);
	js_list(&w->json, "time");
	for (size_t i = 0; i < d->nrows; i++)
		js_put(&w->json, json_real(d->rows[i].at / 1e6));
	js_list_end(&w->json);
	js_list(&w->json, "weight");
	for (size_t i = 0; i < d->nrows; i++)
		js_put(&w->json, d->rows[i].call == GP_NONE
					 ? json_integer(0) : json_real(d->rows[i].weight / 1e6));
	js_list_end(&w->json);
	if (w->x->result->program->measure == &measure_times[TIME_CPU])
		put_cpu(w);
	js_member(&w->json, "weightType", json_string("tracing-ms"));
	js_member(&w->json, "length", json_integer(d->nrows));
	js_object_end(&w->json);
}

static void put_thread(struct writer *w, size_t number)
{
	const struct thread_profile *p = &w->t.profiles[number];
	const struct runs *runs = w->x->runs;
	bool one = runs->n == 1 && runs->items[0].processes == 1;

	js_object(&w->json, NULL);
	js_member(&w->json, "name", js_text(p->name));
	js_member(&w->json, "processName", js_text(w->x->name));
	js_member(&w->json, "processType", json_string("default"));
	js_member(&w->json, "isMainThread", json_boolean(!number));
	js_member(&w->json, "pid", json_sprintf("%u", one ? runs->items[0].pid : 0));
	js_member(&w->json, "tid", json_integer(number + 1));
	js_member(&w->json, "processStartupTime", json_integer(0));
	js_member(&w->json, "processShutdownTime", json_null());
	js_member(&w->json, "registerTime", json_integer(0));
	js_member(&w->json, "unregisterTime", json_null());
	js_member(&w->json, "pausedRanges", json_array());
	js_member(&w->json, "showMarkersInTimeline", json_false());
	js_member(&w->json, "markers",
		  json_pack("{s:i, s:[], s:[], s:[], s:[], s:[], s:[]}", "length", 0, "category",
			    "data", "endTime", "name", "phase", "startTime"));
	put_samples(w, number);
	js_object_end(&w->json);
}

static void put_profile(struct writer *w)
{
	js_begin_plain(&w->json, w->x->out);
	put_meta(w);
	js_member(&w->json, "libs", json_array());
	js_member(&w->json, "pages", json_array());
	js_member(&w->json, "profilerOverhead", json_array());
	js_member(&w->json, "counters", json_array());
	put_shared(w);
	js_list(&w->json, "threads");
	for (size_t i = 0; i < w->t.nprofiles; i++)
		put_thread(w, i);
	js_list_end(&w->json);
	js_end(&w->json);
}

int export_firefox(const struct export *x, struct gp_error *e)
{
	struct writer w = { .x = x };
	int rc;

	threads_collect(&w.t, x);
	rc = thread_timeline_collect(&w.timed, &w.t, x, e);
	if (rc == 0)
		put_profile(&w);
	thread_timeline_release(&w.timed);
	threads_release(&w.t);
	free(w.stack);
	return rc;
}
