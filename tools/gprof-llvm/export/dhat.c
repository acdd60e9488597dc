/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * dhat.c - the blocks of functions as DHAT's viewer (dh_view.html) reads them: version 2 of its
 * JSON.  Each function is a place of its own.
 *
 * The format has either all of the lifetimes, the maxima of each place and the blocks at the peak,
 * or none.  These are not counted, so 'bklt' is false, and the viewer shows bytes and blocks.
 * Bytes at the peak ("gb") and the rest at the end ("eb", "ebk") are there for scripts.
 */
#include "writer/writer.h"
#include "text/escape.h"
#include "text/js.h"

#include <stdlib.h>

static json_t *place(const struct allocated *a, size_t frame)
{
	return json_pack("{s:o, s:o, s:I, s:I, s:I, s:[I]}", "tb", js_count(a->bytes), "tbk",
			 js_count(a->blocks), "gb", (json_int_t)a->at_peak, "eb",
			 (json_int_t)allocated_left(a), "ebk",
			 (json_int_t)allocated_blocks_left(a), "fs", (json_int_t)frame);
}

/* "0x401136: parse (parse.c:7)", which the viewer takes apart. */
static json_t *frame(const struct export *x, uint32_t node, const char *name)
{
	const struct function *f = &x->result->program->functions[node];
	const char *file = f->file && *f->file ? gp_basename(f->file) : NULL;
	char *text = file ? gp_format("0x%llx: %s (%s:%u)", (unsigned long long)f->address, name,
				      file, f->line)
			  : gp_format("0x%llx: %s", (unsigned long long)f->address, name);
	json_t *string = js_text(text);

	free(text);
	return string;
}

static void put_head(struct js_writer *json, const struct export *x)
{
	const struct run *run = x->runs->n ? &x->runs->items[0] : NULL;

	js_member(json, "dhatFileVersion", json_integer(2));
	js_member(json, "mode", json_string("heap"));
	js_member(json, "verb", json_string("Allocated"));
	js_member(json, "bklt", json_false());
	js_member(json, "bkacc", json_false());
	js_member(json, "tu", json_string("ms"));
	js_member(json, "Mtu", json_string("ks"));
	js_member(json, "cmd", js_text(run ? run->command : x->name));
	js_member(json, "pid", json_integer(run ? run->pid : 0));
	js_member(json, "te", json_integer(run && run->end_ns > run->start_ns
					   ? (run->end_ns - run->start_ns) / 1000000 : 0));
}

int export_dhat(const struct export *x, struct gp_error *e)
{
	struct export_rows b;
	struct js_writer json;

	if (export_rows_collect(&b, x, e) < 0)
		return -1;
	js_begin_plain(&json, x->out);
	put_head(&json, x);
	js_list(&json, "pps");
	for (size_t i = 0; i < b.n; i++)
		js_put(&json, place(b.items[i].blocks, i + 1));
	js_list_end(&json);
	js_list(&json, "ftbl");
	js_put(&json, json_string("[root]"));
	for (size_t i = 0; i < b.n; i++)
		js_put(&json, frame(x, b.items[i].function, b.names[b.items[i].function]));
	js_list_end(&json);
	js_end(&json);
	gprintf(x->notes, "dhat's viewer needs lifetimes for what was live: it shows the bytes and "
		"blocks allocated only\n");
	export_rows_release(&b);
	return 0;
}
