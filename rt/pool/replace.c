/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * replace.c - puts the result of a merge in its member's place.
 *
 * The member and its spare change names (RENAME_EXCHANGE): the spare is the member before last,
 * overwritten.  A new file for each merge was three times as dear: file systems look long for an
 * inode when many were removed shortly before, ext4 writes a file to the disk at once that takes
 * the name of another, and all its pages are new.
 *
 *	.prog.1.gprof.spare  changed under a lock (flock) only; whoever reads a member holds a
 *	                     shared one, so what was opened as a member does not change meanwhile
 *
 * Who was killed while writing leaves a spare that is good for nothing but to be overwritten.
 * Where there can be none (it is locked, its name is taken, the file system cannot exchange
 * names) the result is a file with a name that nobody can foresee, and takes the member's name.
 */
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "base/write.h"
#include "file/name.h"
#include "file/ownership.h"
#include "pool/pages.h"
#include "pool/pool.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <sys/file.h>

#define TRIES 100u       /* to make a file that nobody removes */
#define AT_ONCE 65536ul  /* bytes of the spare compared at once */

/* A file for the result. */
struct target {
	int fd;
	char *name;
	bool spare;  /* it keeps its name for the next merge */
	bool fresh;  /* it is empty */
	char *old;   /* room for a piece of it; NULL: none */
	const unsigned char *states; /* of the image's pages; NULL: not known */
};

/* FOLDER/.NAME. */
static struct gprt_text hidden_name(const char *member, char *to)
{
	struct gprt_text t = gprt_text(to, GPRT_PATH);

	gprt_pool_put_folder(&t, member);
	gprt_put_char(&t, '.');
	gprt_put(&t, member + gprt_pool_folder(member));
	gprt_put_char(&t, '.');
	return t;
}

/* FOLDER/.NAME.RANDOM.new: a name that no report looks at. */
static void new_name(const char *member, char *to)
{
	static const char hex[] = "0123456789abcdef";
	struct gprt_text t = hidden_name(member, to);
	uint64_t random = 0;

	gprt_syscall3(SYS_getrandom, (long)&random, sizeof(random), 1 /* GRND_NONBLOCK */);
	random ^= sys_clock(CLOCK_MONOTONIC) * 0x9e3779b97f4a7c15ull ^ (uint64_t)gprt.pid << 40;
	for (unsigned i = 0; i < 16; i++)
		gprt_put_char(&t, hex[random >> 4 * i & 15]);
	gprt_put(&t, ".new");
}

