/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * json_times.c - see json_times.h.
 */
#include "export/json_times.h"

void json_times_begin(struct json_times *t, const struct program *p, const uint32_t *functions)
{
	t->timings = &p->timings;
	t->functions = functions;
	timings_by_function(t->timings, &t->all);
}

void json_times_end(struct json_times *t)
{
	timings_release(&t->all);
}

static json_t *longest_of(const struct call_times *t)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->nlongest; i++)
		json_array_append_new(
			list, json_pack("{s:o, s:o}", "ns", js_whole(t->longest[i].length),
					"start_ns", t->longest[i].start < 0 ? json_null() :
					js_whole(t->longest[i].start)));
	return list;
}

static json_t *figures_of(const struct call_times *t)
{
	static const char *const keys[TIMING_QUANTILES] = { "p50_ns", "p90_ns", "p99_ns",
							    "p999_ns" };
	json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o}", "calls", js_count(t->returned),
				   "inner_calls", js_count(t->inner), "unwound_calls",
				   js_count(t->unwound), "ended_calls", js_count(t->ended),
				   "open_calls", js_count(t->open));

	if (!t->returned)
		return object;
	json_object_set_new(object, "total_ns", js_whole(t->total));
	json_object_set_new(object, "min_ns", js_whole(t->shortest));
	for (int i = 0; i < TIMING_QUANTILES; i++)
		json_object_set_new(object, keys[i],
				    js_whole(timing_quantile(t, timing_shown[i].part)));
	json_object_set_new(object, "max_ns",
			    js_whole(t->nlongest ? t->longest[0].length : t->shortest));
	json_object_set_new(object, "longest", longest_of(t));
	return object;
}

static json_t *callers_of(const struct json_times *t, const struct call_times *all)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->timings->n; i++) {
		const struct call_times *one = &t->timings->items[i];
		json_t *object;

		if (one->function != all->function || one->cpu != all->cpu)
			continue;
		object = figures_of(one);
		json_object_set_new(object, "caller", one->caller == GP_NONE ? json_null() :
				    js_id(t->functions[one->caller]));
		json_array_append_new(list, object);
	}
	return list;
}

void json_times_add(const struct json_times *t, json_t *function, uint32_t node)
{
	json_t *list = NULL;

	for (size_t i = 0; i < t->all.n; i++) {
		const struct call_times *all = &t->all.items[i];
		json_t *object;

		if (all->function != node)
			continue;
		object = figures_of(all);
		json_object_set_new(object, "clock", json_string(all->cpu ? "cpu" : "elapsed"));
		json_object_set_new(object, "callers", callers_of(t, all));
		list = list ? list : json_array();
		json_array_append_new(list, object);
	}
	if (list)
		json_object_set_new(function, "quantiles", list);
}
