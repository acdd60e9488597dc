/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source.c - see source.h.
 */
#include "binary/source.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void sources_init(struct sources *s, const struct source_places *places,
		  struct source_kept kept)
{
	memset(s, 0, sizeof *s);
	s->places = places;
	s->kept = kept;
}

/* ------------------------------------------------------------------ */

static size_t read_all(int fd, char *to, size_t size)
{
	size_t all = 0;
	ssize_t n;

	while (all < size && (n = read(fd, to + all, size - all)) > 0)
		all += n;
	return all;
}

static void split(struct source *f, size_t size)
{
	for (char *at = f->text, *end = f->text + size; at < end;) {
		char *next = memchr(at, '\n', end - at);

		*gp_push(f->lines, f->nlines, f->lines_room) = at;
		next = next ? next : end;
		*next = 0;
		if (next > at && next[-1] == '\r')
			next[-1] = 0;
		at = next + 1;
	}
}

/* Reads a file; takes 'path' over if it can be read. */
static bool read_at(struct source *f, char *path)
{
	int fd = file_open(path);
	struct stat st;
	size_t n;

	if (fd < 0 || fstat(fd, &st) != 0) {
		free(path);
		return false;
	}
	f->text = gp_alloc(st.st_size + 1, 1);
	n = read_all(fd, f->text, st.st_size);
	f->text[n] = 0;
	close(fd);
	f->path = path;
	f->changed = st.st_mtime;
	md5(f->md5, f->text, n);
	split(f, n);
	return true;
}

static void read_kept(struct source *f, const struct source_kept *kept)
{
	const char *text = kept->text(kept->program, f->name);

	if (!text)
		return;
	f->path = gp_strdup(f->name);
	f->text = gp_strdup(text);
	md5(f->md5, f->text, strlen(text));
	split(f, strlen(text));
}

static bool read_mapped(struct source *f, const struct source_places *places)
{
	for (size_t i = 0; i < places->nmaps; i++) {
		const char *map = places->maps[i], *to = strchr(map, '=');
		size_t n = to - map;

		if (!strncmp(f->name, map, n) &&
		    (!f->name[n] || f->name[n] == '/' || (n && map[n - 1] == '/')) &&
		    read_at(f, gp_format("%s%s", to + 1, f->name + n)))
			return true;
	}
	return false;
}

/* Below the folders, by as much of the path as is there. */
static bool read_below(struct source *f, const struct source_places *places)
{
	for (size_t i = 0; i < places->nfolders; i++)
		for (const char *rest = f->name; rest; rest = strchr(rest, '/')) {
			rest += strspn(rest, "/");
			if (read_at(f, gp_format("%s/%s", places->folders[i], rest)))
				return true;
		}
	return false;
}

static void find(struct source *f, const struct source_places *places)
{
	char *below_root;

	if (read_mapped(f, places) || read_below(f, places))
		return;
	below_root = f->name[0] == '/' ? files_place(places->files, f->name) : NULL;
	if (below_root && read_at(f, below_root))
		return;
	read_at(f, gp_strdup(f->name));
}

struct source *source_read(struct sources *s, const char *name)
{
	int created;
	uint32_t *at = gp_names_put(&s->by_name, name, &created);
	struct source *f;

	if (!created)
		return s->items[*at];
	*at = s->n;
	f = gp_alloc(1, sizeof *f);
	f->name = gp_strdup(name);
	find(f, s->places);
	if (!f->path)
		read_kept(f, &s->kept);
	return *gp_push(s->items, s->n, s->room) = f;
}

const char *source_line(const struct source *f, uint32_t line)
{
	return line && line <= f->nlines ? f->lines[line - 1] : NULL;
}

bool source_is_newer(const struct source *f, const char *path)
{
	struct stat st;

	return f->path && stat(path, &st) == 0 && f->changed > st.st_mtime;
}

void sources_release(struct sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->items[i]->name);
		free(s->items[i]->path);
		free(s->items[i]->text);
		free(s->items[i]->lines);
		free(s->items[i]);
	}
	free(s->items);
	gp_names_release(&s->by_name);
	memset(s, 0, sizeof *s);
}
