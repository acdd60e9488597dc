/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * speedscope.c - the sampled stacks as speedscope reads them: a profile for each thread, of stacks
 * with the nanoseconds that they stand for.
 *
 * The order of the stacks is that of the tree of calls; when they ran is not known.
 */
#include "writer/threads.h"
#include "text/js.h"

static json_t *frame(const struct thread_frame *f)
{
	json_t *object = json_object();

	json_object_set_new(object, "name", js_text(f->name));
	if (f->file)
		json_object_set_new(object, "file", js_text(f->file));
	if (f->line)
		json_object_set_new(object, "line", json_integer(f->line));
	return object;
}

static void put_stack(struct js_writer *json, struct threads *t, uint32_t call)
{
	json_t *frames = json_array();
	size_t n = threads_path(t, call);

	for (size_t i = 0; i < n; i++)
		json_array_append_new(frames, json_integer(t->path[i]));
	js_put(json, frames);
}

static void put_profile(struct js_writer *json, struct threads *t, const struct thread_profile *p,
			bool event)
{
	js_object(json, NULL);
	js_member(json, "type", json_string("sampled"));
	js_member(json, "name", js_text(p->name));
	js_member(json, "unit", json_string(event ? "none" : "nanoseconds"));
	js_member(json, "startValue", json_integer(0));
	js_member(json, "endValue", json_integer(p->total));
	js_list(json, "samples");
	for (size_t i = p->first; i < p->first + p->n; i++)
		if (t->weight[t->order[i]])
			put_stack(json, t, t->order[i]);
	js_list_end(json);
	js_list(json, "weights");
	for (size_t i = p->first; i < p->first + p->n; i++)
		if (t->weight[t->order[i]])
			js_put(json, json_integer(t->weight[t->order[i]]));
	js_list_end(json);
	js_object_end(json);
}

int export_speedscope(const struct export *x, struct gp_error *e)
{
	struct js_writer json;
	struct threads t;

	(void)e;
	threads_collect(&t, x);
	js_begin_plain(&json, x->out);
	js_member(&json, "$schema",
		  json_string("https://www.speedscope.app/file-format-schema.json"));
	js_member(&json, "exporter", js_text(x->producer));
	js_member(&json, "name", js_text(x->name));
	js_object(&json, "shared");
	js_list(&json, "frames");
	for (size_t i = 0; i < t.nframes; i++)
		js_put(&json, frame(&t.frames[i]));
	js_list_end(&json);
	js_object_end(&json);
	js_list(&json, "profiles");
	for (size_t i = 0; i < t.nprofiles; i++)
		put_profile(&json, &t, &t.profiles[i], x->result->program->measure->whole);
	js_list_end(&json);
	js_end(&json);
	threads_release(&t);
	return 0;
}
