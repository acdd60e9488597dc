/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * paths.c - the numbers of source files in a page's data; see data.h.
 */
#include "page/data.h"

/* Without paths, file names distinguish the files. */
int64_t data_file(struct page_data *d, const char *path)
{
	if (!path)
		return -1;
	if (d->page->source == PAGE_SOURCE_NONE)
		path = gp_basename(path);
	return path_number(&d->files, path);
}
