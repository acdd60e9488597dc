/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pprof_types.c - see pprof_types.h. */
#include "export/pprof_types.h"

const char *pprof_type_of(enum figure figure)
{
	static const char *const of[FIGURE_WORDS] = {
		[FIGURE_ALLOC] = "alloc_space", [FIGURE_ALLOCS] = "alloc_objects",
		[FIGURE_LIVE] = "inuse_space", [FIGURE_LEAKED] = "inuse_space",
		[FIGURE_PEAK] = "peak_space", [FIGURE_TEMPORARY] = "temporary_objects",
		[FIGURE_READ] = "read_space", [FIGURE_WRITTEN] = "written_space",
		[FIGURE_IO_CALLS] = "io_calls",
	};

	return of[figure];
}
