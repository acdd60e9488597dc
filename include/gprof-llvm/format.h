/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * format.h - the two binary formats of gprof-llvm, defined once.
 *
 * 1. The static call-graph section, written by the compiler plugin into the
 *    object file (sections gprof_cg, gprof_fn, gprof_cnt).
 * 2. The profile file, which the runtime maps and writes while the program
 *    runs.
 *
 * docs/format.md is the normative text.  This header holds layouts only: no
 * functions, no includes but <stdint.h>, so that pass, runtime and tool can
 * all use it.  All integers have the byte order of the target.
 *
 * "Self-relative" (type gprof_rel) means: the address of the field itself
 * plus its signed value is the address meant; 0 means "none".  It needs no
 * dynamic relocation and reads the same in the file and in memory.
 */
#ifndef GPROF_LLVM_FORMAT_H
#define GPROF_LLVM_FORMAT_H

#include <stdint.h>

typedef int32_t gprof_rel;

/* ------------------------------------------------------------------ */
/* 1. Static sections                                                  */

/*
 * gprof_cnt: the counters of a link unit (executable or shared object), an
 * array of 64-bit words, zero in the file.  Each function owns a run of
 * words; word 0 of the run is the entry count, and its address is the identity
 * of the function within the link unit.
 *
 * gprof_fn: struct gprof_fn, one per function that is in the text of the link
 * unit: joins its address to its record in gprof_cg.
 *
 * gprof_lines: with count=blocks and debug information, which lines code was written at.
 *
 * gprof_text: the profiler's own code, as far as it is in the link unit.
 *
 * gprof_cg: records, each starting on a multiple of 8 with struct
 * gprof_cg_head.  Zero words between records are padding.  The order means
 * nothing.
 */
#define GPROF_SEC_CNT "gprof_cnt"
#define GPROF_SEC_CG "gprof_cg"
#define GPROF_SEC_FN "gprof_fn"
#define GPROF_SEC_STR "gprof_str"
#define GPROF_SEC_TEXT "gprof_text"
#define GPROF_SEC_LINES "gprof_lines"

#define GPROF_CG_VERSION 1

enum gprof_cg_kind {
	GPROF_CG_FUNC = 1,   /* struct gprof_cg_func and its sites */
	GPROF_CG_MODULE = 2, /* struct gprof_cg_module */
	GPROF_CG_COPY = 3,   /* struct gprof_cg_copy */
	GPROF_CG_COMPACT = 4, /* struct gprof_cg_compact: a function and its sites, packed */
};

struct gprof_cg_head {
	uint16_t kind;    /* enum gprof_cg_kind; unknown kinds are skipped */
	uint16_t version; /* GPROF_CG_VERSION, of copies GPROF_CG_COPY_VERSION, of packed
			     functions GPROF_CG_COMPACT_VERSION; another one is an error */
	uint32_t size;    /* bytes of the record with this head, multiple of 8 */
};

/*
 * One per compiled module that has an instrumented function.  Those of every version begin
 * with head and source: a reader of another version names the file to compile again.
 */
struct gprof_cg_module {
	struct gprof_cg_head head;
	gprof_rel source;   /* name of the source file as given, NUL-terminated */
	gprof_rel options;  /* the GPROF_PASS options in force, canonical text */
	gprof_rel producer; /* "gprof-llvm V, LLVM N" */
	uint32_t flags;     /* GPROF_MOD_* */
};

/* Older writers leave these out: 'size' says if they are there. */
struct gprof_cg_module_file {
	struct gprof_cg_module module;
	gprof_rel file;    /* source file of most of its functions, or 0 */
	uint32_t reserved; /* 0 */
};
#define GPROF_MOD_CALL 1u /* mode=call: no counters */
#define GPROF_MOD_PIC 2u  /* counters in the thread-local form */
#define GPROF_MOD_LTO 4u  /* written before link-time optimisation */
#define GPROF_MOD_BLOCKS 8u /* count=blocks: runs have block counters after the sites' counters,
			       which the code alone names; sites say who returns */
#define GPROF_MOD_LINES 16u /* functions have their lines in gprof_lines, if they have some */

struct gprof_cg_func {
	struct gprof_cg_head head;
	gprof_rel counters; /* the function's run in gprof_cnt; 0 in mode=call */
	gprof_rel name;     /* linkage name, NUL-terminated */
	gprof_rel file;     /* source file (absolute when known), or 0 */
	uint32_t line;      /* line of the definition, 0 unknown */
	uint32_t flags;     /* GPROF_FN_* */
	uint32_t ncounters; /* words in the run */
	uint32_t nsites;    /* struct gprof_cg_site that follow */
	gprof_rel module;   /* its struct gprof_cg_module */
	uint64_t type_hash; /* function type, comparable within the program */
};
#define GPROF_FN_ADDR_TAKEN 1u  /* its address is used other than by calls */
#define GPROF_FN_LOCAL 2u       /* linkage name is not unique (static) */
#define GPROF_FN_LINKONCE 4u    /* may be in several objects (COMDAT, weak) */
#define GPROF_FN_EXPORTED 8u    /* default visibility */
#define GPROF_FN_SKIPPED 16u    /* not monitored: no entry count, no counters */
#define GPROF_FN_DERIVED 32u    /* no entry count: entries are the sum of calls */
#define GPROF_FN_WEAK 64u       /* weak or interposable definition */
#define GPROF_FN_WRITTEN 128u   /* struct gprof_cg_written follows the sites */

enum gprof_site_kind {
	GPROF_SITE_DIRECT = 1,   /* callee known by name or entry counter */
	GPROF_SITE_INDIRECT = 2, /* callee seen at run time */
	GPROF_SITE_CALLBACK = 3, /* 'callee' is passed to the external function
				    called by site number 'counter' */
	GPROF_SITE_MAY = 4,      /* 'callee' may be called by the indirect
				    site number 'counter' */
	GPROF_SITE_ASM = 5,      /* inline assembly that calls; not counted */
};

