/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live_save.c - the state of a running process at a dump, as a profile of its own;
 * see live.h.
 *
 * The file is read as it is now, its counts are set to the dump's counts, and its list of snapshots
 * then begins with the dump.
 */
#include "profile/live.h"
#include "profile/window.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many dumps there are up to the snapshot at an offset. */
static unsigned dump_number(const struct profile *p, uint64_t offset)
{
	unsigned n = 0;

	for (size_t i = 0; i < p->snapshots.n; i++) {
		n += p->snapshots.list[i].kind == GPROF_SNAPSHOT_DUMP;
		if (p->snapshots.list[i].offset == offset)
			break;
	}
	return n;
}

/* Where counts go. */
struct place {
	uint64_t offset, size; /* bytes of the file */
	const void *from;
};

static void place_area(struct place *to, const struct gprof_area *area, const void *from)
{
	*to = (struct place){ area->offset, area->size, from };
}

/* head: bytes before the slots. */
static size_t place_tables(struct place *to, const struct profile_table *tables, size_t n,
			   size_t head)
{
	for (size_t i = 0; i < n; i++)
		place_area(&to[i], tables[i].area, (const char *)tables[i].slots - head);
	return n;
}

/* Puts the counts that window_apply() made into the memory of the file.  In a damaged file an
   area may lie over the entries of others, which are not read any more then. */
static void put_counts(const struct profile *p)
{
	const size_t head = sizeof(struct gprof_table);
	struct place *places = gp_alloc(profile_count_areas(p), sizeof *places);
	size_t n = 0;

	for (; n < p->nblocks; n++)
		place_area(&places[n], p->blocks[n].area,
			   p->blocks[n].words - p->blocks[n].area->skip / 8);
	n += place_tables(places + n, p->arcs, p->narcs, head);
	n += place_tables(places + n, p->samples, p->nsamples, head);
	n += place_tables(places + n, p->allocations, p->nallocations, 0);
	for (size_t i = 0; i < n; i++)
		memmove((char *)p->memory + places[i].offset, places[i].from, places[i].size);
	free(places);
}

static int write_all(const char *file, const char *bytes, size_t size, struct gp_error *e)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	size_t done = 0;
	ssize_t n = 1;

	if (fd < 0)
		return gp_fail(e, "cannot create '%s': %s", file, strerror(errno));
	for (; done < size && n > 0; done += n)
		n = write(fd, bytes + done, size - done);
	if (n > 0 && close(fd) == 0)
		return 0;
	gp_fail(e, "cannot write '%s': %s", file, strerror(errno));
	unlink(file);
	return -1;
}

static int save(struct profile *p, uint64_t offset, unsigned number, const char *file,
		struct gp_error *e)
{
	struct gprof_file_header *h = p->memory;
	char text[16];
	struct window w = { .all_time = true, .dump = text };

	snprintf(text, sizeof text, "%u", number);
	if (window_apply(p, &w, e) < 0)
		return -1;
	put_counts(p);
	h->snapshots = offset;
	h->flags |= GPROF_FILE_COPY;
	h->end_ns = h->user_ns = h->system_ns = 0;
	return write_all(file, p->memory, p->head.file_end, e);
}

int live_save(const struct live *l, uint64_t offset, const char *file, unsigned *number,
	      struct gp_error *e)
{
	struct profile p;
	int rc = 0;

	if (profile_read_open(&p, l->fd, l->name, e) < 0)
		return -1;
	*number = dump_number(&p, offset);
	if (file)
		rc = save(&p, offset, *number, file, e);
	profile_release(&p);
	return rc;
}
