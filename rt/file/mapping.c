/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mapping.c - the profile file as memory: where its pages are mapped, and its space.
 *
 * The file is mapped in a few windows that double, the first one when it is made; blocks and
 * small things are carved from them.  So the mappings of a process with many threads and
 * objects are few, and nothing is mapped when a thread begins.  What a window has beyond the end
 * of the file is closed until the file is longer.
 *
 * After the start the runtime has no descriptor. The file is longer than its used part, with holes;
 * MADV_POPULATE_WRITE has the file system give the space before it is touched, since a hole on a
 * full disk is a SIGBUS.  That touches each page, which takes most of the start of a program with
 * many counters; so what the first thread needs has its space by fallocate, before the descriptor
 * goes, and the kernel is advised against reading the 128 KB around what is touched: zeros, of
 * which a short process needs one page in three.
 *
 * A window beyond those there is made by mremap from one of them.  Only to make the file longer
 * it is opened, by its name (private_fds.c).  Instrumented code calls the runtime before it gives
 * up the right to do that.  The runtime then makes the file much longer.
 *
 * Where the kernel cannot do this (Linux before 5.14, valgrind) a descriptor stays, and
 * fallocate gives the space.  Without any file windows are anonymous memory (memory.c).
 *
 * file_end is where the next pages are taken.  Another process may add to the file too
 * (snapshots), so it moves by compare-and-swap.  Everything here is called with the lock held.
 */
#include "file/mapping.h"

#include "base/maps.h"
#include "base/private_fds.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "base/write.h"
#include "file/descriptor.h"
#include "file/file.h"
#include "file/name.h"
#include "file/ownership.h"

#include <elf.h>
#include <errno.h>
#include <gprof-llvm/format.h>

#define MOST_AHEAD (64ul << 20)  /* bytes that a window has beyond the request that it is made
				    for */
#define FIRST_AHEAD (1ul << 20)  /* the same of the first one in a pool, at least */
#define SPARE_THREADS 256u       /* that there is room for when no more can be had */
#define SPARE_SMALL (64ul << 10) /* bytes of one of these that are not blocks */
#define SPARE_MOST (1ul << 32)   /* of them all */

struct gprt_mapping gprt_mapping;
static uintptr_t above_executable; /* where to look first for room above it */

/* Where that offset of the file is in memory, or NULL. */
void *gprt_mapping_at(uint64_t offset)
{
	for (const struct gprt_window *w = gprt_mapping.windows; w; w = w->older)
		if (offset >= w->offset && offset - w->offset < w->size)
			return w->at + (offset - w->offset);
	return NULL;
}

/* The newest window that begins at or before that offset. */
static const struct gprt_window *window_before(uint64_t offset)
{
	const struct gprt_window *w = gprt_mapping.windows;

	while (w && w->offset > offset)
		w = w->older;
	return w;
}

/* Maps a part of the file once more, with the help of a window, and no descriptor. */
static long map_again(size_t size, uint64_t offset)
{
	const struct gprt_window *w = window_before(offset);
	uint64_t within, skip;
	long at;

	if (!w)
		return -EINVAL;
	within = offset - w->offset;
	if (within > w->size - GPROF_PAGE)
		within = w->size - GPROF_PAGE;
	skip = offset - w->offset - within;
	at = gprt_syscall4(SYS_mremap, (long)(w->at + within), 0, (long)(skip + size),
			   MREMAP_MAYMOVE);
	if (sys_failed(at))
		return at;
	if (skip)
		sys_munmap((uintptr_t)at, skip);
	return at + (long)skip;
}

/* Maps a part of the file; what mmap does. */
static long map(size_t size, uint64_t offset)
{
	if (gprt_file.in_memory)
		return sys_mmap(0, size, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (gprt_file.fd < 0)
		return map_again(size, offset);
	return sys_mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, gprt_file.fd, offset);
}