struct gprof_cg_site {
	gprof_rel callee;   /* see GPROF_SITE_BY_COUNTER; 0 for indirect */
	uint32_t counter;   /* word in the function's run, or GPROF_NO_COUNTER;
			       an indirect site has GPROF_CELL_WORDS: pairs of
			       target and hits, the first targets seen */
	uint32_t line;      /* line of the call, 0 unknown */
	uint8_t kind;       /* enum gprof_site_kind */
	uint8_t flags;      /* GPROF_SITE_* */
	uint16_t reserved;  /* 0 */
	gprof_rel inlined;  /* linkage name of the function the call was written
			       in, when that was inlined here; else 0 */
	gprof_rel file;     /* source file of 'line' when 'inlined', else 0 */
	uint64_t type_hash; /* indirect: type of the callee wanted; else 0 */
};
#define GPROF_NO_COUNTER 0xffffffffu
#define GPROF_CELL_TARGETS 4u /* targets a site counts without a table */
#define GPROF_CELL_WORDS (2 * GPROF_CELL_TARGETS)
#define GPROF_SITE_BY_COUNTER 1u /* callee points at an entry counter (a local
				    function); else at a linkage name */
#define GPROF_SITE_TAIL 2u       /* tail call */
#define GPROF_SITE_MAY_INLINE 4u /* the code generator may expand the call
				    inline: the count is of executions */
#define GPROF_SITE_INTRINSIC 8u  /* memcpy and the like; name is the libcall */
/* With GPROF_MOD_BLOCKS; a call that has none of them returns once or not at all. */
#define GPROF_SITE_NEVER_RETURNS 16u
#define GPROF_SITE_RETURNS 32u       /* and does not unwind */
#define GPROF_SITE_RETURNS_TWICE 64u /* setjmp: any number of times */

/*
 * A function and its sites in a seventh of the space: what a linker has to fill in stands in
 * front, each address once, and the rest is a string of bytes (docs/format.md).  Functions are
 * written so; gprof_cg_func, which older writers made, is read.
 *
 * Readers that know no such records would find no functions, so their version is one that these
 * refuse.
 */
struct gprof_cg_compact {
	struct gprof_cg_head head;
	gprof_rel counters; /* as in gprof_cg_func */
	gprof_rel name;     /* the same */
	gprof_rel module;   /* the same */
	uint32_t flags;     /* GPROF_FN_*, and from bit GPROF_COMPACT_REFS on the number of refs */
	gprof_rel refs[];   /* what the bytes refer to; with GPROF_FN_WRITTEN the first is its
			       struct gprof_lines */
};
#define GPROF_CG_COMPACT_VERSION 2
#define GPROF_COMPACT_REFS 8
#define GPROF_COMPACT_MOST_REFS 0xffffffu

/* The byte that a site of a packed function begins with: which numbers follow. */
#define GPROF_PACKED_NEW_CALLEE 1u /* none: the callee is the first ref that was not used */
#define GPROF_PACKED_OLD_CALLEE 2u /* the callee's ref */
#define GPROF_PACKED_BY_COUNTER 4u /* GPROF_SITE_BY_COUNTER */
#define GPROF_PACKED_LINE 8u       /* the line's difference to the one before */
#define GPROF_PACKED_INLINED 16u   /* 'inlined' and 'file', unlike the ones before */
#define GPROF_PACKED_COUNTER 32u   /* the counter; of indirect sites nothing: it has none */
#define GPROF_PACKED_KIND 64u      /* kind and other flags; without: a direct call, none */
#define GPROF_PACKED_TYPES 256u /* hashes of a function that may be named by their number */

/*
 * What follows the sites of a function with GPROF_FN_WRITTEN: which lines its code was written at,
 * by the flow between its blocks as they were when counters were planned.
 */
struct gprof_cg_written {
	gprof_rel lines;    /* its struct gprof_lines, in gprof_lines */
	uint32_t reserved;  /* 0 */
};

/*
 * One per piece of code that counts with a word of its own, written by the assembly that counts:
 * link-time optimisation copies that with the code around it.  A reader that does not know them
 * would see no counts, so their version is one that it refuses.
 */
struct gprof_cg_copy {
	struct gprof_cg_head head;
	gprof_rel word; /* in gprof_cnt; a part of the count of 'of' */
	gprof_rel of;   /* the word of a function's run */
};
#define GPROF_CG_COPY_VERSION 2

/* gprof_lines; then nfunctions struct gprof_lines_function, then nbytes bytes. */
struct gprof_lines {
	uint32_t nfunctions; /* the first one is the function itself; others: inlined copies */
	uint32_t nbytes;     /* numbers in LEB128: docs/format.md */
};
struct gprof_lines_function {
	gprof_rel name; /* linkage name, or 0 */
	gprof_rel file; /* that it was written in, or 0 */
	uint32_t line;  /* of its definition, 0 unknown */
};

/* gprof_fn; lives and dies with the text of its function. */
struct gprof_fn {
	gprof_rel func;   /* first instruction of the function */
	gprof_rel record; /* its struct gprof_cg_func */
};

/* ------------------------------------------------------------------ */
/* 2. Profile file                                                     */

/*
 * The file is valid at every instant after its header is published (magic is
 * written last).  It consists of areas, found through directories.  A
 * directory entry is published by storing its type last; a reader ignores
 * entries of type 0 and everything at or after header.file_end.
 * Nothing is ever moved or removed.
 */
