/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * compiled.h - what debug information says of the text of sources, as they were when they were
 * compiled: the text itself (clang -gembed-source) and its MD5 (clang, with DWARF 5).  Both are in
 * the heads of the tables of lines, where libdw steps over them.
 *
 *	compiled_read(), compiled_find(), compiled_release()
 *
 * What is not as DWARF 5, section 6.2.4, has it ends the table that it is in.  Cost: linear in
 * the heads of all tables; texts are not copied.
 */
#ifndef GPROF_BINARY_COMPILED_H
#define GPROF_BINARY_COMPILED_H

#include "base/md5.h"
#include "base/util.h"

#include <libelf.h>

struct compiled {
	char *path;               /* owned */
	const char *text;         /* in 'elf', ended by NUL; NULL: not there */
	const unsigned char *md5; /* in 'elf', of MD5_SIZE; NULL: not there, or of several texts */
};

struct compiled_sources {
	struct gp_names by_path;
	struct gp_map by_strings; /* (name, folder) in memory -> items; of whole folders */
	struct compiled *items;
	size_t n, room;
};

/* 'elf' must outlive 's'. */
void compiled_read(struct compiled_sources *s, Elf *elf);

/* By its path in one spelling (base/path.h); NULL: nothing is said of it. */
const struct compiled *compiled_find(const struct compiled_sources *s, const char *path);

void compiled_release(struct compiled_sources *s);

#endif
