/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * files.c - the files of a pool: opened, read, replaced, set aside.
 *
 * The folder may be shared, and names in it taken by whoever was first.  So a file is
 * looked at before it is opened and after; what is not ours is neither read nor waited
 * for.  What is read is read into memory: a mapping would change, or fault, when somebody
 * writes to the file.  What we make has a name that nobody can foresee.
 */
#include "base/message.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/descriptor.h"
#include "file/name.h"
#include "pool/merge.h"
#include "pool/pool.h"
#include "pool/profile.h"

#include <errno.h>
#include <gprof-llvm/format.h>

#define MOST_BYTES (1ull << 30) /* of a file to be merged: some seconds */
#define MOST_NAMES 1000u        /* tried for what is set aside */
#define NO_REPLACE 1            /* RENAME_NOREPLACE */
#define TRIES 100u              /* to make a file that nobody removes */

void gp_pool_remove(const char *path)
{
	gp_syscall3(SYS_unlinkat, AT_FDCWD, (long)path, 0);
}

size_t gp_pool_folder(const char *path)
{
	size_t n = gp_length(path);

	while (n && path[n - 1] != '/')
		n--;
	return n;
}

static void put_part(struct gp_text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gp_put_char(t, s[i]);
}

void gp_pool_put_folder(struct gp_text *t, const char *path)
{
	put_part(t, path, gp_pool_folder(path));
}

void gp_pool_name(char *to, const char *name, unsigned n, const char *word)
{
	struct gp_text t = gp_text(to, GP_PATH);
	const char *ending = gp_file_ending();

	put_part(&t, name, gp_length(name) - gp_length(ending));
	gp_put(&t, word);
	if (n > 1) {
		gp_put_char(&t, *word ? '-' : '.');
		gp_put_number(&t, n);
	}
	gp_put(&t, ending);
}

/* ------------------------------------------------------------------ */

static bool is_ours(const struct stat *st)
{
	return S_ISREG(st->st_mode) && st->st_nlink == 1 &&
	       st->st_uid == (uid_t)gp_syscall3(SYS_geteuid, 0, 0, 0);
}

bool gp_pool_is_named(int fd, const char *path)
{
	struct stat a, b;

	return sys_fstat(fd, &a) >= 0 && sys_stat(path, &b) >= 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && is_ours(&a);
}

long gp_pool_open(const char *path, int flags)
{
	struct stat st;
	long fd = sys_stat(path, &st);

	if (sys_failed(fd))
		return fd;
	if (!is_ours(&st))
		return -EPERM;
	fd = sys_open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
	if (fd == -ELOOP)
		return -EPERM;
	if (sys_failed(fd) || gp_pool_is_named((int)fd, path))
		return fd;
	sys_close((int)fd);
	return -EAGAIN;
}

static long read_all(int fd, char *to, uint64_t size)
{
	uint64_t done = 0;
	long n = 1;

	while (done < size && n > 0) {
		n = gp_syscall4(SYS_pread64, fd, (long)(to + done), (long)(size - done),
				(long)done);
		done += n > 0 ? (uint64_t)n : 0;
	}
	return n;
}

/* Of the file's bytes those in use: what was made longer ahead of time is mostly holes. */
static uint64_t used_bytes(int fd, uint64_t size)
{
	struct gprof_file_header head;

	gp_clear(&head, sizeof(head));
	if (read_all(fd, (char *)&head, sizeof(head)) < 0 ||
	    gprof_check_header(&head, size) != GPROF_FAULT_NONE || head.file_end < sizeof(head))
		return size;
	return head.file_end;
}

const char *gp_pool_load(int fd, struct gp_profile *p)
{
	struct stat st;
	uint64_t size;
	long n;

	p->at = NULL;
	p->size = 0;
	if (sys_fstat(fd, &st) < 0 || !st.st_size)
		return NULL;
	size = used_bytes(fd, (uint64_t)st.st_size);
	if (size > MOST_BYTES)
		return "it is too large";
	n = sys_mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
		     -1, 0);
	if (sys_failed(n))
		return "out of memory";
	p->at = (const char *)n;
	p->size = size;
	n = read_all(fd, (char *)n, size);
	return n < 0 ? gp_error_name(n) : NULL;
}

void gp_pool_unload(const struct gp_profile *p)
{
	if (p->at)
		sys_munmap((uintptr_t)p->at, p->size);
}

/* ------------------------------------------------------------------ */

/* FOLDER/.NAME.RANDOM.new: a name that no report looks at. */
static void new_name(const char *member, char *to)
{
	static const char hex[] = "0123456789abcdef";
	struct gp_text t = gp_text(to, GP_PATH);
	uint64_t random = 0;

	gp_syscall3(SYS_getrandom, (long)&random, sizeof(random), 1 /* GRND_NONBLOCK */);
	random ^= sys_clock(CLOCK_MONOTONIC) * 0x9e3779b97f4a7c15ull ^ (uint64_t)gp.pid << 40;
	gp_pool_put_folder(&t, member);
	gp_put_char(&t, '.');
	gp_put(&t, member + gp_pool_folder(member));
	gp_put_char(&t, '.');
	for (unsigned i = 0; i < 16; i++)
		gp_put_char(&t, hex[random >> 4 * i & 15]);
	gp_put(&t, ".new");
}

static long write_image(int fd, const struct gp_merge *m)
{
	size_t size = gp_round(m->used), done = 0;
	long n = 1;

	if (size > sys_limit(RLIMIT_FSIZE, RLIM_INFINITY))
		return -EFBIG;
	while (done < size && n > 0) {
		n = sys_pwrite(fd, m->image + done, size - done, done);
		done += n > 0 ? (size_t)n : 0;
	}
	return done == size ? 0 : n < 0 ? n : -ENOSPC;
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
		fd = sys_open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (sys_failed(fd) ||
		    (gp_pool_claim((int)fd) == 0 && gp_pool_is_named((int)fd, name)))
			continue;
		sys_close((int)fd);
		gp_pool_remove(name);
		fd = -EAGAIN;
	}
	return fd;
}

const char *gp_pool_replace(const char *member, const struct gp_merge *m, char *name)
{
	long fd = make_new(gp_name.member, name), error;

	if (sys_failed(fd))
		return gp_error_name(fd);
	gp_syscall3(SYS_fchmod, fd, 0600, 0); /* whatever the umask */
	error = write_image((int)fd, m);
	if (!sys_failed(error))
		error = sys_rename(name, member, 0);
	sys_close((int)fd);
	if (!sys_failed(error))
		return NULL;
	gp_pool_remove(name);
	return gp_error_name(error);
}

/* PATH.damaged, which *.gprof does not match, or NAME.apart.gprof, which it does. */
static void aside_name(const char *path, bool damaged, unsigned n, char *name)
{
	struct gp_text t;

	if (!damaged) {
		gp_pool_name(name, path, n, ".apart");
		return;
	}
	t = gp_text(name, GP_PATH);
	gp_put(&t, path);
	gp_put(&t, ".damaged");
	if (n > 1) {
		gp_put_char(&t, '-');
		gp_put_number(&t, n);
	}
}

bool gp_pool_set_aside(const char *path, bool damaged, const char *why, char *name)
{
	long error = -EEXIST;

	for (unsigned n = 1; n <= MOST_NAMES && error == -EEXIST; n++) {
		aside_name(path, damaged, n, name);
		error = sys_rename(path, name, NO_REPLACE);
	}
	if (!sys_failed(error))
		gp_say("set aside as '", name, "': ", why);
	else if (error != -ENOENT)
		gp_say("cannot merge '", path, "' into its pool: ", why);
	return !sys_failed(error);
}
