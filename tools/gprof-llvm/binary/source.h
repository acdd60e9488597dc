/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source.h - the text of source files, sought where the debug information says that they
 * were when the program was built, and where a user says they are now; of one that is nowhere,
 * what the program itself has of it.
 *
 *	sources_init()
 *	source_read(), source_line()   any number of times
 *	sources_release()
 *
 * A file is read once, as a whole.
 */
#ifndef GPROF_BINARY_SOURCE_H
#define GPROF_BINARY_SOURCE_H

#include "base/md5.h"
#include "binary/files.h"

#include <time.h>

/* Where sources are; strings are borrowed. */
struct source_places {
	const struct files *files; /* symfs counts here too */
	const char **folders;      /* --source-dir, tried in this order */
	size_t nfolders, folders_room;
	const char **maps;         /* --source-map, "OLD=NEW": how paths begin */
	size_t nmaps, maps_room;
};

struct source {
	char *name;     /* as the debug information has it */
	char *path;     /* where it was found, or NULL; its name if the program has it */
	time_t changed; /* last; s since the epoch */
	unsigned char md5[MD5_SIZE]; /* of the file */
	char *text;     /* of the file, each line ended by NUL */
	char **lines;   /* line n is lines[n - 1] */
	size_t nlines, lines_room;
	bool told;      /* a reader has been told what is wrong with it */
};

/* The text that a program has of a source, ended by NUL; NULL: none. */
struct source_kept {
	const char *(*text)(const void *program, const char *name);
	const void *program;
};

struct sources {
	const struct source_places *places;
	struct source_kept kept;
	struct source **items;
	size_t n, room;
	struct gp_names by_name;
};

void sources_init(struct sources *s, const struct source_places *places,
		  struct source_kept kept);

/* The file of that name; 'path' is NULL if it is nowhere.  Lives as long as 's'. */
struct source *source_read(struct sources *s, const char *name);

/* A line's text, or NULL: there is none. */
const char *source_line(const struct source *f, uint32_t line);

/* Returns true if it was changed after the file at 'path' was. */
bool source_is_newer(const struct source *f, const char *path);

void sources_release(struct sources *s);

#endif
