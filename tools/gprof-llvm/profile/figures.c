/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* figures.c - see figures.h. */
#include "profile/figures.h"

#include <stddef.h>

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

static const struct measure_unit of_bytes[] = {
	{ 1 << 30, " GiB", "GiB" }, { 1 << 20, " MiB", "MiB" }, { 1 << 10, " KiB", "KiB" },
	{ 1, "   B", "B" }
};
static const struct measure_unit of_calls[] = { { 1, "", "" } };

#define BYTES "bytes", 1024, "KiB", "bytes", "KiB", of_bytes, false, true
#define BLOCKS "blocks", 1, "blocks", "blocks", "blocks", of_calls, true, true
#define CALLS "calls", 1, "calls", "calls", "calls", of_calls, true, true
#define OF_MEMORY { NULL }, false, "run it with `gprof-llvm run --memory'"
#define OF_IO { NULL }, false, "run it with `gprof-llvm run --io'"

const struct measure_event figure_measures[FIGURE_WORDS] = {
	[FIGURE_ALLOC] = { { "alloc", "allocated bytes", BYTES, "blocks" }, FIGURE_ALLOC,
			   OF_MEMORY },
	[FIGURE_ALLOCS] = { { "allocs", "allocated blocks", BLOCKS, "blocks" }, FIGURE_ALLOCS,
			    OF_MEMORY },
	[FIGURE_LIVE] = { { "live", "bytes not freed", BYTES, "blocks" }, FIGURE_LIVE, OF_MEMORY },
	[FIGURE_PEAK] = { { "peak", "bytes at the peak", BYTES, "blocks" }, FIGURE_PEAK,
			  OF_MEMORY },
	[FIGURE_LEAKED] = { { "leaked", "bytes not freed", BYTES, "blocks" }, FIGURE_LEAKED,
			    OF_MEMORY },
	[FIGURE_TEMPORARY] = { { "temporary", "temporary blocks", BLOCKS, "blocks" },
			       FIGURE_TEMPORARY, OF_MEMORY },
	[FIGURE_READ] = { { "read", "bytes read", BYTES, "calls" }, FIGURE_READ, OF_IO },
	[FIGURE_WRITTEN] = { { "written", "bytes written", BYTES, "calls" }, FIGURE_WRITTEN,
			     OF_IO },
	[FIGURE_IO_CALLS] = { { "io-calls", "calls that read or write", CALLS, "calls" },
			      FIGURE_IO_CALLS, OF_IO },
};
