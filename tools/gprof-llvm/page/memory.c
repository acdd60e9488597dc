/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - the blocks of functions, where allocations were counted; see data.h.
 */
#include "page/data.h"

static const struct allocated *blocks_of(const void *data, size_t i)
{
	return &((const struct page_data *)data)->program->allocations.items[i];
}

/* -1: the page has not the function. */
static int64_t function(const void *data, size_t i)
{
	return data_id(data, blocks_of(data, i)->function);
}

static int64_t blocks(const void *d, size_t i)
{
	return gp_count(blocks_of(d, i)->blocks);
}

static int64_t bytes(const void *d, size_t i)
{
	return gp_count(blocks_of(d, i)->bytes);
}

static int64_t peak(const void *d, size_t i)
{
	return blocks_of(d, i)->at_peak;
}

static int64_t blocks_left(const void *d, size_t i)
{
	return allocated_blocks_left(blocks_of(d, i));
}

static int64_t left(const void *d, size_t i)
{
	return allocated_left(blocks_of(d, i));
}

static int64_t temporary(const void *d, size_t i)
{
	return gp_count(blocks_of(d, i)->temporary);
}

static int64_t young(const void *d, size_t i)
{
	return gp_count(blocks_of(d, i)->young);
}

/* ------------------------------------------------------------------ the calls around them */

static const struct block_call *call_of(const void *data, size_t i)
{
	return &((const struct page_data *)data)->program->block_tree.items[i];
}

static int64_t call_caller(const void *d, size_t i)
{
	uint32_t caller = call_of(d, i)->caller;

	return caller == GP_NONE ? -1 : (int64_t)caller;
}

/* As the page numbers the rows beside functions (web/trees.js). */
static int64_t call_function(const void *d, size_t i)
{
	uint32_t function = call_of(d, i)->function;

	if (function == BLOCKS_NO_STACK)
		return -3;
	return function == BLOCKS_TRUNCATED ? -4 : data_id(d, function);
}

static int64_t call_blocks(const void *d, size_t i)
{
	return gp_count(call_of(d, i)->own.blocks);
}

static int64_t call_bytes(const void *d, size_t i)
{
	return gp_count(call_of(d, i)->own.bytes);
}

static int64_t call_peak(const void *d, size_t i)
{
	return call_of(d, i)->own.at_peak;
}

static int64_t call_left(const void *d, size_t i)
{
	return allocated_left(&call_of(d, i)->own);
}

static int64_t call_temporary(const void *d, size_t i)
{
	return gp_count(call_of(d, i)->own.temporary);
}

static void put_block_calls(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "caller", call_caller }, { "function", call_function },
		{ "blocks", call_blocks }, { "bytes", call_bytes }, { "peak_bytes", call_peak },
		{ "left_bytes", call_left }, { "temporary_blocks", call_temporary },
	};

	if (!d->program->block_tree.n)
		return;
	js_object(&d->json, "block_calls");
	JS_COLUMNS(&d->json, columns, d->program->block_tree.n, d);
	js_object_end(&d->json);
}

void data_put_memory(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "function", function }, { "blocks", blocks }, { "bytes", bytes },
		{ "peak_bytes", peak }, { "left_blocks", blocks_left }, { "left_bytes", left },
		{ "temporary_blocks", temporary }, { "young_blocks", young },
	};
	const struct allocations *a = &d->program->allocations;

	/* Filters are by stacks, which blocks have not. */
	if (!a->processes || selection_is_part(&d->result->selection))
		return;
	js_member(&d->json, "memory",
		  json_pack("{s:o, s:b, s:b, s:b, s:o, s:o, s:o, s:o}", "processes",
			    js_count(a->processes), "of_part", a->part, "blocks_shared",
			    d->program->block_tree.shared > 0, "peak_is_exact",
			    !a->several && !a->part && !d->program->block_tree.each,
			    "sample_bytes", js_count(d->program->block_tree.each),
			    "foreign_blocks", js_count(a->foreign),
			    "folded_callers", js_count(a->folded), "unstored_threads",
			    js_count(a->unstored)));
	js_object(&d->json, "allocated");
	JS_COLUMNS(&d->json, columns, a->n, d);
	js_object_end(&d->json);
	put_block_calls(d);
}
