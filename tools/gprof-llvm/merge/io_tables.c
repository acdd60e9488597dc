/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * io_tables.c - the three tables of reads and writes in the file of a merged profile; see sum.h.
 *
 * Names of files are strings of the file.  The tables are there between pack and write, and
 * between read and unpack.
 */
#include "merge/sum.h"

#include <string.h>

static void pack_calls(struct sum *s, const struct io_calls *c)
{
	struct sum_io_calls *to = gp_push(s->io_calls, s->nio_calls, s->io_calls_room);

	*to = (struct sum_io_calls){ .node = c->function, .file = c->file, .kind = c->kind,
				     .bytes = c->bytes, .errors = c->errors, .jumps = c->jumps };
	memcpy(to->size, c->size, sizeof to->size);
}

void sum_io_pack(struct sum *s)
{
	const struct io *io = &s->io;

	sum_io_forget(s);
	for (size_t i = 0; i < io->nfiles; i++)
		*gp_push(s->io_files, s->nio_files, s->io_files_room) = (struct sum_io_file){
			.name = sum_string(s, io->files[i].name ? io->files[i].name : ""),
			.kind = io->files[i].kind };
	for (size_t i = 0; i < io->n; i++)
		pack_calls(s, &io->items[i]);
	if (io->processes)
		*gp_push(s->io_sums, s->nio_sums, s->io_sums_room) = (struct sum_io){
			.processes = io->processes, .incomplete = io->incomplete,
			.folded = io->folded, .unnamed = io->unnamed, .lost = io->lost,
			.kernel = io->kernel, .counted = io->counted };
}

static bool is_sound(const struct sum *s)
{
	bool ok = s->nio_sums <= 1 && (s->nio_sums || !s->nio_calls);

	for (size_t i = 0; i < s->nio_files; i++)
		ok &= s->io_files[i].name < s->nstrings;
	for (size_t i = 0; i < s->nio_calls; i++)
		ok &= s->io_calls[i].node < s->nnodes && s->io_calls[i].file < s->nio_files &&
		      s->io_calls[i].kind && s->io_calls[i].kind < GPROF_IO_KINDS;
	return ok;
}

static void unpack_calls(struct sum *s, const struct sum_io_calls *from)
{
	const struct sum_io_file *f = &s->io_files[from->file];
	const char *name = s->strings[f->name];
	struct io_calls c = { .function = from->node, .kind = from->kind, .calls = from->errors,
			      .bytes = from->bytes, .errors = from->errors,
			      .jumps = from->jumps };

	c.file = io_file(&s->io, *name ? name : NULL, f->kind);
	memcpy(c.size, from->size, sizeof c.size);
	for (int i = 0; i < GPROF_IO_SIZES; i++)
		gp_count_up(&c.calls, c.size[i]);
	io_add(&s->io, &c);
}

bool sum_io_unpack(struct sum *s)
{
	bool ok = is_sound(s);

	for (size_t i = 0; ok && i < s->nio_sums; i++) {
		const struct sum_io *all = &s->io_sums[i];

		io_add_processes(&s->io, &(struct io){
			.processes = all->processes, .incomplete = all->incomplete,
			.folded = all->folded, .unnamed = all->unnamed, .lost = all->lost,
			.kernel = all->kernel, .counted = all->counted });
	}
	for (size_t i = 0; ok && i < s->nio_calls; i++)
		unpack_calls(s, &s->io_calls[i]);
	sum_io_forget(s);
	return ok;
}