static long create(const char *name)
{
	return sys_open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/*
 * A new file, claimed, so that who finds it knows that it is being written.  Somebody may find
 * it before it is, and remove it: then there is another.
 */
static long make_new(const char *member, char *name)
{
	long fd = -EAGAIN;

	for (unsigned i = 0; i < TRIES && fd == -EAGAIN; i++) {
		new_name(member, name);
		fd = create(name);
		if (sys_failed(fd) ||
		    (gprt_owned_claim((int)fd) == 0 && gprt_is_owned_at((int)fd, name)))
			continue;
		sys_close((int)fd);
		gprt_pool_remove(name);
		fd = -EAGAIN;
	}
	return fd;
}

/* The member's spare, or a new one, locked. */
static long open_spare(const char *member, struct target *t)
{
	struct gprt_text name = hidden_name(member, t->name);
	long fd, error;

	gprt_put(&name, "spare");
	fd = gprt_pool_open(t->name, O_RDWR);
	t->fresh = fd == -ENOENT;
	if (t->fresh)
		fd = create(t->name);
	if (sys_failed(fd))
		return fd;
	error = gprt_syscall3(SYS_flock, fd, LOCK_EX | LOCK_NB, 0);
	if (!sys_failed(error) && gprt_is_owned_at((int)fd, t->name))
		return fd;
	sys_close((int)fd);
	return -EAGAIN;
}

static long open_target(const char *member, struct target *t)
{
	long fd = open_spare(member, t);

	t->spare = !sys_failed(fd);
	if (!t->spare) {
		t->fresh = true;
		fd = make_new(gprt_name.member, t->name);
	}
	if (!sys_failed(fd) && t->fresh)
		gprt_syscall3(SYS_fchmod, fd, 0600, 0); /* whatever the umask */
	t->fd = (int)fd;
	return fd;
}

static long write_range(int fd, const char *image, size_t from, size_t end)
{
	long n = 1;

	while (from < end && n > 0) {
		n = gprt_pwrite(fd, image + from, end - from, from);
		from += n > 0 ? (size_t)n : 0;
	}
	return from == end ? 0 : n < 0 ? n : -ENOSPC;
}

static bool differs(const char *page, const char *old)
{
	const uint64_t *a = (const uint64_t *)page, *b = (const uint64_t *)old;
	unsigned i = 0;

	while (i < GPROF_PAGE / 8 && a[i] == b[i])
		i++;
	return i < GPROF_PAGE / 8;
}

/* Pages of the image from there on, as far as the file has other bytes. */
static long write_differing(const struct target *t, const char *image, size_t from, size_t size)
{
	size_t at = 0, end;
	long n = 0;

	for (; !sys_failed(n) && at < size; at = end + GPROF_PAGE) {
		for (end = at; end < size && differs(image + from + end, t->old + end);)
			end += GPROF_PAGE;
		n = write_range(t->fd, image, from + at, from + end);
	}
	return n;
}

/* Returns true if most of these pages have counts of the profile that is added. */
static bool is_new(const struct target *t, size_t from, size_t size)
{
	size_t n = 0;

	for (size_t at = from; t->states && at < from + size; at += GPROF_PAGE)
		n += t->states[at / GPROF_PAGE] == GPRT_MERGE_ADDED;
	return n * GPROF_PAGE * 2 > size;
}

/* The image over what the spare has: a page is compared in half of the time that it takes to write
   it. */
static long write_changed(const struct target *t, const char *image, size_t from, size_t end)
{
	long n = 0;

	for (size_t size; !sys_failed(n) && from < end; from += size) {
		size = end - from < AT_ONCE ? end - from : AT_ONCE;
		if (is_new(t, from, size)) {
			n = write_range(t->fd, image, from, from + size);
			continue;
		}
		n = sys_pread(t->fd, t->old, size, from);
		if (n != (long)size)
			return write_range(t->fd, image, from, end);
		n = write_differing(t, image, from, size);
	}
	return n;
}

/* Which pages must be written: not those that are blank here and there. */
static const unsigned char *needed(const struct target *t, struct gprt_merge *m, size_t size)
{
	unsigned char *pages = m->states ? gprt_merge_scratch(m, size / GPROF_PAGE) : NULL;

	if (pages && !t->fresh)
		gprt_pages_find(t->fd, NULL, size, pages);
	for (size_t i = 0; pages && i < size / GPROF_PAGE; i++)
		pages[i] |= m->states[i] != GPRT_MERGE_BLANK;
	return pages;
}

/* A user may have opened the member to others; the spare is to be read by the same. */
static void take_mode(const struct target *t, const char *member)
{
	struct stat new, old;

	if (sys_stat(member, &old) >= 0 && sys_fstat(t->fd, &new) >= 0 &&
	    (old.st_mode & 0777) != (new.st_mode & 0777))
		gprt_syscall3(SYS_fchmod, t->fd, old.st_mode & 0777, 0);
}

static uint64_t size_of(int fd)
{
	struct stat st;

	return sys_fstat(fd, &st) < 0 ? 0 : (uint64_t)st.st_size;
}

static long write_image(const struct target *t, struct gprt_merge *m)
{
	size_t size = gprt_round(m->used);
	const unsigned char *pages = needed(t, m, size);
	uint64_t from, to = 0;
	long error = 0;

	if (size > sys_limit(RLIMIT_FSIZE, RLIM_INFINITY))
		return -EFBIG;
	while (!sys_failed(error) && gprt_pages_next(pages, 0, size, &from, &to))
		error = t->fresh || !t->old ? write_range(t->fd, m->image, from, to) :
				   write_changed(t, m->image, from, to);
	if (!sys_failed(error) && size_of(t->fd) != size)
		error = gprt_ftruncate(t->fd, size);
	return error;
}

/* A member that was the file of a process may still be mapped by it, which counts on until its
   very end: it must not be overwritten. */
static bool is_sum(const struct gprt_merge *m)
{
	return gprt_profile_value(&m->from[0].profile, GPROF_PROCESS_COUNT "=");
}

const char *gprt_pool_replace(const char *member, struct gprt_merge *m, char *name)
{
	struct target t = { .fd = -1, .name = name, .states = m->states };
	long error = open_target(member, &t);

	if (sys_failed(error))
		return gprt_error_name(error);
	t.old = gprt_merge_scratch(m, AT_ONCE);
	error = write_image(&t, m);
	if (!sys_failed(error)) {
		take_mode(&t, member);
		error = t.spare && is_sum(m) ? sys_rename(name, member, RENAME_EXCHANGE) : -EINVAL;
		if (sys_failed(error))
			error = sys_rename(name, member, 0);
	}
	sys_close(t.fd);
	if (!sys_failed(error))
		return NULL;
	gprt_pool_remove(name);
	return gprt_error_name(error);
}
