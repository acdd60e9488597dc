/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_format.h - the file of a merged profile, a sum; docs/format.md is normative.
 *
 * A header, then tables found through it, each an array of records of one kind and
 * size.  Records name each other by position, strings by number: strings are
 * NUL-terminated and number 0 is "".  All that a report needs is in it; no binary is.
 */
#ifndef GPROF_MERGE_SUM_FORMAT_H
#define GPROF_MERGE_SUM_FORMAT_H

#include "base/magic.h"

#include <gprof-llvm/format.h>

#define SUM_VERSION 1
#define SUM_NONE 0xffffffffu /* no such record */

enum sum_kind {
	SUM_STRINGS = 1, /* bytes */
	SUM_TOTAL,       /* one struct sum_total */
	SUM_MODULES,
	SUM_BUILDS,
	SUM_NODES,
	SUM_ARCS,
	SUM_SITES,
	SUM_CONTEXTS, /* a context comes after its caller */
	SUM_SAMPLES,
	SUM_TAILS,
	SUM_CALLBACKS,
	SUM_CALLERS,
	SUM_RUNS,
	SUM_THREADS,
	SUM_PRICES,
	SUM_COUNTED,
	SUM_EXECUTIONS,
	SUM_COUNTS,
	SUM_WRITTEN,
	SUM_LINES,
	SUM_BRANCHES,
	SUM_CASES,
	SUM_TIMINGS,
	SUM_RANGES,
	SUM_LONGEST,
	SUM_ALLOCATED,
	SUM_HEAPS,
	SUM_IO_FILES,
	SUM_IO_CALLS,
	SUM_IO,
	SUM_BLOCK_CALLS, /* a call comes after its caller */
	SUM_BLOCK_TREES,
	SUM_KINDS,
};

struct sum_header {
	char magic[8];       /* SUM_MAGIC */
	uint32_t version;    /* SUM_VERSION */
	uint32_t byte_order; /* GPROF_BYTE_ORDER */
	uint64_t size;       /* bytes of the file */
	uint32_t tables;     /* struct sum_table that follow */
	uint32_t reserved;   /* 0 */
};

struct sum_table {
	uint32_t kind;   /* enum sum_kind; others are skipped */
	uint32_t record; /* bytes of one record; more than known: the rest is skipped */
	uint64_t n;      /* records */
	uint64_t offset; /* in the file, a multiple of 8 */
};

/* An object of the programs, in all its builds. */
struct sum_module {
	uint32_t path;  /* string: of its first build */
	uint32_t flags; /* SUM_MODULE_* */
};
#define SUM_MODULE_MAIN 1u
#define SUM_MODULE_INSTRUMENTED 2u
#define SUM_MODULE_CHANGED 4u /* the file was gone or another build: counts lack */
#define SUM_MODULE_NAMELESS 8u /* the same of one that had no counts: names of functions lack */

struct sum_build {
	uint32_t module;
	uint32_t id;       /* string: build-id in hexadecimal */
	uint64_t profiles; /* it was in */
};

/* A function, or a row of time in none. */
struct sum_node {
	uint32_t name;   /* string: linkage name */
	uint32_t module; /* or SUM_NONE */
	uint32_t where;  /* string: distinguishes static functions of one name, see
			    SUM_TWIN */
	uint32_t ordinal; /* among functions with equal 'where' */
	uint32_t file;   /* string: of the definition, or "" */
	uint32_t line;
	uint32_t flags;  /* SUM_NODE_* */
	uint32_t reserved;
	uint64_t entries; /* times entered, 0 if derived */
	uint64_t address; /* in the module's file, 0 unknown or unlike in its builds */
	uint64_t place;   /* nodes of records are in this order */
};
/* 'where' is the base name of the file that defines the function, a colon, and the file that was
   compiled, as it was given (older files: its base name).  Functions whose paths are equal have
   numbers, in one build: then the build-id and this character come first. */
#define SUM_TWIN '\1'

#define SUM_NODE_DERIVED 1u /* entries are the sum of the calls */
#define SUM_NODE_OPAQUE 2u  /* not instrumented */
#define SUM_NODE_RECORD 4u
#define SUM_NODE_INSTRUMENTED 8u
#define SUM_NODE_ROW 16u    /* of its module; without one: <unknown>, <ready>,
			       <profiler> */

struct sum_arc {
	uint32_t from, to; /* nodes */
	uint32_t flags;    /* ARC_OF_TEXT of graph/graph.h, of arcs without calls */
	uint32_t reserved;
	uint64_t count;    /* calls; 0: found in the text, never made */
};