#define GPROF_MAGIC "gprofLLV"
#define GPROF_FILE_VERSION 1
#define GPROF_BYTE_ORDER 0x01020304u
#define GPROF_FIRST_DIR 2048 /* file offset of the first directory */
#define GPROF_PAGE 4096      /* granularity of block areas */

/* Losses: each counts events that the profile does not hold. */
enum gprof_loss {
	GPROF_LOSS_SAMPLES = 0,  /* samples not stored: table full */
	GPROF_LOSS_ARCS = 1,     /* indirect or return-address arcs not stored */
	GPROF_LOSS_THREADS = 2,  /* threads that count into the shared block */
	GPROF_LOSS_MODULES = 3,  /* modules not recorded */
	GPROF_LOSS_CALLERS = 4,  /* first callers not recorded */
	GPROF_LOSS_SNAPSHOTS = 5, /* snapshots not stored */
	GPROF_LOSS_STACKS = 6,   /* call stacks not stored: table full */
	GPROF_LOSS_TIMES = 7,    /* calls whose length was not measured: no space */
	GPROF_LOSS_N = 16,
};

/* The same instant by the clock that calls are measured with, and by the monotonic one. */
struct gprof_instant {
	uint64_t ticks; /* 0: there is none (yet); stored last */
	uint64_t monotonic_ns;
};

struct gprof_file_header {
	char magic[8];         /* GPROF_MAGIC, written last */
	uint32_t version;      /* GPROF_FILE_VERSION */
	uint32_t byte_order;   /* GPROF_BYTE_ORDER */
	uint32_t pointer_size; /* bytes, 8 */
	uint32_t flags;        /* GPROF_FILE_* */
	uint64_t file_end;     /* bytes of the file in use, only grows */
	uint32_t pid;          /* of the process profiled */
	uint32_t ppid;         /* its parent when it started or was forked */
	uint64_t run_id;       /* the same in a process and all its forked
				  children, unlike between runs */
	uint32_t fork_depth;   /* 0 for the first process of the run */
	uint32_t clock;        /* enum gprof_clock */
	uint64_t period_ns;    /* wanted sampling period, ns of CPU time */
	uint64_t start_ns;     /* CLOCK_REALTIME, ns since the epoch */
	uint64_t end_ns;       /* the same at an orderly end, else 0 */
	uint64_t user_ns;      /* user CPU time of the process at an orderly
				  end, by getrusage; else 0 */
	uint64_t system_ns;    /* kernel CPU time, the same */
	uint64_t monotonic_ns; /* CLOCK_MONOTONIC at start */
	uint64_t lost[GPROF_LOSS_N];
	uint64_t snapshots;    /* file offset of the newest gprof_snapshot, or 0 */
	uint64_t snapshot_bytes; /* of the file taken by snapshots */
	uint64_t snapshot_limit; /* bytes that snapshots may take */
	uint64_t last_period_ns; /* rate=auto: the period has grown from period_ns to this;
				    else 0 */
	uint64_t interrupts_ns; /* of handler_ns of all threads: estimated, no clock saw it */
	struct gprof_instant first; /* shortly before the first call that was measured */
	struct gprof_instant last[2]; /* two later ones; they are renewed in turn */
};
#define GPROF_FILE_SHARED 1u   /* some threads share a block: counts may lack */
#define GPROF_FILE_NO_SAMPLES 2u /* sampling was wanted and could not be had */
#define GPROF_FILE_FOREIGN_GS 4u /* the program uses the GS base itself */
#define GPROF_FILE_NO_GS 8u    /* the GS base could not be set */
#define GPROF_FILE_COPY 16u    /* a dump: part of another file's counts */

enum gprof_clock {
	GPROF_CLOCK_NONE = 0,  /* no sampling */
	GPROF_CLOCK_PERF = 1,  /* perf_event_open, per thread, precise */
	GPROF_CLOCK_TIMER = 2, /* timer_create, per thread, kernel-tick bound */
};

enum gprof_area_type {
	GPROF_AREA_PROCESS = 1, /* text: NUL-terminated "key=value" strings */
	GPROF_AREA_MODULE = 2,  /* struct gprof_module */
	GPROF_AREA_THREAD = 3,  /* struct gprof_thread */
	GPROF_AREA_BLOCK = 4,   /* counters of one thread in one module */
	GPROF_AREA_ARCS = 5,    /* struct gprof_table of gprof_arc */
	GPROF_AREA_SAMPLES = 6, /* struct gprof_table of gprof_sample */
	GPROF_AREA_FRAMES = 7,  /* struct gprof_table of gprof_frame */
	GPROF_AREA_CELLS = 8,   /* uint32_t: where in its module's gprof_cnt cells of indirect
				   sites begin, bytes; in the files of a pool */
	GPROF_AREA_TIMES = 9,   /* struct gprof_timing, any number */
	GPROF_AREA_TIMELINE = 10, /* struct gprof_timeline */
	GPROF_AREA_HEAP = 11,     /* struct gprof_heap; at most one */
	GPROF_AREA_ALLOCATIONS = 12, /* struct gprof_allocations, any number */
	GPROF_AREA_WAITS = 13,   /* struct gprof_waits, beside a table of samples */
	GPROF_AREA_OBJECTS = 14, /* struct gprof_objects, any number */
	GPROF_AREA_IO_PROCESS = 15, /* struct gprof_io_process; at most one */
	GPROF_AREA_IO_FILES = 16,   /* struct gprof_io_file, any number */
	GPROF_AREA_IO = 17,         /* struct gprof_io, any number */
	GPROF_AREA_EVENTS = 18,        /* struct gprof_event, any number */
	GPROF_AREA_EVENT_TOTALS = 19,  /* struct gprof_event_total, any number */
	GPROF_AREA_EVENT_SAMPLES = 20, /* struct gprof_table of gprof_event_sample */
	GPROF_AREA_REGIONS = 21,       /* struct gprof_region, any number */
	GPROF_AREA_HEAP_STACKS = 22,    /* struct gprof_heap_stacks; at most one */
	GPROF_AREA_HEAP_FRAMES = 23,    /* struct gprof_heap_frames, any number */
	GPROF_AREA_EVENT_COUNTERS = 24, /* struct gprof_event_counter, any number */
	GPROF_AREA_HEAP_SAMPLES = 25,   /* struct gprof_heap_samples; at most one */
};

