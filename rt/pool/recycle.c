/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * recycle.c - leaves the file of a process that has been merged to the next one
 * (file/blank_file.c).
 *
 * The process may run on, in destructors.  So first its mappings of the file become memory of its
 * own, at the same addresses and with the same contents but for counters, which begin anew.  It
 * goes on as if nothing had happened.  Its later counts are in no file, as in one that is removed.
 * Meanwhile nobody else writes: no other thread runs, signals are blocked, and a tool that looks at
 * a living process has locked its file (flock).  A forked child reads what its parent's file says
 * of modules, and one that was made without the runtime's notice counts in it: while any child has
 * the file mapped it is claimed, by the descriptor that it was made with, and neither cleared nor
 * left.  A child that has its parent's memory claims nothing, for its mappings are its parent's: a
 * file that may be counted in by one is not left.
 *
 * A process killed on the way leaves a file with its name and an empty header, or one that its
 * member knows as merged: both are removed by the next process.
 *
 * At the process's end, with the lock held and all signals blocked.
 */
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/write.h"
#include "file/blank_file.h"
#include "file/file.h"
#include "file/mapping.h"
#include "file/ownership.h"
#include "pool/pages.h"
#include "pool/pool.h"
#include "pool/profile.h"
#include "record/block.h"
#include "record/slot.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <sys/file.h>

#define MOST_PIECES 8u  /* mappings of the file; more: it is removed */

/* A mapping of the file, and memory with its contents. */
struct piece {
	char *at, *copy;
	size_t size;
	uint64_t offset; /* in the file */
};

struct pieces {
	struct piece piece[MOST_PIECES];
	unsigned n;
	const struct gprt_profile *own;
};

static bool add_piece(struct pieces *p, char *at, size_t size, uint64_t offset)
{
	if (p->n == MOST_PIECES)
		return false;
	p->piece[p->n++] = (struct piece){ at, NULL, size, offset };
	return true;
}

/* The first window, and blocks that a forked child has where its parent had them. */
static bool find_pieces(struct pieces *p)
{
	const struct gprt_window *w = gprt_mapping.windows;

	if (w->older || w->offset || !add_piece(p, w->at, w->size, 0))
		return false;
	for (const struct gprt_thread *t = gprt_slots.first; t; t = t->next)
		for (const struct gprt_view *v = t->views; v; v = v->next)
			if (v->offset && v->block && v->block != (uintptr_t)w->at + v->offset &&
			    !add_piece(p, (char *)v->block, v->unit->span, v->offset))
				return false;
	return true;
}

static bool is_blank(const char *page)
{
	const uint64_t *word = (const uint64_t *)page, *end = word + GPROF_PAGE / 8;

	while (word < end && !*word)
		word++;
	return word == end;
}

/* Notes which pages are blank: many that the file has are of earlier processes. */
static void find_blank(const struct pieces *p, unsigned char *pages)
{
	uint64_t from, to = 0;

	while (gprt_pages_next(pages, 0, p->own->size, &from, &to))
		for (; from < to; from += GPROF_PAGE)
			if (is_blank(p->piece[0].at + from))
				pages[from / GPROF_PAGE] |= GPRT_PAGE_BLANK;
}

/* All but blank pages and counters, which begin anew at 0. */
static void copy_pages(const struct pieces *p, const struct piece *piece)
{
	uint64_t end = piece->offset + piece->size, from, to = piece->offset;

	if (end > p->own->size)
		end = p->own->size;
	while (gprt_pages_next(p->own->pages, GPRT_PAGE_BLANK | GPRT_PAGE_DEFERRED, end, &from,
			       &to))
		gprt_copy(piece->copy + (from - piece->offset), piece->at + (from - piece->offset),
			  to - from);
}

/* Memory for all pieces, with their contents; false: no memory. */
static bool copy_pieces(struct pieces *p)
{
	long at;

	for (unsigned i = 0; i < p->n; i++) {
		at = sys_mmap(0, p->piece[i].size, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (sys_failed(at))
			return false;
		p->piece[i].copy = (char *)at;
		copy_pages(p, &p->piece[i]);
	}
	return true;
}

/* Puts the copies in the place of the file. */
static bool leave_file(const struct pieces *p)
{
	long at = 0;

	for (unsigned i = 0; i < p->n && !sys_failed(at); i++)
		at = gprt_syscall(SYS_mremap, (long)p->piece[i].copy, (long)p->piece[i].size,
				  (long)p->piece[i].size, MREMAP_MAYMOVE | MREMAP_FIXED,
				  (long)p->piece[i].at, 0);
	return !sys_failed(at);
}

static bool write_blank(uint64_t from, uint64_t to)
{
	long n = 1;

	for (; from < to && n > 0; from += (uint64_t)n) {
		n = (long)(to - from < sizeof(gprt.scratch) ? to - from : sizeof(gprt.scratch));
		n = gprt_pwrite(gprt_file.fd, gprt.scratch, (size_t)n, from);
	}
	return n > 0;
}

/* Clears the file, from its header on, so that nobody takes what is left for a profile. */
static bool clear_file(const struct pieces *p)
{
	uint64_t from, to = 0;

	gprt_clear(gprt.scratch, sizeof(gprt.scratch));
	while (gprt_pages_next(p->own->pages, GPRT_PAGE_BLANK, p->own->size, &from, &to))
		if (!write_blank(from, to))
			return false;
	return true;
}

/* It is not the member, nobody reads it, or is to write to it, and it may be cleared; and it is
   claimed by another descriptor than this one, which goes with its mappings. */
static bool is_free(const struct gprt_profile *own)
{
	return own->mapped && !(gprt_file.header->flags & GPROF_FILE_SHARED) &&
	       own->size <= sys_limit(RLIMIT_FSIZE, RLIM_INFINITY) &&
	       own->size == gprt_file.header->file_end && !gprt_options.wall &&
	       gprt_file.length <= GPRT_BLANK_FILE_MAX &&
	       gprt_is_owned_at(gprt_file.fd, gprt_file.path) &&
	       gprt_owned_claim(gprt_file.fd) < 0 &&
	       !sys_failed(gprt_syscall3(SYS_flock, gprt_file.fd, LOCK_EX | LOCK_NB, 0));
}

/* The process goes on without the file, and without having noticed. */
static bool make_blank(const struct gprt_profile *own)
{
	struct pieces p;

	gprt_clear(&p, sizeof(p));
	p.own = own;
	if (!find_pieces(&p))
		return false;
	find_blank(&p, own->pages);
	gprt_pool_defer_blocks(own->at, own->size, own->pages);
	return copy_pieces(&p) && leave_file(&p) &&
	       gprt_owned_claim(gprt_file.fd) == 0 && clear_file(&p);
}

bool gprt_pool_recycle(const struct gprt_profile *own, char *name)
{
	struct stat st;

	gprt_blank_file_name(name);
	return sys_stat(name, &st) == -ENOENT && is_free(own) && make_blank(own) &&
	       !sys_failed(sys_rename(gprt_file.path, name, RENAME_NOREPLACE));
}