struct sum_site {
	uint32_t arc, line;
	uint32_t file; /* string; "": the caller's file */
	uint32_t reserved;
	uint64_t calls;
};

/* A call that has not returned, in the calls around it. */
struct sum_context {
	uint32_t caller;  /* context, or SUM_NONE */
	uint32_t node;    /* that makes the call */
	uint32_t callee;  /* node that the instruction names, or SUM_NONE */
	uint32_t entered; /* node whose symbol covers it, if 'node' is a row, or SUM_NONE */
};

/* Flags of a sample beside GPROF_SAMPLE_*: where some samples only have a stack, the weight as
   own time of a function and that in the tree of calls differ. */
#define SUM_SAMPLE_OWN 256u  /* of the first only */
#define SUM_SAMPLE_TREE 512u /* of the second only */

struct sum_sample {
	uint32_t context; /* or SUM_NONE */
	uint32_t node;    /* sampled */
	uint32_t entered; /* as in sum_context */
	uint32_t flags;   /* GPROF_SAMPLE_KERNEL, _FAULT, _WAIT, _CUT, _ENDED; SUM_SPOT_* */
	uint64_t samples;
	uint64_t weight;
};

struct sum_pair {
	uint32_t a; /* tail: caller; callback, caller: function; nodes */
	uint32_t b; /* tail: callee; callback: external (nodes); caller: module */
};

/* A flag of a run beside GPROF_FILE_*: counts of instructions began inside running functions. */
#define SUM_RUN_INSIDE 0x80000000u

struct sum_run {
	uint32_t path, exe, host, command, build_id; /* strings */
	uint32_t pid, ppid, processes, threads, clock, flags;
	uint32_t part; /* 1: only a part of the run is in it */
	uint64_t run_id, start_ns, end_ns, user_ns, system_ns, period_ns;
	uint64_t lost[GPROF_LOSS_N];
	uint64_t calls, samples, cpu_ns;
};

struct sum_thread {
	uint32_t run, name, tid, threads;
	uint64_t calls, samples, cpu_ns;
};

/* More of a run: older files have none. */
struct sum_price {
	uint32_t run, reserved;
	uint64_t last_period_ns, interrupts_ns; /* struct gprof_file_header */
};

/* A run of a program that counts how often its code is executed. */
struct sum_counted {
	uint32_t run;
	uint32_t why; /* string: why nothing is known of it; "": it is in the executions */
};

/* How often something was executed: struct block_count, of any number of runs.  Those of lines,
   branches and cases are in a table, each once, as there are fewer than these. */
struct sum_count {
	int64_t lo, hi;    /* bounds; hi of 2^60: none */
	int64_t value;     /* unless it is between them */
	uint32_t how;      /* enum solved: 0 between the bounds, 1 exact, 2 if all calls
			      came back */
	uint32_t likely;   /* where 'how' is 0; 1: it is 'value' if all that the end of a process
			      stopped was in calls */
};

/* Machine instructions that a function executed itself. */
struct sum_execution {
	uint32_t node;    /* that has a record */
	uint32_t why;     /* enum block_state: of a run that is not solved; or 0 */
	uint32_t solved;  /* runs that are in the counts */
	uint32_t open;    /* runs of which nothing is known */
	struct sum_count insns, ours; /* without the profiler's; the profiler's in it */
};

/* A function that was inlined, as it was written. */
struct sum_written {
	uint32_t name, file, line; /* strings, of the definition; "" and 0: not known */
};

/* A line of a function's code: struct line_count of executions/source_counts.h. */
struct sum_line {
	uint32_t node;    /* with an execution */
	uint32_t written; /* inlined there; SUM_NONE: the node's own line */
	uint32_t file;    /* string; "": not known */
	uint32_t line;    /* 0: not known */
	uint32_t flags;   /* SUM_LINE_* */
	uint32_t count, insns; /* counts: executions of the line; machine instructions of it */
};
#define SUM_LINE_NEAR 1u /* code near it: no executions of it */

/* A conditional branch in one build. */
struct sum_branch {
	uint32_t node, written, file, line; /* as of a line */
	uint32_t build;
	uint32_t reached, taken; /* counts */
	uint32_t told;    /* enum branch_source of executions/branch_targets.h; older files: 0 */
	uint64_t address; /* in the build's file */
};

/* A case of a switch, or a way of a condition: struct case_count.  Older files have none. */
struct sum_case {
	uint32_t node, written, file, line; /* as of a line */
	uint32_t to;      /* line that it goes on at; 0: not known */
	uint32_t kind;    /* enum branch_source */
	uint32_t runs;    /* that are in the count */
	uint32_t count;
};

/* The lengths of a function's calls by one caller: struct call_times of program/timings.h.  Older
   files have none. */
