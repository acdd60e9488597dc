/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pages.c - which pages of a file hold something: only these are read, added up and written.
 *
 * A profile is mostly pages that were never touched, and reading one would make it.  What the
 * file system has of the file, SEEK_DATA finds.  What was changed through a mapping, or is on
 * its way to a server (FUSE), may be in the page cache alone: mincore finds that, and is asked
 * first, since a page leaves the cache only for the file.  A page that neither knows of is zero.
 */
#include "pool/pages.h"

#include "base/process.h"
#include "base/sys.h"

#include <errno.h>
#include <gprof-llvm/format.h>

#ifndef SEEK_DATA
#define SEEK_DATA 3
#define SEEK_HOLE 4
#endif

static void set(unsigned char *pages, uint64_t from, uint64_t to)
{
	for (uint64_t i = from / GPROF_PAGE; i < gp_round(to) / GPROF_PAGE; i++)
		pages[i] = GP_PAGE_HOLDS;
}

/* What the page cache has of the file; 'mapped': where it is in memory, NULL: nowhere. */
static long add_cached(int fd, const char *mapped, uint64_t size, unsigned char *pages)
{
	long at = (long)mapped, error;

	if (!mapped)
		at = sys_mmap(0, size, PROT_READ, MAP_SHARED, fd, 0);
	if (sys_failed(at))
		return at;
	error = gp_syscall3(SYS_mincore, at, (long)size, (long)pages);
	if (!mapped)
		sys_munmap((uintptr_t)at, size);
	return error;
}

static long seek(int fd, uint64_t from, int what)
{
	return gp_syscall3(SYS_lseek, fd, (long)from, what);
}

/* What the file system has of it. */
static long add_stored(int fd, uint64_t size, unsigned char *pages)
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

/* A file system that does not know its holes says that there are none. */
void gp_pages_find(int fd, const char *mapped, uint64_t size, unsigned char *pages)
{
	long hole = seek(fd, 0, SEEK_HOLE);

	if (sys_failed(hole) || (uint64_t)hole >= size ||
	    sys_failed(add_cached(fd, mapped, size, pages)) ||
	    sys_failed(add_stored(fd, size, pages)))
		set(pages, 0, size);
}

bool gp_pages_next(const unsigned char *pages, unsigned but, uint64_t end, uint64_t *from,
		   uint64_t *to)
{
	const unsigned mask = GP_PAGE_HOLDS | but;
	uint64_t at = *to;

	if (!pages) {
		*from = at;
		*to = end;
		return at < end;
	}
	while (at < end && (pages[at / GPROF_PAGE] & mask) != GP_PAGE_HOLDS)
		at = (at / GPROF_PAGE + 1) * GPROF_PAGE;
	*from = at;
	while (at < end && (pages[at / GPROF_PAGE] & mask) == GP_PAGE_HOLDS)
		at = (at / GPROF_PAGE + 1) * GPROF_PAGE;
	*to = at < end ? at : end;
	return *from < end;
}
