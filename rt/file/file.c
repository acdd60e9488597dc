/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * file.c - the profile file: its header, its directories, and small things in it.
 *
 * The file grows at the end, in whole pages (mapping.c).  Small things come from extents,
 * counter blocks are pages of their own.  A directory entry is filled in and then
 * published by its type.
 *
 * Everything here is called with the lock held.
 */
#include "file/file.h"

#include "base/process.h"
#include "file/descriptor.h"
#include "file/mapping.h"

#include <errno.h>
#include <gprof-llvm/format.h>

#define EXTENT 65536u   /* bytes of the file taken at once for small things */
#define FIRST_ENTRIES ((GPROF_PAGE - GPROF_FIRST_DIR - sizeof(struct gprof_directory)) /           \
		       sizeof(struct gprof_area))
#define MORE_ENTRIES 256u

/* The free part of the mapped extent, and the file offset of that. */
static struct {
	char *at, *end;
	uint64_t offset;
} room;

void gprt_lose(enum gprof_loss what)
{
	if (gprt_file.header)
		__atomic_fetch_add(&gprt_file.header->lost[what], 1, __ATOMIC_RELAXED);
}

void gprt_flag(uint32_t flag)
{
	if (gprt_file.header)
		__atomic_fetch_or(&gprt_file.header->flags, flag, __ATOMIC_RELAXED);
}

void *gprt_file_alloc(size_t size, uint64_t *offset)
{
	size_t extent = size > EXTENT ? gprt_round(size) : EXTENT;
	uint64_t at;
	char *p;

	size = (size + 7) & ~(size_t)7;
	if ((size_t)(room.end - room.at) < size) {
		p = gprt_mapping_alloc(extent, 0, &at);
		if (!p)
			return NULL;
		room.at = p;
		room.end = room.at + extent;
		room.offset = at;
	}
	p = room.at;
	*offset = room.offset;
	room.at += size;
	room.offset += size;
	return p;
}

static int new_directory(void)
{
	uint64_t offset;
	struct gprof_directory *d =
		gprt_file_alloc(sizeof(*d) + MORE_ENTRIES * sizeof(struct gprof_area), &offset);

	if (!d)
		return -1;
	d->capacity = MORE_ENTRIES;
	__atomic_store_n(&gprt_file.directory->next, offset, __ATOMIC_RELEASE);
	gprt_file.directory = d;
	gprt_file.entries = 0;
	return 0;
}

struct gprof_area *gprt_file_area(uint64_t offset, uint64_t size)
{
	struct gprof_area *area;

	if (gprt_file.entries == gprt_file.directory->capacity && new_directory() < 0)
		return NULL;
	area = &gprt_file.directory->area[gprt_file.entries++];
	area->thread = GPROF_NONE;
	area->module = GPROF_NONE;
	area->epoch = gprt_file.epoch;
	area->offset = offset;
	area->size = size;
	return area;
}

void gprt_file_publish(struct gprof_area *area, enum gprof_area_type type)
{
	__atomic_store_n(&area->type, type, __ATOMIC_RELEASE);
}

void *gprt_file_zeros(size_t size, uint32_t thread, enum gprof_area_type type)
{
	struct gprof_area *area = NULL;
	uint64_t offset;
	void *at = gprt_file_alloc(size, &offset);

	if (at)
		area = gprt_file_area(offset, size);
	if (!area)
		return NULL;
	area->thread = thread;
	gprt_file_publish(area, type);
	return at;
}

/*
 * Makes the file and maps its first extent, header and first directory in it.
 * The header stays unpublished (no magic).  Where no file can be had this is done
 * in memory, and the result says why; gprt_file.header is NULL if that failed too.
 */
long gprt_file_create(uint64_t soon)
{
	long error = gprt_file_open(EXTENT, soon);
	long map = error;

	gprt_file.in_memory = error < 0;
	if (error >= 0) {
		map = gprt_mapping_start(EXTENT);
		gprt_file.in_memory = map < 0;
		if (gprt_file.in_memory) {
			error = -ENOMEM;
			gprt_file_remove();
		}
	}
	if (gprt_file.in_memory)
		map = gprt_mapping_start(EXTENT);
	if (map < 0)
		return error;
	gprt_file.header = (struct gprof_file_header *)map;
	gprt_file.header->file_end = EXTENT;
	gprt_file.directory = (struct gprof_directory *)((char *)map + GPROF_FIRST_DIR);
	gprt_file.directory->capacity = FIRST_ENTRIES;
	gprt_file.entries = 0;
	room.at = (char *)map + GPROF_PAGE;
	room.end = (char *)map + EXTENT;
	room.offset = GPROF_PAGE;
	gprt_mapping_started();
	return gprt_file.in_memory ? error : 0;
}
