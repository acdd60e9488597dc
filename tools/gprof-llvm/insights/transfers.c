/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * transfers.c - sentences on input and output: which function reads and writes most, which file,
 * and in calls of how many bytes.
 *
 * Figures are exact, so a sentence needs a large share and nothing else.  System calls come first;
 * a program that uses streams alone has sentences on these.
 */
#include "insights/internal.h"
#include "text/size.h"

#include <stdlib.h>

#define LARGE 20.0    /* per cent of all bytes that one function has */
#define NEARLY 90.0   /* per cent of a function's bytes that go to one file */
#define FEW 65536     /* bytes of which no share says anything */

/* Calls of one direction, of system calls or of streams. */
struct direction {
	bool input, streams;
};

static bool is_of(const struct io_calls *c, struct direction d)
{
	return io_is_input(c->kind) == d.input && io_is_stream(c->kind) == d.streams;
}

/* Of one function, or of all: GP_NONE. */
static struct io_calls sum_of(const struct io *io, struct direction d, uint32_t function)
{
	struct io_calls sum = { .function = function };

	for (size_t i = 0; i < io->n; i++)
		if (is_of(&io->items[i], d) &&
		    (function == GP_NONE || io->items[i].function == function))
			io_sum(&sum, &io->items[i]);
	return sum;
}

/* The function with most bytes. */
static struct io_calls largest(const struct io *io, struct direction d, size_t nnodes)
{
	struct io_calls best = { .function = GP_NONE };
	uint64_t *bytes = gp_alloc(nnodes, sizeof *bytes);

	for (size_t i = 0; i < io->n; i++) {
		const struct io_calls *c = &io->items[i];

		if (!is_of(c, d))
			continue;
		bytes[c->function] += c->bytes;
		if (best.function == GP_NONE || bytes[c->function] > bytes[best.function])
			best.function = c->function;
	}
	free(bytes);
	return best.function == GP_NONE ? best : sum_of(io, d, best.function);
}

/* " to '/tmp/out.db'", if nearly all goes there; to be freed. */
static char *file_of(const struct io *io, struct direction d, const struct io_calls *f)
{
	const struct io_calls *best = NULL;

	for (size_t i = 0; i < io->n; i++) {
		const struct io_calls *c = &io->items[i];

		if (is_of(c, d) && c->function == f->function && (!best || c->bytes > best->bytes))
			best = c;
	}
	if (!best || measure_percent(best->bytes, f->bytes) < NEARLY || !io->files[best->file].name)
		return gp_strdup("");
	return gp_format(" %s '%s'", d.input ? "from" : "to", io->files[best->file].name);
}

static void add_direction(const struct insight_context *q, bool input)
{
	const struct io *io = &q->program->io;
	struct direction d = { .input = input };
	struct io_calls all = sum_of(io, d, GP_NONE), f;
	char size[SIZE_TEXT], each[SIZE_TEXT], *file;

	if (all.bytes < FEW) {
		d.streams = true;
		all = sum_of(io, d, GP_NONE);
	}
	if (all.bytes < FEW)
		return;
	f = largest(io, d, q->graph->nnodes);
	if (measure_percent(f.bytes, all.bytes) < LARGE)
		return;
	file = file_of(io, d, &f);
	size_text(f.bytes, size);
	size_text((double)f.bytes / (f.calls - f.errors), each);
	insight_add(q, "'%s' does %.0f %% of the %s%s: %s%s, %s a call",
		    insight_name(q, f.function), measure_percent(f.bytes, all.bytes),
		    input ? "reading" : "writing", d.streams ? " by stdio" : "", size, file, each);
	free(file);
}

void insight_reads(const struct insight_context *q)
{
	add_direction(q, true);
}

void insight_writes(const struct insight_context *q)
{
	add_direction(q, false);
}
