/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * page.h - a result as one file for a browser: the program that shows it (web/) around a block of
 * data (docs/json.md).
 *
 *	page_write()  of a result with PAGE_NEEDS
 *
 * The web side is bundled when the tool is built, and is part of it; page_is_built() says whether
 * it was.  Names, paths and text of sources are in the block of data alone, and no byte of that
 * ends it: the page never parses them as HTML.
 *
 * Cost: O(functions + arcs + samples), all of the data in memory once, and compressed once more.
 *
 * docs/design/page.md has the reasons.
 */
#ifndef GPROF_PAGE_PAGE_H
#define GPROF_PAGE_PAGE_H

#include "analysis/result.h"
#include "binary/source.h"
#include "diff/diff.h"
#include "merge/runs.h"
#include "text/demangle.h"

#include <stdio.h>

#define PAGE_NEEDS (NEED_PLACES | NEED_SITES | NEED_FILTERED)
/* The same, of one with source text; where code counts blocks, its lines have their executions. */
#define PAGE_SOURCE_NEEDS (NEED_LINELESS_SITES | NEED_CALLEES | NEED_EXECUTIONS)

enum page_source {
	PAGE_SOURCE_HOT,  /* text of functions that have time */
	PAGE_SOURCE_ALL,
	PAGE_SOURCE_NONE, /* nor paths, nor the command line */
};

struct page {
	const struct result *result;
	const struct runs *runs;
	const char *producer; /* name and version of the tool */
	const char *name;     /* of the program, without folders */
	enum name_form names; /* as people read them */
	enum page_source source;
	const struct source_places *sources; /* where their files are */
	bool instructions;    /* are asked for: in all views, not of lines alone */
	const struct diff *before; /* this run and others, settled; or NULL */
};

/* Returns true if the web side was there when the tool was built. */
bool page_is_built(void);

/* The caller checks the stream for errors. */
void page_write(const struct page *page, FILE *out);

#endif
