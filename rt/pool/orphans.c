/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * orphans.c - files of a pool's dead processes that did not come to merge them.
 *
 * The folder may be large and many files in it of processes that live: one look reads
 * some kilobytes of names, and the member says where the next one goes on.  So a process's end
 * takes no longer for orphans, and all are found in turn.
 */
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/name.h"
#include "file/ownership.h"
#include "pool/pool.h"

#include <errno.h>

static const char *skip_digits(const char *s)
{
	while (*s >= '0' && *s <= '9')
		s++;
	return s;
}

/* The text after 'n' bytes that both have; NULL if they differ. */
static const char *skip(const char *s, const char *prefix, size_t n)
{
	for (; n; n--)
		if (!*s || *s++ != *prefix++)
			return NULL;
	return s;
}

/* The text after the name of any member of this pool, up to its ending. */
static const char *skip_member(const char *s)
{
	const char *base = gprt_name.member + gprt_pool_folder(gprt_name.member);
	const char *number = gprt_name.member + gprt_name.number_at;
	const char *behind = gprt_name.member + gprt_name.number_end;
	size_t rest = gprt_length(behind) - gprt_length(gprt_file_ending());

	if (base > number)
		return NULL; /* the number is of a folder */
	s = skip(s, base, (size_t)(number - base));
	if (!s || skip_digits(s) == s)
		return NULL;
	return skip(skip_digits(s), behind, rest);
}

const char *gprt_pool_parse(const char *name, const char **end)
{
	const char *s = skip_member(name), *pid = s ? s + 1 : NULL;

	*end = s;
	if (!s || *s != '.' || skip_digits(pid) == pid || *skip_digits(pid) != '-')
		return NULL;
	s = skip_digits(pid) + 1;
	if (skip_digits(s) == s)
		return NULL;
	s = skip_digits(s);
	if (*s == '.' && skip_digits(s + 1) != s + 1)
		s = skip_digits(s + 1);
	return gprt_equal(s, gprt_file_ending()) ? pid : NULL;
}

/* Returns true if the name is of a member that was being written. */
static bool is_new(const char *name)
{
	const char *ending = gprt_file_ending();
	const char *s = *name == '.' ? skip_member(name + 1) : NULL;

	s = s ? skip(s, ending, gprt_length(ending)) : NULL;
	return s && *s == '.' && gprt_length(s) == 21 && gprt_equal(s + 17, ".new");
}

/* A file with our own pid: this process left it before it executed this program. */
static bool is_dead(const char *pid)
{
	char path[64];
	struct gprt_text t = gprt_text(path, sizeof(path));
	uint64_t n = gprt_number(pid), start = gprt_number(skip_digits(pid) + 1), now;

	if (n == (uint64_t)gprt.pid)
		return true;
	if (gprt_syscall3(SYS_kill, (long)n, 0, 0) == -ESRCH)
		return true;
	gprt_put(&t, "/proc/");
	gprt_put_number(&t, n);
	gprt_put(&t, "/stat");
	now = gprt_pool_start_time(path);
	return now && now != start;
}

/* If no process holds its lock, its writer was killed. */
static void remove_new(struct gprt_pool_work *work, const char *name)
{
	struct gprt_text t = gprt_text(work->path, GPRT_PATH);
	long fd;

	gprt_pool_put_folder(&t, gprt_name.member);
	gprt_put(&t, name);
	fd = gprt_pool_open(work->path, O_RDWR);
	if (sys_failed(fd))
		return;
	if (gprt_owned_claim((int)fd) == 0)
		gprt_pool_remove(work->path);
	sys_close((int)fd);
}

/* The kernel's struct linux_dirent64. */
struct item {
	uint64_t inode, next;
	uint16_t size;
	uint8_t type;
	char name[];
};

static void look_at(struct gprt_pool_work *work, const char *name)
{
	const char *end, *pid = gprt_pool_parse(name, &end);
	struct gprt_text t;

	if (is_new(name))
		remove_new(work, name);
	if (!pid || !is_dead(pid) || gprt_length(name) >= sizeof(work->orphans[0]))
		return;
	t = gprt_text(work->orphans[work->norphans++], sizeof(work->orphans[0]));
	gprt_put(&t, name);
}

/* Reads on in the folder; the place after what was looked at, 0: the end. */
static uint64_t look_further(struct gprt_pool_work *work, int folder, uint64_t place)
{
	long n = 1;

	for (size_t sum = 0; n > 0 && sum < GPRT_POOL_ITEMS / 2; sum += (size_t)n) {
		n = gprt_syscall3(SYS_getdents64, folder, (long)work->items, GPRT_POOL_ITEMS);
		for (long at = 0; at < n;) {
			const struct item *item = (const struct item *)(work->items + at);

			if (work->norphans == GPRT_POOL_ORPHANS)
				return place;
			look_at(work, item->name);
			place = item->next;
			at += item->size;
		}
	}
	return n > 0 ? place : 0;
}

uint64_t gprt_pool_find_orphans(struct gprt_pool_work *work, uint64_t from)
{
	struct gprt_text t = gprt_text(work->path, GPRT_PATH);
	uint64_t place;
	long fd;

	work->searched = true;
	gprt_pool_put_folder(&t, gprt_name.member);
	fd = sys_open(work->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (sys_failed(fd))
		return 0;
	if (from && sys_failed(gprt_syscall3(SYS_lseek, fd, (long)from, SEEK_SET)))
		from = 0;
	place = look_further(work, (int)fd, from);
	sys_close((int)fd);
	return place;
}