struct sum_timing {
	uint32_t function, caller; /* nodes; caller SUM_NONE: others */
	uint32_t flags;    /* GPROF_TIMING_CPU */
	uint32_t reserved; /* 0 */
	uint64_t returned, unwound, ended, inner, open; /* calls */
	double total, shortest; /* ns; shortest negative: there is none */
};

/* Calls whose lengths are in a range. */
struct sum_range {
	uint32_t timing; /* position */
	uint32_t key;    /* docs/format.md */
	uint64_t calls;
};

/* One of the longest calls. */
struct sum_longest {
	uint32_t timing, reserved;
	double start, length; /* ns; start since the run's, negative: not known */
};

/* The blocks of a function: struct allocated of profile/allocations.h.  Older files have none. */
struct sum_allocated {
	uint32_t node, reserved;
	uint64_t blocks, bytes, frees, freed, temporary, young;
	int64_t at_peak;
};

/* Losses of the heaps; at most one record, of the profiles that count blocks. */
struct sum_heaps {
	uint64_t processes;
	uint64_t flags;     /* SUM_HEAPS_* */
	uint64_t foreign, folded, unstored; /* as in struct gprof_heap */
};

#define SUM_HEAPS_SEVERAL 1u /* a profile had several threads */
#define SUM_HEAPS_PART 2u    /* the counts of one are of a part of its run */

/* The blocks of a call, without those below it (profile/block_tree.h).  Older files have none. */
#define SUM_BLOCK_FIGURES 6u
struct sum_block_call {
	uint32_t caller; /* block call, or SUM_NONE */
	uint32_t node;   /* or SUM_BLOCKS_* */
	uint64_t blocks, bytes, frees, freed, temporary, young; /* as in struct gprof_allocations */
	int64_t at_peak; /* bytes */
	double variance[SUM_BLOCK_FIGURES]; /* of bytes, blocks, bytes left, at the peak, left at
					       the end, temporary blocks; of the part that was
					       shared out */
};
#define SUM_BLOCKS_NO_STACK 0xfffffffeu
#define SUM_BLOCKS_TRUNCATED 0xfffffffdu

/* How far they are known; one record if there are any. */
struct sum_block_tree {
	uint64_t processes; /* whose blocks have stacks */
	uint64_t sampling;  /* of them: only a part of the blocks has one */
	uint64_t exact;     /* blocks until then, of these */
	uint64_t shared;    /* blocks that were shared out */
	uint64_t period;    /* one small block in so many had a stack then */
	uint64_t folded;    /* blocks whose stack found no room */
	uint64_t each;      /* bytes that a sample represents; 0, as in older files: all blocks
			       are counted */
	uint64_t lost;      /* samples that found no room */
};

/* A file that was read or written: struct io_file of profile/io.h.  Older files have none. */
struct sum_io_file {
	uint32_t name; /* string; "": not known */
	uint32_t kind; /* enum gprof_io_file_kind */
};

/* Calls of a function for a file: struct io_calls of profile/io.h. */
struct sum_io_calls {
	uint32_t node, file; /* file: position */
	uint32_t kind;       /* enum gprof_io_kind */
	uint32_t reserved;   /* 0 */
	uint64_t bytes, errors, jumps;
	uint64_t size[GPROF_IO_SIZES]; /* calls without an error, by bytes */
};

/* At most one record, of the profiles that count reads and writes. */
struct sum_io {
	uint64_t processes;
	uint64_t incomplete;            /* of them: without the kernel's totals */
	uint64_t folded, unnamed, lost; /* as in struct gprof_io_process */
	struct gprof_io_totals kernel;  /* of the complete ones */
	struct gprof_io_totals counted; /* the calls in it */
};

/* Sums over the samples of one kind; struct sample_totals. */
struct sum_sample_totals {
	uint64_t samples, stacked, without_stack, truncated, weight, kernel;
	double squares; /* of the random part of the weights (program/strata.h) */
};

/* The processes whose time used_ns is. */
enum sum_used {
	SUM_USED_UNKNOWN = 0, /* not of all processes: as versions before the third value wrote */
	SUM_USED_ALL = 1,
	SUM_USED_LEAST = 2,   /* where the kernel did not count it: what was sampled */
};

struct sum_total {
	struct sum_sample_totals sample_totals[2]; /* of CPU time, of waiting */
	uint64_t own_ns;     /* that taking samples took */
	uint64_t used_ns;    /* CPU time as the kernel counts it */
	uint64_t used_known; /* enum sum_used */
	uint64_t late;       /* calls that may have been counted and not have arrived */
	uint64_t uncounted, ambiguous; /* struct program */
};

#endif
