/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile_file.c - the file of a profile as it is read into memory, also while a process writes it
 * or merges into it; see profile.h.
 */
#include "profile/profile.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Data that a file may have, beside holes: a file system may not know its holes, and a
   hostile file may say any size. */
#define MOST_DATA ((off_t)16 << 30)

#define PAUSES 1000      /* while somebody merges into a file: a second in all */
#define PAUSE_NS 1000000
#define GROWTHS 20 /* how often a file is read again since it has grown */

bool profile_is_file(const char *path)
{
	struct gprof_file_header head;
	enum gprof_fault fault;
	int fd = file_open(path);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, &head, sizeof head);
	close(fd);
	if (n < 0)
		return false;
	fault = gprof_check_header(&head, n);
	return fault == GPROF_FAULT_EMPTY || fault == GPROF_FAULT_NOT_BEGUN ||
	       profile_is_magic(&head, n);
}

/* The next part of a file, from *to on, that is not a hole; false: only holes follow. */
static bool next_data(int fd, off_t size, off_t *from, off_t *to)
{
	off_t data = lseek(fd, *to, SEEK_DATA), hole;

	if (data < 0 && errno == ENXIO)
		return false;
	hole = data < 0 ? -1 : lseek(fd, data, SEEK_HOLE);
	if (hole < 0) { /* the file system does not know */
		data = *to;
		hole = size;
	}
	*from = data;
	*to = hole < size ? hole : size;
	return *from < *to;
}

int profile_copy(int fd, char *memory, off_t size)
{
	off_t at, to = 0, left = MOST_DATA;
	ssize_t n;

	while (next_data(fd, size, &at, &to)) {
		if (to - at > left) {
			errno = EFBIG;
			return -1;
		}
		left -= to - at;
		for (; at < to; at += n) {
			n = pread(fd, memory + at, to - at, at);
			if (n <= 0)
				return (int)n;
		}
	}
	return 0;
}

/*
 * A private copy: a mapping would change, or fault, under a live process.  New records may point
 * past the size read at first, so the size is read again.  If the file has outgrown the copy, all
 * of it is read again.
 */
static void *read_file(int fd, const char *path, size_t *size, struct gp_error *e)
{
	char *memory = NULL;
	uint64_t end;
	struct stat st;

	*size = 0;
	for (int i = 0;; i++) {
		if (i == GROWTHS) {
			gp_fail(e, "cannot read '%s': it grows faster than it can be read", path);
			break;
		}
		if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
			gp_fail(e, "'%s' is not a regular file", path);
			break;
		}
		if (memory && (size_t)st.st_size <= *size)
			return memory; /* it is cut short */
		free(memory);
		*size = st.st_size;
		memory = gp_alloc(*size + 8, 1);
		if (profile_copy(fd, memory, *size) < 0) {
			gp_fail(e, "cannot read '%s': %s", path, strerror(errno));
			break;
		}
		if (!profile_is_magic(memory, *size) || *size < sizeof(struct gprof_file_header) ||
		    pread(fd, &end, 8, offsetof(struct gprof_file_header, file_end)) != 8)
			return memory;
		if (end <= *size) {
			((struct gprof_file_header *)memory)->file_end = end;
			return memory;
		}
	}
	free(memory);
	return NULL;
}

/* Returns true if the file has other counts than when it was read. */
static bool has_changed(int fd, const char *memory, size_t size)
{
	char now[65536];
	off_t at, to = 0;
	struct stat st;

	if (fstat(fd, &st) < 0 || (size_t)st.st_size < size)
		return true;
	while (next_data(fd, size, &at, &to))
		while (at < to) {
			size_t want = to - at < (off_t)sizeof now ? (size_t)(to - at) : sizeof now;
			ssize_t n = pread(fd, now, want, at);

			if (n <= 0 || memcmp(now, memory + at, n))
				return true;
			at += n;
		}
	return false;
}

/* 1: what was read cannot be, and the file is another one already. */
static int read_once(struct profile *p, int fd, const char *path, struct gp_error *e)
{
	size_t size;
	void *memory = read_file(fd, path, &size, e);
	int rc;

	if (!memory)
		return -1;
	rc = profile_parse(p, memory, size, e);
	if (rc < 0) {
		char inner[sizeof e->text];

		memcpy(inner, e->text, sizeof inner);
		gp_fail(e, "'%s' %.900s", path, inner);
		rc = has_changed(fd, memory, size) ? 1 : rc;
		free(memory);
		return rc;
	}
	p->memory = memory;
	p->path = gp_strdup(path);
	p->live = !p->head.end_ns && has_changed(fd, memory, size);
	return 0;
}

/*
 * The reader may see a record as it was before it was made, and a reference to it from afterwards.
 * So a contradiction is damage only in a file that stays as it is.
 */
#define TRIES 50

int profile_read_open(struct profile *p, int fd, const char *path, struct gp_error *e)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };

	for (int i = 0; i < TRIES; i++) {
		int rc = read_once(p, fd, path, e);

		if (rc <= 0)
			return rc;
		nanosleep(&pause, NULL);
	}
	return gp_fail(e, "cannot read '%s': its process changes it faster than it can be read: "
		       "try again", path);
}

static bool is_named(int fd, const char *path)
{
	struct stat a, b;

	return fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/*
 * Opens a file that may be the member of a pool.  Whoever merges into it writes another file and
 * exchanges their names; then the first one is for the next merge (rt/pool/replace.c).  What is
 * locked does not change, so it is read as it was if it still has the name when it is locked.
 */
static int open_held(const char *path)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };

	for (int i = 0;; i++) {
		int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc;

		if (fd < 0)
			return fd;
		rc = flock(fd, LOCK_SH | LOCK_NB);
		if (i == PAUSES || (rc < 0 && errno != EWOULDBLOCK) ||
		    (rc == 0 && is_named(fd, path)))
			return fd;
		close(fd);
		nanosleep(&pause, NULL);
	}
}

int profile_read(struct profile *p, const char *path, struct gp_error *e)
{
	int fd = open_held(path), rc;

	if (fd < 0)
		return gp_fail(e, "cannot open '%s': %s", path, strerror(errno));
	rc = profile_read_open(p, fd, path, e);
	close(fd);
	return rc;
}
