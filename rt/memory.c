/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - the profile while no file can be had: anonymous memory.
 *
 * The layout is that of the file; what would be mapped from it is a piece of
 * anonymous memory that knows its offset.  At an orderly end, and before a call of
 * _exit, abort or exec in instrumented code, the file is tried again, the pieces are
 * written to it, and then mapped from it at their addresses: what is counted after
 * that, by destructors, is in the file too.
 * A process that dies of a signal has no profile; it has said so at its start.
 *
 * Everything here is called with the lock held.
 */
#include "internal.h"

struct gp_piece {
	struct gp_piece *next; /* made before */
	uint64_t offset;       /* in the file to be */
	size_t size;           /* bytes, whole pages */
	char *at;
};

/* Anonymous memory for that range of the file; returns what mmap does. */
long gp_memory_place(uintptr_t at, size_t size, int flags, uint64_t offset)
{
	struct gp_piece *p = gp.pieces;
	long map = sys_mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags,
			    -1, 0);

	if (sys_failed(map))
		return map;
	/* A caller that did not like the place it got asks for the range again. */
	if (!p || p->offset != offset) {
		p = gp_heap(sizeof(*p));
		if (!p)
			return -1;
		p->next = gp.pieces;
		p->offset = offset;
		p->size = size;
		gp.pieces = p;
	}
	p->at = (char *)map;
	return map;
}

/* Where that offset of the file to be is, or NULL. */
void *gp_memory_at(uint64_t offset)
{
	for (const struct gp_piece *p = gp.pieces; p; p = p->next)
		if (offset >= p->offset && offset - p->offset < p->size)
			return p->at + (offset - p->offset);
	return NULL;
}

static long write_piece(const struct gp_piece *p)
{
	size_t done = 0;
	long n;

	while (done < p->size) {
		n = sys_pwrite(gp.fd, p->at + done, p->size - done, p->offset + done);
		if (n <= 0)
			return n ? n : -1;
		done += (size_t)n;
	}
	return 0;
}

/* From now on the file is the memory, unless it cannot be mapped. */
static void map_pieces(void)
{
	for (const struct gp_piece *p = gp.pieces; p; p = p->next)
		sys_mmap((uintptr_t)p->at, p->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			 gp.fd, p->offset);
	gp.pieces = NULL;
	gp.in_memory = false;
}

/* At the end: the file that could not be had at the start. */
void gp_memory_store(void)
{
	long error;

	if (!gp.in_memory || gp_file_open(gp.header->file_end) < 0)
		return;
	error = 0;
	for (const struct gp_piece *p = gp.pieces; p && error >= 0; p = p->next)
		error = write_piece(p);
	if (error < 0) {
		gp_file_remove();
	} else {
		map_pieces();
		if (gp.verbose)
			gp_say("writing '", gp.path, "'", "");
	}
}
