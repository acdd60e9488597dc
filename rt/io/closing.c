/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * closing.c - functions after which a descriptor may be another file, or be elsewhere in it.
 *
 * A descriptor is forgotten before it is closed: once the number is free, another thread may open
 * it.  One that is given another file is forgotten before and after, because threads may use it
 * all the time.  In the child of a vfork the parent's descriptors are forgotten, which only means
 * that they are looked up again.
 */
#include "io/count.h"
#include "io/real.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

/* Returns true if anything has to be forgotten. */
static inline bool is_on(void)
{
	gprt_io_prepare();
	return gprt_io_counts();
}

GPRT_HOOK int close(int fd)
{
	if (is_on())
		gprt_descriptor_forget(fd);
	return gprt_io_real.close(fd);
}

GPRT_HOOK void closefrom(int first)
{
	if (is_on())
		gprt_descriptors_forget(first < 0 ? 0 : (unsigned)first, GPRT_DESCRIPTORS);
	gprt_io_real.closefrom(first);
}

GPRT_HOOK int close_range(unsigned first, unsigned last, int flags)
{
	if (is_on())
		gprt_descriptors_forget(first, last);
	return gprt_io_real.close_range(first, last, flags);
}

GPRT_HOOK int dup2(int from, int to)
{
	int fd;

	if (is_on())
		gprt_descriptor_forget(to);
	fd = gprt_io_real.dup2(from, to);
	if (gprt_io_counts())
		gprt_descriptor_forget(to);
	return fd;
}

GPRT_HOOK int dup3(int from, int to, int flags)
{
	int fd;

	if (is_on())
		gprt_descriptor_forget(to);
	fd = gprt_io_real.dup3(from, to, flags);
	if (gprt_io_counts())
		gprt_descriptor_forget(to);
	return fd;
}

/* A socket has another name then. */
GPRT_HOOK int connect(int fd, const struct sockaddr *to, socklen_t size)
{
	int result;

	if (is_on())
		gprt_descriptor_forget(fd);
	result = gprt_io_real.connect(fd, to, size);
	if (gprt_io_counts())
		gprt_descriptor_forget(fd);
	return result;
}

GPRT_HOOK int closedir(DIR *d)
{
	if (is_on())
		gprt_descriptor_forget(dirfd(d));
	return gprt_io_real.closedir(d);
}

/* ------------------------------------------------------------------ streams */

/* -1: none, or nothing has to be forgotten.  errno stays. */
static int descriptor_of(FILE *f)
{
	int error = errno, fd = is_on() && f ? fileno(f) : -1;

	errno = error;
	return fd;
}

GPRT_HOOK int fclose(FILE *f)
{
	gprt_descriptor_forget(descriptor_of(f));
	return gprt_io_real.fclose(f);
}

GPRT_HOOK int pclose(FILE *f)
{
	gprt_descriptor_forget(descriptor_of(f));
	return gprt_io_real.pclose(f);
}

GPRT_HOOK FILE *freopen(const char *path, const char *mode, FILE *f)
{
	int fd = descriptor_of(f);
	FILE *to;

	gprt_descriptor_forget(fd);
	to = gprt_io_real.freopen(path, mode, f);
	gprt_descriptor_forget(fd);
	return to;
}

GPRT_HOOK FILE *freopen64(const char *path, const char *mode, FILE *f)
{
	int fd = descriptor_of(f);
	FILE *to;

	gprt_descriptor_forget(fd);
	to = gprt_io_real.freopen64(path, mode, f);
	gprt_descriptor_forget(fd);
	return to;
}

/* ------------------------------------------------------------------ the position */

GPRT_HOOK off_t lseek(int fd, off_t offset, int whence)
{
	struct gprt_descriptor *d;
	off_t at;

	gprt_io_prepare();
	at = gprt_io_real.lseek(fd, offset, whence);
	d = gprt_io_counts() && at >= 0 ? gprt_descriptor_at(fd) : NULL;
	if (d && gprt_descriptor_file(d) && d->position >= 0)
		d->position = at;
	return at;
}

__attribute__((alias("lseek"), visibility("default")))
off64_t lseek64(int fd, off64_t offset, int whence);
