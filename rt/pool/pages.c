/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pages.c - which pages of a file hold something: only these are read, added up and written.
 *
 * A profile is mostly pages that were never touched, and reading one would make it.  FIEMAP lists
 * the file system's part of the file, or SEEK_DATA finds it.  What was changed through a mapping,
 * or is on its way to a server (FUSE), may be in the page cache alone: mincore finds that, and is
 * asked first, since a page leaves the cache only for the file.  A page that neither knows of is
 * zero.
 */
#include "pool/pages.h"

#include "base/process.h"
#include "base/sys.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <linux/fiemap.h>
#include <linux/fs.h>

#define MOST_EXTENTS 64u /* of a file, asked for at once */

#ifndef SEEK_DATA
#define SEEK_DATA 3
#define SEEK_HOLE 4
#endif

static void set(unsigned char *pages, uint64_t from, uint64_t to)
{
	for (uint64_t i = from / GPROF_PAGE; i < gprt_round(to) / GPROF_PAGE; i++)
		pages[i] = GPRT_PAGE_HOLDS;
}

/* The file's pages in the page cache; 'mapped': where it is in memory, NULL: nowhere. */
static long add_cached(int fd, const char *mapped, uint64_t size, unsigned char *pages)
{
	long at = (long)mapped, error;

	if (!mapped)
		at = sys_mmap(0, size, PROT_READ, MAP_SHARED, fd, 0);
	if (sys_failed(at))
		return at;
	error = gprt_syscall3(SYS_mincore, at, (long)size, (long)pages);
	if (!mapped)
		sys_munmap((uintptr_t)at, size);
	return error;
}

/* The extents that the file system listed; only the page cache has data not yet written.  Returns
   where the last one ends, below or at 'size', or a negative error. */
static long set_extents(const struct fiemap *told, uint64_t from, uint64_t size,
			unsigned char *pages)
{
	for (uint32_t i = 0; i < told->fm_mapped_extents && i < MOST_EXTENTS; i++) {
		const struct fiemap_extent *e = &told->fm_extents[i];
		uint64_t to = e->fe_logical + e->fe_length;

		if (to <= from)
			return -EINVAL;
		from = to < size ? to : size;
		if (!(e->fe_flags & FIEMAP_EXTENT_UNWRITTEN) && e->fe_logical < from)
			set(pages, e->fe_logical, from);
	}
	return (long)from;
}

/* The same as add_sought, in one call. */
static long add_extents(int fd, uint64_t size, unsigned char *pages)
{
	uint64_t room[(sizeof(struct fiemap) + MOST_EXTENTS * sizeof(struct fiemap_extent)) / 8];
	struct fiemap *ask = (struct fiemap *)room;
	long error, from = 0;

	do {
		gprt_clear(ask, sizeof(*ask));
		ask->fm_start = (uint64_t)from;
		ask->fm_length = size - (uint64_t)from;
		ask->fm_extent_count = MOST_EXTENTS;
		error = gprt_syscall3(SYS_ioctl, fd, (long)FS_IOC_FIEMAP, (long)ask);
		from = error < 0 ? error : set_extents(ask, (uint64_t)from, size, pages);
	} while (from >= 0 && (uint64_t)from < size && ask->fm_mapped_extents == MOST_EXTENTS);
	return from;
}

static long seek(int fd, uint64_t from, int what)
{
	return gprt_syscall3(SYS_lseek, fd, (long)from, what);
}

static long add_sought(int fd, uint64_t size, unsigned char *pages)
{
	long from, to = 0;

	while ((uint64_t)to < size) {
		from = seek(fd, (uint64_t)to, SEEK_DATA);
		if (from == -ENXIO)
			return 0;
		to = sys_failed(from) ? from : seek(fd, (uint64_t)from, SEEK_HOLE);
		if (sys_failed(to))
			return to;
		if (to <= from)
			return -EINVAL;
		set(pages, (uint64_t)from, (uint64_t)to < size ? (uint64_t)to : size);
	}
	return 0;
}

/* The file system's part of it. */
static long add_stored(int fd, uint64_t size, unsigned char *pages)
{
	return add_extents(fd, size, pages) < 0 ? add_sought(fd, size, pages) : 0;
}

/* A file system that does not know its holes says that there are none. */
void gprt_pages_find(int fd, const char *mapped, uint64_t size, unsigned char *pages)
{
	long hole = seek(fd, 0, SEEK_HOLE);

	if (sys_failed(hole) || (uint64_t)hole >= size ||
	    sys_failed(add_cached(fd, mapped, size, pages)) ||
	    sys_failed(add_stored(fd, size, pages)))
		set(pages, 0, size);
}

bool gprt_pages_next(const unsigned char *pages, unsigned but, uint64_t end, uint64_t *from,
		     uint64_t *to)
{
	const unsigned mask = GPRT_PAGE_HOLDS | but;
	uint64_t at = *to;

	if (!pages) {
		*from = at;
		*to = end;
		return at < end;
	}
	while (at < end && (pages[at / GPROF_PAGE] & mask) != GPRT_PAGE_HOLDS)
		at = (at / GPROF_PAGE + 1) * GPROF_PAGE;
	*from = at;
	while (at < end && (pages[at / GPROF_PAGE] & mask) == GPRT_PAGE_HOLDS)
		at = (at / GPROF_PAGE + 1) * GPROF_PAGE;
	*to = at < end ? at : end;
	return *from < end;
}

void gprt_pages_make(char *at, uint64_t size)
{
	uintptr_t page = (uintptr_t)at & ~(uintptr_t)(GPROF_PAGE - 1);

	sys_populate(page, gprt_round((uintptr_t)at + size - page));
}
