/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz.c - see fuzz.h.
 */
#include "base/util.h"
#include "fuzz.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_WORDS 40

static void need(bool so, const char *what)
{
	if (so)
		return;
	fprintf(stderr, "fuzz: %s\n", what);
	abort();
}

/* libFuzzer writes to stderr; sums are written to a file in the current directory. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	need(freopen("/dev/null", "w", stdout), "cannot open /dev/null");
	return 0;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
	static char path[64];
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("input", MFD_CLOEXEC);
		need(fd >= 0, "cannot make a file in memory");
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	}
	need(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size,
	     "cannot write the file in memory");
	return path;
}

void fuzz_command(int (*command)(int argc, char **argv, struct gp_error *e),
		  const char *const *words)
{
	char *argv[MOST_WORDS], *kept[MOST_WORDS];
	struct gp_error e = { "" };
	int argc = 0;

	for (; words[argc]; argc++)
		argv[argc] = kept[argc] = gp_strdup(words[argc]);
	argv[argc] = NULL;
	need(command(argc, argv, &e) >= 0 || e.text[0], "an error without a text");
	for (int i = 0; i < argc; i++)
		free(kept[i]);
}

void *fuzz_copy(const uint8_t *data, size_t size)
{
	void *copy = gp_alloc(size, 1);

	if (size)
		memcpy(copy, data, size);
	return copy;
}