struct gprof_area {
	uint32_t type;   /* enum gprof_area_type, stored last; 0 = not there */
	uint32_t thread; /* gprof_thread.index, or GPROF_NONE */
	uint32_t module; /* gprof_module.index, or GPROF_NONE */
	uint32_t epoch;  /* number of module unloads before it was made */
	uint64_t offset; /* file offset of the content */
	uint64_t size;   /* bytes */
	uint64_t skip;   /* block: bytes before the first counter */
	uint64_t reserved;
};
#define GPROF_NONE 0xffffffffu

/* Keys of the process area of a process that is a rank of a parallel job. */
#define GPROF_PROCESS_RANK "rank"   /* a number of at most 9 digits */
#define GPROF_PROCESS_RANKS "ranks" /* how many the job has, if the launcher says so */
#define GPROF_PROCESS_JOB "job"     /* the same in all ranks of one launch; or none */

/* Keys of the process area of a profile that is several processes' (a pool). */
#define GPROF_PROCESS_COUNT "processes" /* how many */
#define GPROF_PROCESS_MERGED "merged"   /* the file that was taken in last */
#define GPROF_PROCESS_LOOKED "looked"   /* where in the folder to look next for files left */
#define GPROF_PROCESS_STOPPED "stopped" /* times that a thread may have been stopped, or begun, in
					   the middle of its code */
#define GPROF_PROCESS_LEFT "left" /* times the same if the call that ended it was a handler's */
#define GPROF_PROCESS_TORN "torn" /* files that may have been added while threads counted in them */

struct gprof_directory {
	uint64_t next;     /* file offset of the next directory, or 0 */
	uint32_t capacity; /* entries */
	uint32_t reserved;
	struct gprof_area area[];
};

/* A loaded object, instrumented or not. */
struct gprof_module {
	uint32_t index;
	uint32_t flags;         /* GPROF_MODULE_* */
	uint64_t bias;          /* run-time address - address in the ELF file */
	uint64_t low, high;     /* run-time range of its load segments */
	uint64_t cnt_start, cnt_stop; /* run-time range of gprof_cnt, 0 if none */
	uint64_t content_hash;  /* FNV-1a 64 of gprof_cg and gprof_cnt sizes and
				   gprof_cg content; 0 when not instrumented */
	uint32_t unload_epoch;  /* epoch that began when it went, or GPROF_NONE */
	uint32_t load_epoch;    /* epoch in which it was found */
	uint32_t build_id_size; /* bytes used of build_id, 0 if it has none */
	uint32_t path_size;     /* bytes of path with its NUL */
	uint8_t build_id[32];
	char path[];            /* absolute path, or "[vdso]" */
};
#define GPROF_MODULE_MAIN 1u         /* the executable */
#define GPROF_MODULE_INSTRUMENTED 2u /* has counters or static records */

/*
 * A run-time address in a module that was unloaded: written over the address in
 * cells, arcs, samples and frames, since another module may come to lie there.
 */
#define GPROF_RETIRED (1ull << 63)
#define GPROF_RETIRED_ADDRESS(module, offset)                                                      \
	(GPROF_RETIRED | (uint64_t)(module) << 32 | (uint32_t)(offset))
#define GPROF_RETIRED_MODULE(address) ((uint32_t)((address) >> 32) & 0x7fffffffu)
#define GPROF_RETIRED_OFFSET(address) ((uint32_t)(address)) /* from the module's 'low' */

struct gprof_thread {
	uint32_t index;
	uint32_t tid;       /* of the thread that has, or last had, the slot */
	uint32_t threads;   /* how many threads have used the slot, one by one */
	uint32_t flags;     /* GPROF_THREAD_* */
	uint64_t start_ns;  /* CLOCK_MONOTONIC of the first registration */
	uint64_t cpu_ns;    /* CPU time accounted to samples so far */
	char name[16];      /* NUL-terminated */
	uint64_t handler_ns; /* CPU time of the sample handler, in no sample */
	uint64_t samples;   /* taken, those not stored included */
};
#define GPROF_THREAD_TICKS 1u /* was in part sampled at the kernel's ticks, to spare it */
#define GPROF_THREAD_RUNNING 2u /* it still ran when the process came to its orderly end: its code
				   was stopped anywhere */
#define GPROF_THREAD_LEFT 4u /* it is in a call that ends the process without an orderly end, or
				replaces its program: its code was stopped there; with
				RUNNING: it came to the end itself, perhaps in a handler, and the
				interrupted code was stopped anywhere */
#define GPROF_THREAD_FORKED 8u /* it was forked with signals blocked, perhaps by a handler: the
				  code that it goes on with began anywhere */

/* Open addressing, linear probing; a slot is in use when count is not 0. */
struct gprof_table {
	uint64_t capacity;  /* entries, a power of two */
	uint64_t first_id;  /* frames: id of slot 0, at least 1; else 0 */
};

/* Keys may be in several tables (a full table is succeeded by a larger
   one): a reader adds them up. */
