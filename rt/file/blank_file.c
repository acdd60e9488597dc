/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blank_file.c - takes a blank file that an earlier process of the pool left (pool/recycle.c).
 *
 * To make a file, give it space and remove it takes file systems longer than all else that a
 * short process costs.  A blank file has its space, all zero, and a hidden name; who takes it
 * gives it the name of a file of its own.  It is taken if
 *
 * - it is a regular file of our user with one name, which others cannot write, and no longer than
 *   RLIMIT_FSIZE allows;
 * - no process has it mapped: who made it locked it by a descriptor that its mapping keeps, and
 *   forked children too;
 * - it begins with zeros: it is not a file of the user's that somebody gave this name.
 *
 * Else it stays where it is, and a new file is made.  Two that take it at once: one has the lock.
 * One left before the machine was started need not be zero, if the machine crashed: it is
 * emptied.
 */
#include "file/blank_file.h"

#include "base/process.h"
#include "base/text.h"
#include "base/write.h"
#include "file/name.h"
#include "file/ownership.h"

#include <errno.h>
#include <gprof-llvm/format.h>

#define SECOND 1000000000ull

void gprt_blank_file_name(char *to)
{
	struct gprt_text t = gprt_text(to, GPRT_PATH);
	const char *s = gprt_name.member, *base = s;

	for (; *s; s++)
		if (*s == '/')
			base = s + 1;
	for (s = gprt_name.member; s < base; s++)
		gprt_put_char(&t, *s);
	gprt_put_char(&t, '.');
	gprt_put(&t, base);
	gprt_put(&t, ".blank");
}

static bool is_fit(const struct stat *st)
{
	return gprt_is_owned(st) && !(st->st_mode & 022) && st->st_size > 0 &&
	       (uint64_t)st->st_size <= sys_limit(RLIMIT_FSIZE, GPRT_BLANK_FILE_MAX) &&
	       (uint64_t)st->st_size <= GPRT_BLANK_FILE_MAX;
}

/* Its name was given to it by this kernel. */
static bool is_recent(const struct stat *st)
{
	return (uint64_t)st->st_ctim.tv_sec * SECOND + sys_clock(CLOCK_BOOTTIME) >
	       sys_clock(CLOCK_REALTIME);
}

static bool begins_blank(int fd)
{
	uint64_t words[GPROF_FIRST_DIR / 8 + 8], any = 0;

	if (sys_pread(fd, words, sizeof(words), 0) != sizeof(words))
		return false;
	for (size_t i = 0; i < sizeof(words) / 8; i++)
		any |= words[i];
	return !any;
}

/* Another process may have put its own in place since this one was opened. */
static long rename_to(int fd, const char *from, const char *path)
{
	long error = sys_rename(from, path, RENAME_NOREPLACE);

	if (sys_failed(error) || gprt_is_owned_at(fd, path))
		return error;
	sys_rename(path, from, RENAME_NOREPLACE);
	return -EAGAIN;
}

/* Of what is left nothing can be trusted, and nobody else knows of the file. */
static long empty(int fd, const char *path)
{
	long error = gprt_ftruncate(fd, 0);

	if (sys_failed(error))
		gprt_syscall3(SYS_unlinkat, AT_FDCWD, (long)path, 0);
	return error;
}

long gprt_blank_file_claim(const char *path)
{
	char *name = gprt.scratch;
	struct stat st;
	long fd, error = -EPERM;

	gprt_blank_file_name(name);
	fd = gprt_owned_open(name, O_RDWR);
	if (sys_failed(fd))
		return fd;
	if (sys_fstat((int)fd, &st) >= 0 && is_fit(&st) && gprt_owned_claim((int)fd) == 0 &&
	    begins_blank((int)fd))
		error = rename_to((int)fd, name, path);
	if (!sys_failed(error) && !is_recent(&st))
		error = empty((int)fd, path);
	if (!sys_failed(error))
		return fd;
	sys_close((int)fd);
	return error;
}
