/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * left.c - what processes of a pool left that are dead and did not come to merge.
 *
 * The folder may be large and many files in it of processes that live: one look reads
 * some kilobytes of names, and the member says where the next one goes on.  So a
 * process's end takes no longer for what others left, and all is found in turn.
 */
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/name.h"
#include "file/own.h"
#include "pool/pool.h"

#include <errno.h>

static const char *skip_digits(const char *s)
{
	while (*s >= '0' && *s <= '9')
		s++;
	return s;
}

/* What follows 'n' bytes that both have; NULL if they differ. */
static const char *skip(const char *s, const char *prefix, size_t n)
{
	for (; n; n--)
		if (!*s || *s++ != *prefix++)
			return NULL;
	return s;
}

/* What follows the name of any member of this pool, up to its ending. */
static const char *skip_member(const char *s)
{
	const char *base = gp_name.member + gp_pool_folder(gp_name.member);
	const char *number = gp_name.member + gp_name.number_at;
	const char *behind = gp_name.member + gp_name.number_end;
	size_t rest = gp_length(behind) - gp_length(gp_file_ending());

	if (base > number)
		return NULL; /* the number is of a folder */
	s = skip(s, base, (size_t)(number - base));
	if (!s || skip_digits(s) == s)
		return NULL;
	return skip(skip_digits(s), behind, rest);
}

const char *gp_pool_parse(const char *name, const char **end)
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
	return gp_equal(s, gp_file_ending()) ? pid : NULL;
}

/* Returns true if the name is of a member that was being written. */
static bool is_new(const char *name)
{
	const char *ending = gp_file_ending();
	const char *s = *name == '.' ? skip_member(name + 1) : NULL;

	s = s ? skip(s, ending, gp_length(ending)) : NULL;
	return s && *s == '.' && gp_length(s) == 21 && gp_equal(s + 17, ".new");
}

/* Of our own pid: what this process left before it executed this program. */
static bool is_dead(const char *pid)
{
	char path[64];
	struct gp_text t = gp_text(path, sizeof(path));
	uint64_t n = gp_number(pid), start = gp_number(skip_digits(pid) + 1), now;

	if (n == (uint64_t)gp.pid)
		return true;
	if (gp_syscall3(SYS_kill, (long)n, 0, 0) == -ESRCH)
		return true;
	gp_put(&t, "/proc/");
	gp_put_number(&t, n);
	gp_put(&t, "/stat");
	now = gp_pool_start_time(path);
	return now && now != start;
}

/* Whoever wrote it was killed, if nobody holds its lock. */
static void remove_new(struct gp_pool_work *work, const char *name)
{
	struct gp_text t = gp_text(work->path, GP_PATH);
	long fd;

	gp_pool_put_folder(&t, gp_name.member);
	gp_put(&t, name);
	fd = gp_pool_open(work->path, O_RDWR);
	if (sys_failed(fd))
		return;
	if (gp_own_claim((int)fd) == 0)
		gp_pool_remove(work->path);
	sys_close((int)fd);
}

/* The kernel's struct linux_dirent64. */
struct item {
	uint64_t inode, next;
	uint16_t size;
	uint8_t type;
	char name[];
};

static void look_at(struct gp_pool_work *work, const char *name)
{
	const char *end, *pid = gp_pool_parse(name, &end);
	struct gp_text t;

	if (is_new(name))
		remove_new(work, name);
	if (!pid || !is_dead(pid) || gp_length(name) >= sizeof(work->left[0]))
		return;
	t = gp_text(work->left[work->nleft++], sizeof(work->left[0]));
	gp_put(&t, name);
}

/* Reads on in the folder; the place after what was looked at, 0: the end. */
static uint64_t look_further(struct gp_pool_work *work, int folder, uint64_t place)
{
	long n = 1;

	for (size_t sum = 0; n > 0 && sum < GP_POOL_ITEMS / 2; sum += (size_t)n) {
		n = gp_syscall3(SYS_getdents64, folder, (long)work->items, GP_POOL_ITEMS);
		for (long at = 0; at < n;) {
			const struct item *item = (const struct item *)(work->items + at);

			if (work->nleft == GP_POOL_LEFT)
				return place;
			look_at(work, item->name);
			place = item->next;
			at += item->size;
		}
	}
	return n > 0 ? place : 0;
}

uint64_t gp_pool_look(struct gp_pool_work *work, uint64_t from)
{
	struct gp_text t = gp_text(work->path, GP_PATH);
	uint64_t place;
	long fd;

	work->looked = true;
	gp_pool_put_folder(&t, gp_name.member);
	fd = sys_open(work->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (sys_failed(fd))
		return 0;
	if (from && sys_failed(gp_syscall3(SYS_lseek, fd, (long)from, SEEK_SET)))
		from = 0;
	place = look_further(work, (int)fd, from);
	sys_close((int)fd);
	return place;
}