struct gprof_arc {
	uint32_t kind;   /* enum gprof_arc_kind */
	uint32_t module; /* gprof_module.index of 'from', or GPROF_NONE */
	uint64_t from;   /* see the kind */
	uint64_t to;     /* run-time address */
	uint64_t count;  /* stored last when the entry is made */
};
enum gprof_arc_kind {
	GPROF_ARC_INDIRECT = 1, /* from: byte offset of the site's cell in
				   gprof_cnt; to: the function called */
	GPROF_ARC_CALL = 2,     /* from: run-time return address; to: run-time
				   address in the prologue of the callee */
	GPROF_ARC_CALLER = 3,   /* a first caller: from: byte offset of the entry
				   counter in gprof_cnt; to: return address
				   seen; count: 1, says nothing of calls */
	GPROF_ARC_OUTER = 5,    /* what was around a first caller: from: as of CALLER, or the
				   callee's run-time address as of CALL (module GPROF_NONE),
				   with the number of the frame, from 1, in the bits from
				   GPROF_OUTER_SHIFT; to: a return address further out, or
				   GPROF_OUTER_START, GPROF_OUTER_UNKNOWN; count: 1 */
	GPROF_ARC_HANDLER = 4,  /* counted code set a signal's handler: from: the signal; to: the
				   handler; count: says nothing of calls */
};

#define GPROF_OUTER_SHIFT 56
#define GPROF_OUTER_FROM ((1ull << GPROF_OUTER_SHIFT) - 1)
#define GPROF_OUTER_START 2u   /* the thread began there */
#define GPROF_OUTER_UNKNOWN 3u /* the stack cannot be followed further */

struct gprof_sample {
	uint64_t pc;        /* run-time address */
	uint32_t stack;     /* id of the frame that called, 0: none */
	uint32_t flags;     /* GPROF_SAMPLE_* */
	uint64_t count;     /* samples, stored last when the entry is made */
	uint64_t weight; /* what they stand for: ns */
};
#define GPROF_SAMPLE_KERNEL 1u   /* CPU time spent in the kernel before 'pc' */
#define GPROF_SAMPLE_WAIT 2u     /* elapsed time in which the thread did not run */
#define GPROF_SAMPLE_TRUNCATED 4u /* the stack does not reach the thread's start */
#define GPROF_SAMPLE_NO_STACK 8u /* no stack was taken, to save time, or could be */
#define GPROF_SAMPLE_ENDED_SHIFT 4 /* the 4 bits from there: of a TRUNCATED one, enum gprof_ended */
#define GPROF_SAMPLE_FAULT 1024u /* of a KERNEL one: no system call, but a page fault, or an
				    interrupt; 'pc' is the instruction that it came at */
#define GPROF_SAMPLE_OCTAVE_SHIFT 16 /* the bits from there: where weights vary much samples are
					kept apart by n, of 2^(n-1) to 2^n ns; else 0 */
#define GPROF_SAMPLE_STEPS 64u   /* n above this: by an event, at a period of period_ns times
				    2^((n - GPROF_SAMPLE_STEPS) / 4) */
#define GPROF_SAMPLE_TICKS 128u  /* n from this on: in user code, by a tick of the kernel beside an
				    event with the period of n - GPROF_SAMPLE_TICKS; its weight was
				    left to it by the event's samples */

/*
 * Why a stack does not reach the thread's start.  The place is the outermost frame that it has,
 * or the sample's pc if it has none: the caller of that code is not known.
 */
enum gprof_ended {
	GPROF_ENDED_UNKNOWN = 0,    /* not recorded: by an older runtime */
	GPROF_ENDED_NO_TABLE = 1,   /* no unwind table for the code, no frame pointer leads on */
	GPROF_ENDED_BAD_TABLE = 2,  /* the one that does cannot be read, or makes no sense */
	GPROF_ENDED_UNREADABLE = 3, /* the stack cannot be read where the caller's address is */
	GPROF_ENDED_BROKEN = 4,     /* the word there is not a caller, or not a place on the
				       stack */
	GPROF_ENDED_REGISTER = 5,   /* the table needs a register that is not known */
	GPROF_ENDED_DEEP = 6,       /* it has more frames than are kept */
	GPROF_ENDED_WORK = 7,       /* the walk took more work than one may */
	GPROF_ENDED_N = 8,
};
#define GPROF_SAMPLE_ENDED_BITS (15u << GPROF_SAMPLE_ENDED_SHIFT)
#define GPROF_SAMPLE_WHY(flags) (((flags) & GPROF_SAMPLE_ENDED_BITS) >> GPROF_SAMPLE_ENDED_SHIFT)

/*
 * The objects that the samples of a table of waiting threads waited for: one entry for each of its
 * slots.  So slots of one table may have the same key, if they waited for different things.
 */
struct gprof_wait {
	uint32_t object; /* id of a gprof_object, 0: none is known */
	uint32_t holder; /* tid of the thread that held it, 0: not known; a thread that began since
			    may have its slot */
};
struct gprof_waits {
	uint64_t samples; /* file offset of the gprof_table */
	uint64_t n;       /* its capacity */
	struct gprof_wait slots[];
};

/* Something that threads wait for.  Ids are unique within the file. */
struct gprof_object {
	uint32_t kind;       /* enum gprof_object_kind, stored last; 0: not in use */
	uint32_t thread;     /* LOCK, FUTEX: gprof_thread.index of the thread on whose stack it is;
				END: of the thread, if it is known; else GPROF_NONE */
	uint64_t address;    /* LOCK, FUTEX: run-time address of the word; else 0 */
	uint64_t descriptor; /* FILE: a number that it had; SET: how many; else 0 */
	uint64_t reserved;   /* 0 */
	char name[160];      /* FILE: path, socket or pipe; END: the thread's tid; LOCK, FUTEX:
				the mapping there, as /proc/self/maps names it;
				NUL-terminated, may be empty */
};
enum gprof_object_kind {
	GPROF_OBJECT_LOCK = 1,  /* a futex that is waited for as mutexes are */
	GPROF_OBJECT_FUTEX = 2, /* another: a condition variable, semaphore, barrier ... */
	GPROF_OBJECT_END = 3,   /* the end of a thread (pthread_join) */
	GPROF_OBJECT_FILE = 4,  /* a descriptor */
	GPROF_OBJECT_SET = 5,   /* several descriptors (poll, select) */
};
struct gprof_objects {
	uint32_t first_id; /* of items[0], at least 1; the others follow */
	uint32_t reserved; /* 0 */
	uint64_t lost;     /* waits for something that found no room, of the process; in the first
			      such area */
	struct gprof_object items[];
};

