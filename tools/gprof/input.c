/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * input.c - see input.h.
 */
#include "gprof/input.h"
#include "base/file.h"
#include "base/util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for the bytes of a regular file; pipes grow as they come. */
static size_t expected(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? (size_t)st.st_size + 2 : 65536;
}

static int read_all(struct gnu_input *in, int fd)
{
	size_t room = 0;
	ssize_t n;

	in->bytes = gp_reserve(NULL, &room, expected(fd), 1);
	do {
		if (in->size + 1 >= room)
			in->bytes = gp_grow(in->bytes, &room, room + 1, 1);
		n = read(fd, in->bytes + in->size, room - in->size - 1);
		if (n > 0)
			in->size += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n < 0 ? -1 : 0;
}

int gnu_input_read(struct gnu_input *in, const char *path, struct gp_error *e)
{
	int fd = strcmp(path, "-") ? file_open_stream(path) : STDIN_FILENO;
	int rc;

	memset(in, 0, sizeof *in);
	if (fd < 0)
		return gp_fail(e, "%s: %s", path,
			       errno ? strerror(errno) : "not a regular file");
	rc = read_all(in, fd);
	if (rc < 0)
		gp_fail(e, "%s: %s", path, strerror(errno));
	if (fd != STDIN_FILENO)
		close(fd);
	if (rc < 0)
		gnu_input_release(in);
	return rc;
}

void gnu_input_release(struct gnu_input *in)
{
	free(in->bytes);
	memset(in, 0, sizeof *in);
}
