/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * code.c - instructions of the functions with time, each with the line it was made of; see data.h.
 *
 * Functions come in the order of their own time, while there is room; the page says how many are
 * left out.  An instruction is listed at a line of the function itself.  Inlined code is listed at
 * the line of the call, with its own file and line beside it.
 */
#include "annotate/selection.h"
#include "annotate/listing.h"
#include "annotate/print.h"
#include "code/disasm.h"
#include "page/data.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 3000000 /* bytes of text */

struct instruction {
	uint32_t function;         /* of the page */
	uint64_t address;          /* in the object's file */
	struct scope_level line;   /* of the function itself; line 0: not known */
	struct scope_level inner;  /* of inlined code; line 0: none */
	double weight, samples;    /* own */
	char *text;                /* owned */
};

struct code_data {
	struct page_data *d;
	struct annotation a;
	struct listing listing;
	struct instruction *items;
	size_t n, room;
	size_t bytes;              /* of text */
	size_t left_out;           /* functions */
	double left_out_self;        /* their own time */
};

/* Rows of one function, and the first that is after the instruction before. */
struct rows {
	const struct annotation *a;
	struct annotate_rows of;
	size_t at;
};

static uint64_t address_at(const struct rows *r)
{
	return r->a->places[r->a->rows[r->of.items[r->at]].place].at;
}

static void add_own(struct instruction *to, struct rows *r, uint64_t end)
{
	while (r->at < r->of.n && address_at(r) < to->address)
		r->at++;
	for (; r->at < r->of.n && address_at(r) < end; r->at++) {
		const struct annotate_row *row = &r->a->rows[r->of.items[r->at]];

		if (row->kind != ROW_OWN)
			continue;
		to->weight += row->weight;
		to->samples += row->samples;
	}
}

static void find_line(struct code_data *c, struct instruction *to, uint32_t object)
{
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = inline_scopes_at(&c->a.scopes, object, to->address, levels);

	if (!n)
		return;
	to->line = levels[n - 1];
	if (n > 1)
		to->inner = levels[0];
}

static void add_range(struct code_data *c, uint32_t function, struct disasm *d,
		      const struct annotate_range *range, struct rows *rows)
{
	const struct annotate_function *f = &c->a.functions[function];
	struct elfobj *elf = &c->d->program->objects[f->object].elf;
	struct disasm_insn insn;

	disasm_seek(d, range->start, range->end);
	while (disasm_next(d, &insn)) {
		struct instruction *to = gp_push(c->items, c->n, c->room);

		*to = (struct instruction){ .function = data_id(c->d, f->node),
					    .address = insn.address };
		to->text = annotate_instruction(elf, &insn, c->d->page->names);
		c->bytes += strlen(to->text);
		find_line(c, to, f->object);
		add_own(to, rows, insn.address + insn.size);
	}
}

static bool add_function(struct code_data *c, uint32_t function)
{
	const struct annotate_function *f = &c->a.functions[function];
	struct rows rows = { .a = &c->a, .of = listing_rows(&c->listing, function) };
	const struct object *o = f->object == GP_NONE ? NULL : &c->d->program->objects[f->object];
	struct annotate_range *ranges;
	struct disasm d;
	size_t n;

	if (!o || !o->present || f->node == GP_NONE || data_id(c->d, f->node) < 0 ||
	    disasm_open(&d, &o->elf, false) < 0)
		return false;
	ranges = annotation_ranges(&c->a, function, &n);
	for (size_t i = 0; i < n; i++)
		add_range(c, function, &d, &ranges[i], &rows);
	free(ranges);
	disasm_close(&d);
	return true;
}

static void collect(struct code_data *c)
{
	const struct annotate_selection hot = { .limited = true, .limit = SIZE_MAX };
	struct gp_error e;
	uint32_t *order;
	size_t n;

	annotation_init(&c->a, c->d->program, &c->d->result->selection, true);
	annotation_collect(&c->a);
	/* It fails only for patterns and modules, of which there are none. */
	if (annotation_select(&c->a, &hot, &order, &n, &e) < 0)
		gp_broken(e.text);
	listing_init(&c->listing, &c->a);
	for (size_t i = 0; i < n; i++) {
		if (c->bytes < MOST && add_function(c, order[i]))
			continue;
		c->left_out++;
		c->left_out_self += c->a.functions[order[i]].own;
	}
	free(order);
}

/* ------------------------------------------------------------------ columns */

static const struct instruction *at(const void *context, size_t i)
{
	return &((const struct code_data *)context)->items[i];
}

static int64_t of(const void *context, size_t i)
{
	return at(context, i)->function;
}

/* From the one before, where that is of the same function: small numbers compress well. */
static int64_t address(const void *context, size_t i)
{
	const struct instruction *x = at(context, i);
	bool first = !i || x[-1].function != x->function;

	return first ? (int64_t)x->address : (int64_t)(x->address - x[-1].address);
}

static int64_t file_of(const void *context, const struct scope_level *level)
{
	struct code_data *c = (struct code_data *)context;

	return level->line && level->file ? data_file(c->d, level->file) : -1;
}

static int64_t file(const void *context, size_t i)
{
	return file_of(context, &at(context, i)->line);
}

static int64_t line(const void *context, size_t i)
{
	return at(context, i)->line.line;
}

static int64_t inner_file(const void *context, size_t i)
{
	return file_of(context, &at(context, i)->inner);
}

static int64_t inner_line(const void *context, size_t i)
{
	return at(context, i)->inner.line;
}

static int64_t weight(const void *context, size_t i)
{
	return llrint(at(context, i)->weight);
}

static int64_t samples(const void *context, size_t i)
{
	return llrint(at(context, i)->samples);
}

static const char *text(const void *context, size_t i)
{
	return at(context, i)->text;
}

static void put(const struct code_data *c)
{
	static const struct js_column columns[] = {
		{ "function", of },	      { "address", address },	  { "file", file },
		{ "line", line },	      { "inner_file", inner_file },
		{ "inner_line", inner_line }, { "ns", weight },		  { "samples", samples },
	};
	struct js_writer *w = &c->d->json;

	js_object(w, "code");
	JS_COLUMNS(w, columns, c->n, c);
	js_texts(w, "text", c->n, text, c);
	js_object_end(w);
	js_member(w, "code_left_out", json_pack("{s:I, s:o}", "functions",
						(json_int_t)c->left_out, "self_ns",
						js_whole(c->left_out_self)));
}

void data_put_code(struct page_data *d)
{
	struct code_data c = { .d = d };

	if (d->page->source == PAGE_SOURCE_NONE || d->program->sum)
		return;
	collect(&c);
	put(&c);
	for (size_t i = 0; i < c.n; i++)
		free(c.items[i].text);
	free(c.items);
	listing_release(&c.listing);
	annotation_release(&c.a);
}