/*
 * Call stacks, a tree kept per thread: a frame is the place a call returns to, and the known stack
 * beyond it.  Ids are unique within the thread slot; the same frame may be in several tables under
 * several ids.
 */
struct gprof_frame {
	uint64_t pc;     /* run-time return address, or 1 more than the address at which
			    a signal interrupted; stored last; 0: slot is free */
	uint32_t parent; /* id of the next frame outwards, 0: there is none */
	uint32_t flags;  /* 0 */
};

/*
 * The lengths of one function's calls from one place, in a thread; only of functions that were
 * named (GPROF_PASS=time=).  A key may be in several: a reader adds them up.
 *
 * A length of n ticks is counted in row 0 at n if n < GPROF_TIMING_ROW.  Otherwise, with
 * 2^e <= n < 2^(e+1), it is in row e - 5, at the 6 bits below the highest: the 64 parts of each
 * power of two are 1/64 to 1/128 of their lengths wide.
 */
#define GPROF_TIMING_ROW 64u
#define GPROF_TIMING_ROWS 59u   /* that a length can be in */
#define GPROF_TIMING_ROOM 7u    /* that one record holds */
#define GPROF_TIMING_LONGEST 10u

struct gprof_timing_call {
	uint64_t start;  /* ticks; also where lengths are CPU time */
	uint64_t length; /* 0: there is none */
};

struct gprof_timing {
	uint64_t function; /* run-time address in its code; stored last, 0: not in use */
	uint64_t caller;   /* run-time return address; 0: of further callers */
	uint32_t flags;    /* GPROF_TIMING_* */
	uint32_t reserved; /* 0 */
	uint64_t returned; /* calls that came back: the lengths are theirs */
	uint64_t total;    /* sum of the lengths, ticks */
	uint64_t shortest; /* ticks; all bits set: there is none */
	uint64_t unwound;  /* calls that were left by an exception or longjmp */
	uint64_t ended;    /* calls that ended with their thread */
	uint64_t inner;    /* calls made while one of this thread was under way: not measured */
	uint64_t open;     /* when the call began that is under way, ticks; 0: there is none */
	uint64_t least;    /* length of the shortest of the longest */
	struct gprof_timing_call longest[GPROF_TIMING_LONGEST]; /* in no order */
	uint8_t rows[8];   /* number of the row, plus 1, that is at this place; 0: none */
	uint32_t counts[GPROF_TIMING_ROOM][GPROF_TIMING_ROW];
};
#define GPROF_TIMING_CPU 1u /* lengths are CPU time, and a tick of them is 1 ns */

/*
 * A part of the log of when samples were taken: of those whose number in their thread has a
 * rank of at least 'level', the largest of all parts of the same kind.  Its entries are in no
 * order; 0: it is not in use.
 */
struct gprof_timeline {
	uint32_t level;   /* entries of a lower rank are to be left out */
	uint32_t waiting; /* 1: of samples of threads that waited; 0: of others */
	uint64_t reserved; /* 0 */
	uint64_t entries[];
};

/*
 * An entry: from bit 32 the file offset of the sample's slot, divided by 8; from bit 5 when it was
 * taken, us since header.monotonic_ns: 22 digits, and above them how many binary places they are to
 * be shifted; below the rank, how often 2 divides the sample's number in its thread, which began
 * anywhere: of n samples of a thread, about n / 2^r rank at least r.
 */
#define GPROF_TIMELINE_DIGITS 22
#define GPROF_TIMELINE_MOST_RANK 31u
#define GPROF_TIMELINE_MOST_SLOT (0xffffffffull * 8)
#define GPROF_TIMELINE_ENTRY(slot, time, rank)                                                     \
	((uint64_t)(slot) / 8 << 32 | (uint64_t)(time) << 5 | (rank))
#define GPROF_TIMELINE_RANK(entry) ((uint32_t)(entry) & GPROF_TIMELINE_MOST_RANK)
#define GPROF_TIMELINE_SLOT(entry) (((entry) >> 32) * 8)
#define GPROF_TIMELINE_US(entry)                                                                   \
	(((entry) >> 5 & ((1ull << GPROF_TIMELINE_DIGITS) - 1)) << ((entry) >> 27 & 31))

/*
 * The heap of the process, with memory=callers.  A block is counted if the process itself has
 * allocated it: those that a forked child inherits are its parent's.
 */
struct gprof_heap {
	uint64_t live;     /* bytes, as far as the first thread counted them while it was alone */
	uint64_t settled;  /* bytes that threads have added since; 'live' and this, mod 2^64, are
			      the bytes allocated and not freed, but for those that
			      threads have not added yet */
	uint64_t peak;     /* the most that this sum was */
	uint64_t epoch;    /* of the peak: grows whenever 'peak' does; never 0 */
	uint64_t threads;  /* that have counted: with one the peak is exact, else a thousandth of
			      it may be owed by each */
	uint64_t foreign;  /* blocks freed that nobody had counted, and that were not inherited */
	uint64_t folded;   /* callers without an entry of their own: there was no room */
	uint64_t unstored; /* threads of which no count is in the file: there was no room */
};

