/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * output.c - see output.h.
 */
#include "text/output.h"
#include "base/magic.h"
#include "base/util.h"

#include <elf.h>
#include <gprof-llvm/format.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot_write(const char *path, struct gp_error *e)
{
	return gp_fail(e, "cannot write '%s': %s", path, strerror(errno));
}

/* What a regular file is that must not be replaced, such as "a profile"; NULL: it may be. */
static const char *what_is_kept(const char *path, bool merged)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char start[8] = "";
	ssize_t n;

	if (fd < 0)
		return NULL;
	n = pread(fd, start, sizeof start, 0);
	close(fd);
	if (n != sizeof start)
		return NULL;
	if (!memcmp(start, ELFMAG, SELFMAG))
		return "a program or a library";
	if (!memcmp(start, GPROF_MAGIC, sizeof start) ||
	    (!merged && !memcmp(start, SUM_MAGIC, sizeof start)))
		return "a profile";
	return NULL;
}

/* As fopen() would set it; 'st' is of the file that is there, or NULL. */
static mode_t mode_of(const struct stat *st)
{
	mode_t mask;

	if (st)
		return st->st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* In the same folder, so that it can be renamed; -1 with errno. */
static int make_temporary(struct output *o, const struct stat *st)
{
	int fd;

	o->temporary = gp_format("%s.XXXXXX", o->place);
	fd = mkostemp(o->temporary, O_CLOEXEC);
	if (fd < 0) {
		free(o->temporary);
		o->temporary = NULL;
		return -1;
	}
	fchmod(fd, mode_of(st));
	o->file = fdopen(fd, "w");
	if (!o->file)
		gp_no_memory();
	return 0;
}

static int release(struct output *o)
{
	free(o->place);
	free(o->temporary);
	return -1;
}

/* As is usual: "-" is standard output. */
static bool is_standard(const char *path)
{
	return !strcmp(path, "-");
}

int output_open(struct output *o, const char *path, bool merged, struct gp_error *e)
{
	struct stat st;
	bool there = stat(path, &st) == 0;
	const char *kept = there && S_ISREG(st.st_mode) ? what_is_kept(path, merged) : NULL;

	if (is_standard(path)) {
		*o = (struct output){ .path = path, .file = stdout };
		return 0;
	}
	*o = (struct output){ .path = path, .place = there ? realpath(path, NULL) : NULL };
	if (!o->place)
		o->place = gp_strdup(path);
	if (kept) {
		release(o);
		return gp_fail(e, "cannot write '%s': it is %s: name another file", path, kept);
	}
	if ((!there || S_ISREG(st.st_mode)) && make_temporary(o, there ? &st : NULL) == 0)
		return 0;
	/* No file, or one in a folder that takes no others. */
	o->file = fopen(path, "we");
	if (o->file)
		return 0;
	cannot_write(path, e);
	return release(o);
}

int output_close(struct output *o, int rc, struct gp_error *e)
{
	int failed = ferror(o->file);

	failed |= is_standard(o->path) ? fflush(o->file) : fclose(o->file);
	if (failed && rc == 0)
		rc = cannot_write(o->path, e);
	if (o->temporary && rc == 0 && rename(o->temporary, o->place) < 0)
		rc = cannot_write(o->path, e);
	if (o->temporary && rc != 0)
		unlink(o->temporary);
	release(o);
	return rc;
}