/* A free range that nobody else takes, at that address. */
static bool reserve(uintptr_t at, size_t size)
{
	long map;

	if (!at)
		return false;
	map = sys_mmap(at, size, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if ((uintptr_t)map == at)
		return true;
	if (!sys_failed(map)) /* a kernel without MAP_FIXED_NOREPLACE */
		sys_munmap((uintptr_t)map, size);
	return false;
}

/* Moves a mapping to where it is above that address. */
static long move_above(long from, size_t size, uintptr_t above)
{
	uintptr_t to = above_executable > above ? above_executable : 0;
	long at = -ENOMEM;

	if (!reserve(to, size)) {
		to = gprt_maps_gap(above, size);
		if (!reserve(to, size))
			to = 0;
	}
	if (to) {
		at = gprt_syscall(SYS_mremap, from, (long)size, (long)size,
				  MREMAP_MAYMOVE | MREMAP_FIXED, (long)to, 0);
		above_executable = to + size;
	}
	if (sys_failed(at))
		sys_munmap((uintptr_t)from, size);
	return at;
}

static bool add_window(char *at, size_t size, uint64_t offset)
{
	struct gprt_window *w = gprt_heap(sizeof(*w));

	if (!w)
		return false;
	w->older = gprt_mapping.windows;
	w->offset = offset;
	w->size = size;
	w->open = size;
	w->at = at;
	gprt_mapping.windows = w;
	return true;
}

/* How much of a window the file has. */
static uint64_t had(const struct gprt_window *w)
{
	uint64_t length = gprt_file.length > w->offset ? gprt_file.length - w->offset : 0;

	return length < w->size ? length : w->size;
}

/*
 * A window may reach beyond the end of the file.  Its pages there are closed: a program may read
 * all that /proc/self/maps calls writable, as collectors do, and would get a SIGBUS there.
 */
bool gprt_window_close(struct gprt_window *w)
{
	w->open = had(w);
	if (w->open == w->size ||
	    !sys_failed(gprt_syscall3(SYS_mprotect, (long)(w->at + w->open),
				      (long)(w->size - w->open), PROT_NONE)))
		return true;
	w->size = w->open;
	return false;
}

/* Opens those that the file has now; where that fails the window ends. */
static void open_window(struct gprt_window *w)
{
	uint64_t size = had(w);

	if (size <= w->open)
		return;
	if (sys_failed(gprt_syscall3(SYS_mprotect, (long)(w->at + w->open), (long)(size - w->open),
				     PROT_READ | PROT_WRITE)))
		w->size = w->open;
	else
		w->open = size;
}

/* The file is longer now. */
static void open_windows(uint64_t length)
{
	gprt_file.length = length;
	for (struct gprt_window *w = gprt_mapping.windows; w; w = w->older)
		open_window(w);
}

static bool map_window(size_t size, uint64_t offset, uintptr_t above)
{
	long at = map(size, offset);

	if (!sys_failed(at) && (uintptr_t)at < above)
		at = move_above(at, size, above);
	return !sys_failed(at) && add_window((char *)at, size, offset) &&
	       (gprt_file.in_memory || gprt_window_close(gprt_mapping.windows));
}

/* ------------------------------------------------------------------ */

/* Never makes it shorter, whatever another process does to it meanwhile. */
static long make_longer(void *length)
{
	uint64_t wanted = *(uint64_t *)length;
	long fd = gprt_owned_open(gprt_file.path, O_RDWR);
	struct stat st;
	long error;

	if (sys_failed(fd))
		return fd;
	error = sys_fstat((int)fd, &st);
	if (error >= 0 && (st.st_dev != gprt_file.dev || st.st_ino != gprt_file.ino))
		error = -ENOENT;
	if (error >= 0 && (uint64_t)st.st_size < wanted)
		error = gprt_fallocate((int)fd, wanted - GPROF_PAGE, GPROF_PAGE);
	sys_close((int)fd);
	return error;
}

/* RLIMIT_FSIZE is looked at first: often a file is asked for that is longer than need be. */
static bool reach(uint64_t length)
{
	bool alone;

	if (length <= gprt_file.length)
		return true;
	if (length > sys_limit(RLIMIT_FSIZE, RLIM_INFINITY) ||
	    sys_failed(gprt_with_private_fds(make_longer, &length, GPRT_FDS_PREFERRED, &alone)))
		return false;
	open_windows(length);
	return true;
}

/* As long again, within limits: what comes next needs no call then. */
static uint64_t with_ahead(uint64_t length)
{
	return length + (length < MOST_AHEAD ? length : MOST_AHEAD);
}

/* A window may reach beyond the end of the file. */
static bool is_reached(uint64_t end)
{
	return gprt_file.in_memory || gprt_file.fd >= 0 || end <= gprt_file.length ||
	       reach(with_ahead(end)) || reach(end);
}

/* The file as long as it can be had, and at least up to 'end'; its length. */
static uint64_t lengthen(uint64_t end)
{
	if (!is_reached(end))
		return 0;
	return gprt_file.in_memory || gprt_file.fd >= 0 ? with_ahead(end) : gprt_file.length;
}

/* A window for 'size' bytes from the end of the taken part. */
static bool new_window(uint64_t end, size_t size, uintptr_t above)
{
	uint64_t length = lengthen(end + size);

	if (!length)
		return false;
	return map_window(length - end, end, above) || map_window(size, end, above);
}

/*
 * What has been told of gives up a right, after which the file may be out of reach: now there
 * is room for many threads more.  Nothing of it is used yet: it is a hole.
 */
void gprt_mapping_reserve(uint64_t thread)
{
	uint64_t spare;

	if (gprt_file.in_memory || gprt_file.fd >= 0)
		return;
	gprt_mapping.reserved = true;
	thread += SPARE_SMALL;
	spare = thread * SPARE_THREADS;
	if (spare > SPARE_MOST)
		spare = SPARE_MOST;
	while (!reach(gprt_round(gprt_file.header->file_end + spare)) && spare > thread)
		spare /= 2;
}

/* ------------------------------------------------------------------ */

static bool is_in(const struct gprt_window *w, uint64_t end, size_t size, uintptr_t above)
{
	return end >= w->offset && end - w->offset <= w->size &&
	       size <= w->size - (end - w->offset) &&
	       (uintptr_t)w->at + (end - w->offset) >= above;
}

static const struct gprt_window *window_for(uint64_t end, size_t size, uintptr_t above)
{
	const struct gprt_window *w;

	for (w = gprt_mapping.windows; w; w = w->older)
		if (is_in(w, end, size, above))
			return w;
	return new_window(end, size, above) ? gprt_mapping.windows : NULL;
}

/* How pages are going to be touched: MADV_RANDOM, here and there; MADV_NORMAL, many in a row. */
static void advise(long how)
{
	for (const struct gprt_window *w = gprt_mapping.windows; w; w = w->older)
		gprt_syscall3(SYS_madvise, (long)w->at, (long)w->size, how);
	gprt_mapping.scattered = how == MADV_RANDOM;
}

/* By a descriptor, which makes the file longer too; false: no space, or its pages stay closed. */
static bool give(size_t size, uint64_t offset)
{
	if (gprt_file_space(offset, size) < 0)
		return false;
	if (offset + size > gprt_file.length)
		open_windows(offset + size);
	return gprt_mapping_at(offset + size - 1);
}

/* Has the file system give the pages; what is in them stays. */
static bool fill(char *at, size_t size, uint64_t offset)
{
	if (gprt_file.in_memory || offset + size <= gprt_file.filled)
		return true;
	if (gprt_file.fd >= 0)
		return give(size, offset);
	if (gprt_mapping.scattered)
		advise(MADV_NORMAL);
	return sys_populate((uintptr_t)at, size) >= 0;
}

/*
 * Takes pages of the file, all zero, at or above that address.  Another process may take the
 * same first: then they are the next ones.  NULL if there are none, for want of space too.
 */
void *gprt_mapping_alloc(size_t size, uintptr_t above, uint64_t *offset)
{
	uint64_t end = __atomic_load_n(&gprt_file.header->file_end, __ATOMIC_RELAXED);
	const struct gprt_window *w;
	char *at;

	do {
		if (!is_reached(end + size))
			return NULL;
		w = window_for(end, size, above);
		if (!w)
			return NULL;
		at = w->at + (end - w->offset);
		if (!fill(at, size, end))
			return NULL;
	} while (!__atomic_compare_exchange_n(&gprt_file.header->file_end, &end, end + size, false,
					      __ATOMIC_RELEASE, __ATOMIC_RELAXED));
	*offset = end;
	return at;
}

/* Maps pages taken before once more, over whatever is at that address. */
bool gprt_mapping_place(uintptr_t at, size_t size, uint64_t offset)
{
	const int access = PROT_READ | PROT_WRITE;
	long to;

	if (gprt_file.in_memory) {
		to = sys_mmap(at, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		return !sys_failed(to) && add_window((char *)to, size, offset);
	}
	if (gprt_file.fd >= 0)
		to = sys_mmap(at, size, access, MAP_SHARED | MAP_FIXED, gprt_file.fd, offset);
	else
		to = gprt_syscall(SYS_mremap, (long)gprt_mapping_at(offset), 0, (long)size,
				  MREMAP_MAYMOVE | MREMAP_FIXED, (long)at, 0);
	return !sys_failed(to);
}

/* Where the first 'size' bytes of the file are in one piece; NULL: nowhere. */
char *gprt_mapping_whole(size_t size)
{
	for (const struct gprt_window *w = gprt_mapping.windows; w; w = w->older)
		if (!w->offset && size <= w->open)
			return gprt_file.in_memory ? NULL : w->at;
	return NULL;
}

/* The first bytes of the file, as one range of memory; NULL without one. */
char *gprt_mapping_image(size_t size)
{
	long at = gprt_file.in_memory ? -ENODEV : map(size, 0);

	return sys_failed(at) ? NULL : (char *)at;
}

/* No descriptor from here on, if the kernel can do without one. */
static void let_go(void)
{
	long again;

	if (sys_populate((uintptr_t)gprt_file.header, GPROF_PAGE) < 0)
		return;
	again = gprt_syscall4(SYS_mremap, (long)gprt_file.header, 0, GPROF_PAGE, MREMAP_MAYMOVE);
	if (sys_failed(again))
		return;
	sys_munmap((uintptr_t)again, GPROF_PAGE);
	gprt_file_close();
}

/* The first window of the file of a pool reaches beyond its end: the file may become longer then,
   and still be in one piece, so that counts are taken from memory, and the next process has it. */
static bool map_first(uint64_t length, size_t size)
{
	uint64_t wanted = length;

	if (gprt_name.pool && !gprt_file.in_memory)
		wanted = length < FIRST_AHEAD ? length + FIRST_AHEAD : with_ahead(length);
	return map_window(wanted, 0, gprt_auxv(AT_PHDR)) || map_window(size, 0, 0);
}

/* The first window, of the file that has just been made, or of memory; -1, or its address. */
long gprt_mapping_start(size_t size)
{
	gprt_mapping.windows = NULL;
	gprt_file.header = NULL;
	gprt_mapping.reserved = false;
	if (!map_first(gprt_file.in_memory ? size : gprt_file.length, size))
		return -1;
	if (!gprt_file.in_memory)
		advise(MADV_RANDOM);
	return (long)gprt_mapping.windows->at;
}

/* The header is in place. */
void gprt_mapping_started(void)
{
	if (!gprt_file.in_memory)
		let_go();
}