/*
 * The blocks of a caller in one thread.  A block is freed in the entry of the caller that
 * allocated it, in the thread that frees it: sums over threads are right, and an entry of one
 * thread may have more freed than allocated.
 */
struct gprof_allocations {
	uint64_t pc;        /* return address in the caller; 0: not in use, or folded callers */
	uint32_t objects;   /* as gprof_area.epoch, of 'pc' */
	uint32_t key;       /* a number that the runtime has for the caller */
	uint64_t calls;     /* blocks allocated; realloc counts as free and malloc */
	uint64_t bytes;     /* asked for */
	uint64_t frees;
	uint64_t freed;     /* bytes */
	uint64_t temporary; /* of 'frees': the thread allocated nothing between */
	uint64_t young;     /* of 'frees': the thread allocated less than 64 KB between */
	uint64_t at_peak;   /* bytes minus freed, mod 2^64, at the peak of this epoch: */
	uint64_t epoch;     /* gprof_heap.epoch when the entry changed last; if it is an older
			       one, its bytes have not changed since the peak */
};

/*
 * The stacks of the heap's blocks, with memory=stacks or all-stacks.  A caller whose blocks have
 * several stacks has several entries: one for each stack, and perhaps one for blocks of which no
 * stack was taken.
 */
struct gprof_heap_stacks {
	uint64_t exact;  /* blocks that were allocated until stacks became samples; 0: they never
			    did, and each block has its stack */
	uint64_t period; /* then one block in so many has its stack, counted under 'sampled'; it is
			    stored last, 0: the area is not in use; */
	uint64_t large;  /* and each block of so many bytes or more, under 'exact'; 0: later on
			    these had samples too */
	uint64_t folded; /* blocks whose stack found no room */
};

/*
 * Frames of these stacks: a tree of the process.  A stack is a frame and those around it; the
 * innermost one is the caller of an entry.
 */
struct gprof_heap_stack_frame {
	uint64_t pc;      /* as gprof_frame.pc, or GPROF_HEAP_CUT; stored last; 0: not in use */
	uint32_t parent;  /* id of the frame around it, 0: there is none */
	uint32_t objects; /* as gprof_area.epoch, of 'pc' */
	uint32_t exact;   /* gprof_allocations.key of blocks that have this stack; 0: none */
	uint32_t sampled; /* the same of blocks that are samples */
};
#define GPROF_HEAP_CUT 1u /* frames further out are not known */
struct gprof_heap_frames {
	uint32_t first_id; /* of items[0], at least 1; the others follow.  Areas without an item in
			      use are ignored: two threads may have made the same one */
	uint32_t reserved; /* 0 */
	struct gprof_heap_stack_frame items[];
};

/*
 * With memory=samples.  A block of which the allocator took n bytes is a sample with the
 * probability u = n / bytes up to 1/2, 3/2 u - u^2 / 2 - 1/8 up to 3/2, and 1 beyond; so the
 * counts of entries are estimates.  Entries with a number that a frame has as 'sampled' count
 * samples, each as often as the blocks that it represents; with one of 'exact', large blocks.
 */
struct gprof_heap_samples {
	uint64_t bytes; /* that a sample represents; at least 1 */
	uint64_t lost;  /* samples that found no room: they are in no entry */
};

/* The kernel's totals of the process and of its threads. */
struct gprof_io_totals {
	uint64_t read_bytes;    /* rchar of /proc/self/io: of calls of the kind READ */
	uint64_t written_bytes; /* wchar: of the kind WRITE */
	uint64_t reads;         /* syscr */
	uint64_t writes;        /* syscw */
};

/* The reads and writes of the process, with io=files. */
struct gprof_io_process {
	uint64_t threads; /* that have counted */
	uint64_t folded;  /* callers, or pairs of a caller and a file, without an entry of their
			     own: there was no room */
	uint64_t unnamed; /* files without a number: there was no room */
	uint64_t lost;    /* calls without an entry */
	uint64_t begun;   /* 1: 'first' is valid */
	uint64_t complete; /* 1: the process has ended, and 'last' is valid */
	struct gprof_io_totals first; /* when counting began */
	struct gprof_io_totals last;  /* when the process ended, with the bytes that stdout had
					 still to write */
};

/* A file, or another thing that descriptors name. */
struct gprof_io_file {
	uint32_t id;   /* from 1; 0: not in use; stored last */
	uint32_t kind; /* enum gprof_io_file_kind */
	char name[248]; /* NUL-terminated: a path, or its end after "..." */
};
enum gprof_io_file_kind {
	GPROF_IO_FILE = 1,
	GPROF_IO_PIPE = 2,
	GPROF_IO_SOCKET = 3,
	GPROF_IO_DEVICE = 4,
	GPROF_IO_OTHER = 5,
	GPROF_IO_CLOSED = 6, /* the descriptor was not open */
};

/* The calls of a caller in one thread, of one kind and file.  Their number is 'errors' and all
   of 'size'. */
struct gprof_io {
	uint64_t pc;      /* return address in the caller; 0: not in use, or folded callers */
	uint32_t objects; /* as gprof_area.epoch, of 'pc' */
	uint32_t key;     /* a number that the runtime has for the caller */
	uint32_t file;    /* gprof_io_file.id; 0: unknown */
	uint32_t kind;    /* enum gprof_io_kind; 0: not in use */
	uint64_t bytes;
	uint64_t errors;
	uint64_t jumps;   /* calls that did not begin where the one before on the descriptor
			     ended */
	uint64_t size[10]; /* calls by bytes: up to 100, 1 K, 10 K, 100 K, 1 M, 4 M, 10 M, 100 M,
			      1 G, and more; a K is 1024 */
};
#define GPROF_IO_SIZES 10
enum gprof_io_kind {
	GPROF_IO_READ = 1,    /* system calls read, pread, readv and their kin, sendfile */
	GPROF_IO_WRITE = 2,
	GPROF_IO_RECEIVE = 3, /* recv, recvfrom, recvmsg */
	GPROF_IO_SEND = 4,
	GPROF_IO_GET = 5,     /* from a stream of stdio: bytes that the program got */
	GPROF_IO_PUT = 6,     /* to one */
	GPROF_IO_KINDS = 7
};

