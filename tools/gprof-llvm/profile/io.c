/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * io.c - see io.h; the layout is in gprof-llvm/format.h.
 */
#include "profile/io.h"

#include <stdlib.h>
#include <string.h>

const char *io_process_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	if (a->size < sizeof *p->io)
		return "holds a part of the sums of reads and writes";
	if (p->io)
		return "repeats the sums of reads and writes";
	p->io = (const void *)(memory + a->offset);
	return NULL;
}

const char *io_files_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	const struct gprof_io_file *f = (const void *)(memory + a->offset);
	size_t n = a->size / sizeof *f;

	if (a->size % sizeof *f)
		return "holds a part of a file's name";
	for (size_t i = 0; i < n; i++)
		if (!memchr(f[i].name, 0, sizeof f[i].name))
			return "does not end a name";
	*gp_push(p->io_files, p->nio_files, p->io_files_room) =
		(struct profile_io_files){ .items = f, .n = n };
	return NULL;
}

/* ------------------------------------------------------------------ sums */

uint32_t io_file(struct io *io, const char *name, enum gprof_io_file_kind kind)
{
	int created;
	uint32_t *at;

	if (!name)
		return 0;
	at = gp_map_put(&io->file_at, gp_hash(kind, name, strlen(name)), 0, &created);
	if (created) {
		*at = io->nfiles;
		*gp_push(io->files, io->nfiles, io->files_room) =
			(struct io_file){ gp_strdup(name), kind };
	}
	return *at;
}

/* The unknown file is there before any other. */
static void begin(struct io *io)
{
	if (!io->nfiles)
		gp_push(io->files, io->nfiles, io->files_room);
}

static uint64_t difference(uint64_t first, uint64_t last)
{
	return last > first ? last - first : 0;
}

static void add_totals(struct gprof_io_totals *to, const struct gprof_io_totals *from)
{
	gp_count_up(&to->read_bytes, from->read_bytes);
	gp_count_up(&to->written_bytes, from->written_bytes);
	gp_count_up(&to->reads, from->reads);
	gp_count_up(&to->writes, from->writes);
}

static struct gprof_io_totals totals_of(const struct gprof_io_process *p)
{
	return (struct gprof_io_totals){
		.read_bytes = difference(p->first.read_bytes, p->last.read_bytes),
		.written_bytes = difference(p->first.written_bytes, p->last.written_bytes),
		.reads = difference(p->first.reads, p->last.reads),
		.writes = difference(p->first.writes, p->last.writes) };
}

void io_add_processes(struct io *io, const struct io *from)
{
	begin(io);
	gp_count_up(&io->processes, from->processes);
	gp_count_up(&io->incomplete, from->incomplete);
	gp_count_up(&io->folded, from->folded);
	gp_count_up(&io->unnamed, from->unnamed);
	gp_count_up(&io->lost, from->lost);
	add_totals(&io->kernel, &from->kernel);
	add_totals(&io->counted, &from->counted);
}

uint32_t *io_add_process(struct io *io, const struct profile *p, size_t *n)
{
	uint32_t *files;

	io_add_processes(io, &(struct io){
		.processes = 1, .incomplete = !p->io->complete, .folded = p->io->folded,
		.unnamed = p->io->unnamed, .lost = p->io->lost,
		.kernel = p->io->complete ? totals_of(p->io) : (struct gprof_io_totals){ 0 } });
	*n = 1;
	for (size_t i = 0; i < p->nio_files; i++)
		*n += p->io_files[i].n;
	files = gp_alloc(*n, sizeof *files);
	/* Ids are dense: those that no record can have are not known. */
	for (size_t i = 0; i < p->nio_files; i++)
		for (size_t k = 0; k < p->io_files[i].n; k++) {
			const struct gprof_io_file *f = &p->io_files[i].items[k];

			if (f->id && f->id < *n)
				files[f->id] = io_file(io, f->name, f->kind);
		}
	return files;
}

void io_sum(struct io_calls *a, const struct io_calls *b)
{
	gp_count_up(&a->calls, b->calls);
	gp_count_up(&a->bytes, b->bytes);
	gp_count_up(&a->errors, b->errors);
	gp_count_up(&a->jumps, b->jumps);
	for (int i = 0; i < GPROF_IO_SIZES; i++)
		gp_count_up(&a->size[i], b->size[i]);
}

void io_add(struct io *io, const struct io_calls *calls)
{
	int created;
	uint32_t *at = gp_map_put(&io->at, (uint64_t)calls->function << 32 | calls->file,
				  calls->kind, &created);

	if (created) {
		*at = io->n;
		*gp_push(io->items, io->n, io->room) = (struct io_calls){
			.function = calls->function, .file = calls->file, .kind = calls->kind };
	}
	io_sum(&io->items[*at], calls);
}

struct io_calls io_entry_calls(const struct gprof_io *e)
{
	struct io_calls calls = { .kind = (enum gprof_io_kind)e->kind, .calls = e->errors,
				  .bytes = e->bytes, .errors = e->errors, .jumps = e->jumps };

	for (int i = 0; i < GPROF_IO_SIZES; i++) {
		calls.size[i] = e->size[i];
		gp_count_up(&calls.calls, e->size[i]);
	}
	return calls;
}

void io_put(struct io *io, uint32_t function, uint32_t file, const struct gprof_io *e,
	    bool complete)
{
	struct io_calls calls = io_entry_calls(e);

	calls.function = function;
	calls.file = file;
	/* The kernel's totals have no calls of a descriptor that is not open. */
	complete = complete && io->files[file].kind != GPROF_IO_CLOSED;
	if (complete && calls.kind == GPROF_IO_READ) {
		gp_count_up(&io->counted.read_bytes, calls.bytes);
		gp_count_up(&io->counted.reads, calls.calls);
	} else if (complete && calls.kind == GPROF_IO_WRITE) {
		gp_count_up(&io->counted.written_bytes, calls.bytes);
		gp_count_up(&io->counted.writes, calls.calls);
	}
	io_add(io, &calls);
}

double io_figure(const struct io_calls *c, enum figure figure)
{
	if (figure == FIGURE_IO_CALLS)
		return c->calls;
	return io_is_input(c->kind) == (figure == FIGURE_READ) ? c->bytes : 0;
}

void io_release(struct io *io)
{
	for (size_t i = 0; i < io->nfiles; i++)
		free(io->files[i].name);
	free(io->files);
	free(io->items);
	gp_map_release(&io->at);
	gp_map_release(&io->file_at);
	memset(io, 0, sizeof *io);
}
