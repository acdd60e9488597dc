/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* figures.c - see figures.h. */
#include "profile/figures.h"

const struct figure_subject_text figure_subjects[FIGURE_SUBJECTS] = {
	[FIGURES_OF_MEMORY] = { "memory", "--memory", "allocations", "is" },
	[FIGURES_OF_IO] = { "reads and writes", "--io", "reads and writes", "are" },
};

const char *const figure_words[FIGURE_WORDS] = {
	[FIGURE_ALLOC] = "alloc",	  [FIGURE_ALLOCS] = "allocs",
	[FIGURE_LIVE] = "live",		  [FIGURE_PEAK] = "peak",
	[FIGURE_LEAKED] = "leaked",	  [FIGURE_TEMPORARY] = "temporary",
	[FIGURE_READ] = "read",		  [FIGURE_WRITTEN] = "written",
	[FIGURE_IO_CALLS] = "io-calls",
};

const char *figure_title(enum figure figure)
{
	static const char *const titles[FIGURE_WORDS] = {
		[FIGURE_ALLOC] = "Bytes allocated", [FIGURE_ALLOCS] = "Blocks allocated",
		[FIGURE_LIVE] = "Bytes not freed", [FIGURE_LEAKED] = "Bytes not freed",
		[FIGURE_PEAK] = "Bytes when the heap was largest",
		[FIGURE_TEMPORARY] = "Blocks freed before another was allocated",
		[FIGURE_READ] = "Bytes read", [FIGURE_WRITTEN] = "Bytes written",
		[FIGURE_IO_CALLS] = "Calls that read or write",
	};

	return titles[figure];
}

bool figure_is_bytes(enum figure figure)
{
	return figure != FIGURE_ALLOCS && figure != FIGURE_TEMPORARY && figure != FIGURE_IO_CALLS;
}