/*
 * An event of the kernel that is sampled beside CPU time: each period-th one in user code has a
 * sample.  Its totals are exact.
 */
struct gprof_event {
	uint32_t id;     /* from 1, unique in the file; 0: not in use; stored last */
	uint32_t flags;  /* GPROF_EVENT_* */
	uint64_t period; /* events that a sample represents */
	uint64_t lost;   /* samples without room, in the kernel's buffer or in a table */
	char name[40];   /* as the kernel's list of events has it; NUL-terminated */
};
#define GPROF_EVENT_REFUSED 1u /* a thread could not be sampled */
#define GPROF_EVENT_COUNTED 2u /* it has a counter in each thread: its samples weigh by these */

/* How often an event occurred in a thread slot, or in the process if the area has no thread. */
struct gprof_event_total {
	uint32_t event;    /* gprof_event.id; 0: not in use */
	uint32_t complete; /* 1: of the process, which has come to its orderly end */
	uint64_t count;    /* the kernel's, of user code and system calls, since its start */
	uint64_t before;   /* of them: before the threads were sampled, or the image began */
};

/*
 * The kernel's counter of an event in the threads of a slot, up to the last look at it.  If the
 * processor has too few counters, events take turns: a sample of the slot represents
 * gprof_event.period * enabled_ns / running_ns events.
 */
struct gprof_event_counter {
	uint32_t event;      /* gprof_event.id; 0: not in use; stored last */
	uint32_t reserved;   /* 0 */
	uint64_t count;      /* events counted; those in system calls may be among them */
	uint64_t enabled_ns; /* how long the threads ran with the counter */
	uint64_t running_ns; /* of this: how long it counted */
};

/* Samples of an event at one place. */
struct gprof_event_sample {
	uint64_t pc;       /* run-time address of the instruction */
	uint32_t stack;    /* as in gprof_sample */
	uint32_t flags;    /* GPROF_SAMPLE_NO_STACK, GPROF_SAMPLE_TRUNCATED and why */
	uint32_t event;    /* gprof_event.id */
	uint32_t objects;  /* as gprof_area.epoch, of 'pc' and 'address' */
	uint64_t address;  /* page faults: of the page, if it is in a module; else 0 */
	uint32_t region;   /* page faults: gprof_region.id of another page; else 0 */
	uint32_t reserved; /* 0 */
	uint64_t count;    /* samples, stored last when the entry is made */
};

/* Mappings that page faults were in: all of one name are one. */
struct gprof_region {
	uint32_t id;   /* from 1, unique in the file; 0: not in use; stored last */
	uint32_t kind; /* enum gprof_region_kind */
	char name[120]; /* a path, or its end after "..."; NUL-terminated, may be empty */
};
enum gprof_region_kind {
	GPROF_REGION_ANONYMOUS = 1, /* mmap without a file */
	GPROF_REGION_HEAP = 2,      /* brk */
	GPROF_REGION_STACK = 3,     /* of the first thread */
	GPROF_REGION_FILE = 4,
	GPROF_REGION_OTHER = 5,     /* files without room for their names */
	GPROF_REGION_KINDS = 6
};

/*
 * The counts of the process at a moment.  Snapshots form a list, newest first,
 * whose head is header.snapshots; the process and others push onto it by
 * compare-and-swap.  The counts are read after 'next' was, so that no count of a snapshot is
 * smaller than the same count of 'next'.  snapshot.h makes the content.
 */
struct gprof_snapshot {
	uint64_t next;         /* file offset of the one before it, or 0 */
	uint64_t base;         /* file offset of the older one that its values are
				  relative to; 0: to zeros */
	uint64_t size;         /* bytes with the content, a multiple of 8 */
	uint32_t kind;         /* enum gprof_snapshot_kind */
	uint32_t others;       /* threads that may have run beside the one that took it, plus 1;
				  GPROF_SNAPSHOT_BLOCKED; 0: not known */
	uint64_t monotonic_ns; /* CLOCK_MONOTONIC */
	uint64_t cpu_ns;       /* CPU time of the process so far, 0 unknown */
	char name[64];         /* of phase or dump, NUL-terminated; may be empty */
	uint8_t content[];
};
enum gprof_snapshot_kind {
	GPROF_SNAPSHOT_START = 1, /* what follows is recorded */
	GPROF_SNAPSHOT_STOP = 2,  /* what follows is not */
	GPROF_SNAPSHOT_RESET = 3, /* what came before is not */
	GPROF_SNAPSHOT_DUMP = 4,
	GPROF_SNAPSHOT_BEGIN = 5, /* of the phase 'name' */
	GPROF_SNAPSHOT_END = 6,
	GPROF_SNAPSHOT_EVERY = 7,  /* at an interval of time, says nothing */
	GPROF_SNAPSHOT_AGAIN = 8, /* the counts once more, right after they were read: at some
				     moment none was less than in the one before, or more than
				     in this one */
};
#define GPROF_SNAPSHOT_BLOCKED 0x80000000u /* the one that took it had signals blocked */
#define GPROF_SNAPSHOT_MB 64 /* they may take, unless the user chose other */

#endif
