/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * io.c - the reads and writes of functions by file, where they were counted; see data.h.
 */
#include "page/data.h"

static const struct io_calls *calls_of(const void *data, size_t i)
{
	return &((const struct page_data *)data)->program->io.items[i];
}

/* -1: the page has not the function. */
static int64_t function(const void *data, size_t i)
{
	return data_id(data, calls_of(data, i)->function);
}

static int64_t file(const void *d, size_t i)
{
	return calls_of(d, i)->file;
}

static int64_t input(const void *d, size_t i)
{
	return io_is_input(calls_of(d, i)->kind);
}

static int64_t stream(const void *d, size_t i)
{
	return io_is_stream(calls_of(d, i)->kind);
}

static int64_t calls(const void *d, size_t i)
{
	return gp_count(calls_of(d, i)->calls);
}

static int64_t bytes(const void *d, size_t i)
{
	return gp_count(calls_of(d, i)->bytes);
}

static int64_t errors(const void *d, size_t i)
{
	return gp_count(calls_of(d, i)->errors);
}

static const char *file_name(const void *d, size_t i)
{
	return ((const struct page_data *)d)->program->io.files[i].name;
}

void data_put_io(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "function", function }, { "file", file }, { "input", input },
		{ "stream", stream }, { "calls", calls }, { "bytes", bytes },
		{ "errors", errors },
	};
	const struct io *io = &d->program->io;

	/* Filters are by stacks, which calls have not. */
	if (!io->processes || selection_is_part(&d->result->selection))
		return;
	js_member(&d->json, "io",
		  json_pack("{s:o, s:o, s:o, s:o}", "processes", js_count(io->processes),
			    "folded", js_count(io->folded), "unnamed_files",
			    js_count(io->unnamed), "lost_calls", js_count(io->lost)));
	js_texts(&d->json, "io_files", io->nfiles, file_name, d);
	js_object(&d->json, "transfers");
	JS_COLUMNS(&d->json, columns, io->n, d);
	js_object_end(&d->json);
}
