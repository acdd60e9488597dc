/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cpuprofile.c - the sampled stacks as V8's CPU profile, for the developer tools of browsers, VS
 * Code and others: a tree of calls, with the threads below its root.
 *
 * Samples are in the order of the tree, one for each call that has own time; when they ran is not
 * known.  A sample lasts until the next, so a last one of the root ends them.
 */
#include "writer/threads.h"
#include "text/js.h"

#include <math.h>
#include <stdlib.h>

#define ROOT 1 /* id; a call has its position and 2 more */

struct writer {
	struct threads t;
	struct js_writer json;
	json_t **children; /* of calls: lists of ids, given away as they are written */
	double so_far;     /* of samples written */
};

static json_t *call_frame(const char *name, const char *file, uint32_t line)
{
	/* Lines and columns count from 0; -1 is none. */
	return json_pack("{s:o, s:s, s:o, s:I, s:i}", "functionName", js_text(name), "scriptId",
			 "0", "url", js_text(file), "lineNumber", (json_int_t)line - 1,
			 "columnNumber", -1);
}

static void put_node(struct writer *w, uint32_t call)
{
	const struct threads *t = &w->t;
	uint32_t frame = t->frame[call];
	const struct thread_frame *f = frame == GP_NONE ? NULL : &t->frames[frame];
	const char *name = f ? f->name : t->profiles[t->profile[call]].name;

	js_put(&w->json, json_pack("{s:I, s:o, s:i, s:o}", "id", (json_int_t)call + 2,
				   "callFrame", call_frame(name, f ? f->file : NULL,
							   f ? f->line : 0),
				   "hitCount", t->weight[call] > 0, "children", w->children[call]));
}

static void put_nodes(struct writer *w)
{
	const struct calltree *tree = &w->t.kept.calls;
	json_t *outermost = json_array();

	w->children = gp_alloc(tree->n, sizeof *w->children);
	for (size_t i = 0; i < tree->n; i++) {
		uint32_t caller = tree->items[i].caller;

		w->children[i] = json_array();
		json_array_append_new(caller == GP_NONE ? outermost : w->children[caller],
				      json_integer((json_int_t)i + 2));
	}
	js_list(&w->json, "nodes");
	js_put(&w->json, json_pack("{s:i, s:o, s:i, s:o}", "id", ROOT, "callFrame",
				   call_frame("(root)", NULL, 0), "hitCount", 0, "children",
				   outermost));
	for (size_t i = 0; i < tree->n; i++)
		put_node(w, i);
	js_list_end(&w->json);
	free(w->children);
}

/* Whole microseconds that add up; false: less than one. */
static bool lasts(struct writer *w, uint32_t call, int64_t *us)
{
	double before = rint(w->so_far / 1e3);

	w->so_far += w->t.weight[call];
	*us = gp_whole(rint(w->so_far / 1e3) - before);
	return *us > 0;
}

static void put_samples(struct writer *w)
{
	int64_t us;

	js_list(&w->json, "samples");
	for (size_t i = 0; i < w->t.kept.calls.n; i++)
		if (lasts(w, w->t.order[i], &us))
			js_put(&w->json, json_integer((json_int_t)w->t.order[i] + 2));
	js_put(&w->json, json_integer(ROOT));
	js_list_end(&w->json);
	w->so_far = 0;
	js_list(&w->json, "timeDeltas");
	js_put(&w->json, json_integer(0));
	for (size_t i = 0; i < w->t.kept.calls.n; i++)
		if (lasts(w, w->t.order[i], &us))
			js_put(&w->json, json_integer(us));
	js_list_end(&w->json);
}

int export_cpuprofile(const struct export *x, struct gp_error *e)
{
	struct writer w = { 0 };

	(void)e;
	threads_collect(&w.t, x);
	js_begin_plain(&w.json, x->out);
	put_nodes(&w);
	put_samples(&w);
	js_member(&w.json, "startTime", json_integer(0));
	js_member(&w.json, "endTime", json_integer(gp_whole(w.so_far / 1e3)));
	js_end(&w.json);
	threads_release(&w.t);
	return 0;
}
