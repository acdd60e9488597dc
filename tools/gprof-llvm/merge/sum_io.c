/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_io.c - the reads and writes of functions in a merged profile; see sum.h.
 *
 * They are added up as a program's are (profile/io.h).  Files are the same if their names and
 * kinds are, whatever host had them.  io_tables.c has their tables in the file.
 */
#include "merge/sum.h"

#include <stdlib.h>

void sum_io(struct io *to, const struct io *from, const uint32_t *nodes)
{
	uint32_t *files;

	if (!from->processes)
		return;
	io_add_processes(to, from);
	files = gp_alloc(from->nfiles, sizeof *files);
	for (size_t i = 0; i < from->nfiles; i++)
		files[i] = io_file(to, from->files[i].name, from->files[i].kind);
	for (size_t i = 0; i < from->n; i++) {
		struct io_calls c = from->items[i];

		c.function = nodes[c.function];
		c.file = files[c.file];
		io_add(to, &c);
	}
	free(files);
}

void sum_io_forget(struct sum *s)
{
	free(s->io_files);
	free(s->io_calls);
	free(s->io_sums);
	s->io_files = NULL;
	s->io_calls = NULL;
	s->io_sums = NULL;
	s->nio_files = s->io_files_room = s->nio_calls = s->io_calls_room = 0;
	s->nio_sums = s->io_sums_room = 0;
}

void sum_io_release(struct sum *s)
{
	sum_io_forget(s);
	io_release(&s->io);
}
