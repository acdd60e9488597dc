/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * file.c - see file.h.
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static int open_at_once(const char *path, struct stat *st)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int error;

	if (fd < 0 || fstat(fd, st) == 0)
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* One with a name is in the file system that has the name. */
static bool is_nameless_pipe(int fd, const struct stat *st)
{
	struct statfs of;

	return S_ISFIFO(st->st_mode) && fstatfs(fd, &of) == 0 && of.f_type == PIPEFS_MAGIC;
}

static int refuse(int fd)
{
	close(fd);
	errno = 0;
	return -1;
}

int file_open(const char *path)
{
	struct stat st;
	int fd = open_at_once(path, &st);

	return fd < 0 || S_ISREG(st.st_mode) ? fd : refuse(fd);
}

int file_open_stream(const char *path)
{
	struct stat st;
	int fd = open_at_once(path, &st);

	if (fd < 0 || S_ISREG(st.st_mode))
		return fd;
	if (!is_nameless_pipe(fd, &st) && !isatty(fd))
		return refuse(fd);
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}

int file_fail(struct gp_error *e, const char *what, const char *path)
{
	return errno ? gp_fail(e, "cannot %s '%s': %s", what, path, strerror(errno))
		     : gp_fail(e, "'%s' is not a regular file", path);
}
