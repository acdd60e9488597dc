/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * path.c - see path.h.
 */
#include "base/path.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if a component of n bytes is to be left out, or leaves out another. */
static bool is_odd(const char *component, size_t n)
{
	return !n || (n <= 2 && !strncmp(component, "..", n));
}

bool path_is_plain(const char *path)
{
	path += *path == '/';
	while (*path) {
		size_t n = strcspn(path, "/");

		if (is_odd(path, n) || (path[n] && !path[n + 1]))
			return false;
		path += n;
		path += *path == '/';
	}
	return true;
}

/* Where the last folder of a path that ends in '/' begins; 'end' if it cannot be left. */
static char *last_folder(char *begin, char *end)
{
	char *last = end;

	if (end == begin)
		return end;
	for (last--; last > begin && last[-1] != '/';)
		last--;
	return strncmp(last, "../", 3) ? last : end;
}

/* In place: no component becomes longer.  'path' has a byte to spare. */
static void make_plain(char *path)
{
	char *begin = path + (*path == '/'), *end = begin;

	for (path = begin; *path;) {
		size_t n = strcspn(path, "/");
		bool more = path[n] == '/', odd = is_odd(path, n);
		char *left = odd && n == 2 ? last_folder(begin, end) : end;

		if (left != end) {
			end = left;
		} else if (!odd || n == 2) {
			memmove(end, path, n);
			end += n;
			*end++ = '/';
		}
		path += n + more;
	}
	*(end > begin ? end - 1 : end) = 0;
}

/* Tables of DWARF 5 have the compiler's folder before some names: not twice, if it is
   relative itself. */
static bool has_folder(const char *folder, const char *path)
{
	size_t n = strlen(folder);

	return *path == '/' || (!strncmp(path, folder, n) && path[n] == '/');
}

char *path_plain(const char *folder, const char *path)
{
	bool in = folder && *folder && !has_folder(folder, path);
	char *plain;

	if (!*path)
		return gp_strdup(path);
	plain = in ? gp_format("%s/%s/", folder, path) : gp_format("%s/", path);
	make_plain(plain);
	return plain;
}

uint32_t path_number(struct path_numbers *p, const char *path)
{
	uint32_t *at, *named;
	int created;

	if (!path)
		return GP_NONE;
	at = gp_map_put(&p->at, (uintptr_t)path, 0, &created);
	if (!created)
		return *at;
	named = gp_names_put(&p->by_text, path, &created);
	if (created) {
		*named = p->n;
		*gp_push(p->items, p->n, p->room) = path;
	}
	return *at = *named;
}

void path_numbers_release(struct path_numbers *p)
{
	free(p->items);
	gp_map_release(&p->at);
	gp_names_release(&p->by_text);
	memset(p, 0, sizeof *p);
}
