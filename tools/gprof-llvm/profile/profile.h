/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.h - a profile file, read from memory.
 *
 * The parser checks every offset and size against the file before it uses
 * it, and follows nothing twice.  A file that a live process is still writing,
 * or that a killed one left, is a valid profile.
 *
 *	profile_parse() or profile_read(), any number of reads, profile_release()
 *
 * Blocks and tables point into the memory parsed, which must be aligned to 8
 * and outlive the profile (profile_read() sees to both).
 */
#ifndef GPROF_PROFILE_PROFILE_H
#define GPROF_PROFILE_PROFILE_H

#include "base/error.h"
#include "base/util.h"
#include "profile/snapshots.h"

#include <gprof-llvm/check.h>
#include <stdbool.h>
#include <sys/types.h>

struct profile_block {
	uint32_t thread;       /* position in threads, or GP_NONE */
	uint32_t module;       /* position in modules */
	uint32_t epoch;        /* modules unloaded before it was made */
	const uint64_t *words; /* as gprof_cnt of the module; of the part asked for */
	size_t nwords;
	const uint64_t *stored; /* the same at the end: here are the targets of cells */
	const struct gprof_area *area;
};

struct profile_table {
	uint32_t thread; /* position in threads, or GP_NONE */
	uint32_t slot;   /* gprof_area.thread: with it ids of frames are looked up */
	uint32_t epoch;
	size_t n; /* slots; those whose count is 0 are free */
	const void *slots; /* struct gprof_arc or struct gprof_sample */
	const void *stored; /* the content of the area as it is in the file */
	const struct gprof_area *area;
};

/* A part of the log of when samples were taken. */
struct profile_timeline {
	const struct gprof_timeline *at;
	size_t n; /* entries, those not in use included */
};

/* The waits of a table's samples, and objects to wait for; see waits.h. */
struct profile_waits {
	uint64_t samples; /* offset of the table */
	const struct gprof_wait *slots;
	size_t n;
};
struct profile_objects {
	uint32_t epoch;
	const struct gprof_objects *at;
	size_t n; /* items, those not in use included */
};

/* Frames of the heap's stacks. */
struct profile_heap_frames {
	const struct gprof_heap_stack_frame *items;
	uint32_t first_id; /* of items[0] */
	uint32_t at;       /* position of items[0] among all frames */
	size_t n;
};

struct profile_io_files {
	const struct gprof_io_file *items; /* those not in use included */
	size_t n;
};

/* The part of the run that the counts are of; window_apply() fills it in. */
struct profile_part {
	bool partial;        /* something is left out */
	bool torn;           /* not only at the end: what is left out came before, too */
	bool found;          /* the phase or dump asked for is there */
	bool timed;          /* the two times are known */
	size_t intervals;    /* it consists of */
	size_t times;        /* the phase was entered */
	uint64_t elapsed_ns;
	uint64_t cpu_ns;     /* CPU time of the process */
	bool *taken;         /* intervals between its snapshots, if it is partial; owned */
	size_t last;         /* number of them */
};

/* A frame of any table; its caller comes before it in the list. */
struct profile_frame {
	uint64_t pc;     /* run-time return address */
	uint32_t caller; /* position of the next frame outwards, or GP_NONE */
	uint32_t epoch;
};

struct profile {
	char *path;   /* of the file, or NULL; owned */
	void *memory; /* owned by profile_read(), else NULL */
	size_t size;  /* bytes parsed */
	struct gprof_file_header head;
	bool live;    /* it changed while it was read */
	const char *process; /* "key=value" strings, or NULL */
	size_t process_size; /* bytes; the last one is NUL */
	const struct gprof_module **modules; /* path is NUL-terminated */
	size_t nmodules, modules_room;
	struct gp_map module_at; /* gprof_module.index -> position */
	const struct gprof_thread **threads;
	size_t nthreads, threads_room;
	struct gp_map thread_at;
	struct profile_block *blocks;
	size_t nblocks, blocks_room;
	struct profile_table *arcs;
	size_t narcs, arcs_room;
	struct profile_table *samples;
	size_t nsamples, samples_room;
	struct profile_table *times; /* struct gprof_timing */
	size_t ntimes, times_room;
	const struct gprof_heap *heap; /* NULL: allocations are not counted; of the whole run */
	struct profile_table *allocations; /* struct gprof_allocations */
	size_t nallocations, allocations_room;
	const struct gprof_heap_stacks *heap_stacks; /* NULL: its blocks have no stacks */
	const struct gprof_heap_samples *heap_samples; /* NULL: all its blocks are counted */
	struct profile_heap_frames *heap_frames; /* by first_id */
	size_t nheap_frames, heap_frames_room;
	struct profile_timeline *timelines;
	size_t ntimelines, timelines_room;
	struct profile_waits *waits;
	size_t nwaits, waits_room;
	struct profile_objects *objects;
	size_t nobjects, objects_room;
	const struct gprof_io_process *io; /* NULL: reads and writes are not counted */
	struct profile_io_files *io_files;
	size_t nio_files, io_files_room;
	struct profile_table *io_entries; /* struct gprof_io */
	size_t nio_entries, io_entries_room;
	struct profile_table *events; /* areas of events, of the types in area->type */
	size_t nevents, events_room;
	struct gprof_frames *frame_tables; /* by slot and first_id; 'known' is owned: the
					      position in frames, GP_NONE: free */
	size_t nframe_tables, frame_tables_room;
	struct profile_frame *frames;
	size_t nframes, frames_room;
	size_t without_caller; /* frames whose caller is not in the file */
	struct snapshots snapshots;
	struct profile_part part;
	uint64_t **copies; /* contents of areas of which a part is asked for; owned */
	size_t ncopies, copies_room;
	double *unsteady; /* factors of the samples of events whose ticks went (clocks.h) */
	size_t nunsteady, unsteady_room;
	bool keeps_step; /* with ticks, of a thread at least: they went, and not by chance */
	struct gp_map unsteady_at; /* (thread slot, step) -> unsteady */
	uint32_t *by_low; /* modules by ascending load address */
};

/* Areas whose words snapshots count: blocks, arcs, samples and allocations, in this order. */
static inline size_t profile_count_areas(const struct profile *p)
{
	return p->nblocks + p->narcs + p->nsamples + p->nallocations;
}

/* Returns true if a file begins like a profile. */
bool profile_is_magic(const void *memory, size_t size);

/* Returns true if the file at a path begins like a profile, or a process has created it and written
   no header. */
bool profile_is_file(const char *path);

/* Returned instead of -1 for the file of a process that ended before it wrote a header. */
#define PROFILE_UNBEGUN (-2)

/* Returns less than 0 with an error that does not name the file. */
int profile_parse(struct profile *p, const void *memory, size_t size, struct gp_error *e);

/* Reads a file, of a running process too; the error names it.  The second form reads
   an open one and leaves it open. */
int profile_read(struct profile *p, const char *path, struct gp_error *e);
int profile_read_open(struct profile *p, int fd, const char *path, struct gp_error *e);

/* Copies a file without its holes to memory of 'size' bytes; -1 with errno.  Memory beyond the
   file's end stays as it is. */
int profile_copy(int fd, char *memory, off_t size);

void profile_release(struct profile *p);

/* Module of a run-time address in an area of that epoch, or GP_NONE. */
uint32_t profile_module_of(const struct profile *p, uint64_t address, uint32_t epoch);

/* The address in the module's file of a run-time address found to be in it. */
uint64_t profile_file_address(const struct profile *p, uint32_t module, uint64_t address);

/* Position in frames of an id within a slot; GP_NONE: there is no such frame. */
uint32_t profile_frame(const struct profile *p, uint32_t slot, uint32_t id);

/* By the flags of a sample: whether it has a stack that is truncated. */
static inline bool profile_is_truncated(uint32_t flags)
{
	return flags & GPROF_SAMPLE_TRUNCATED && !(flags & GPROF_SAMPLE_NO_STACK);
}

/* Why it is; what a later version says is UNKNOWN. */
enum gprof_ended profile_truncation(uint32_t flags);
/* The same in words for people, which may follow a place, and in one word for programs. */
const char *profile_truncation_text(enum gprof_ended why);
const char *profile_truncation_word(enum gprof_ended why);

/* Makes frames from frame_tables; for profile_parse() only. */
int profile_link_frames(struct profile *p, struct gp_error *e);
void profile_release_frames(struct profile *p);

/* The executable's module, or NULL. */
const struct gprof_module *profile_main(const struct profile *p);

/* Value of a key of the process area, or NULL. */
const char *profile_process(const struct profile *p, const char *key);

/* How many processes it is of: 1, or more in a pool. */
uint32_t profile_processes(const struct profile *p);

/* Its rank in a parallel job, or GP_NONE; and how many ranks the job has, or 0: not known. */
uint32_t profile_rank(const struct profile *p);
uint32_t profile_ranks(const struct profile *p);

/* The command line for people, "" if it is not known; to be freed.  Words are quoted
   where a shell needs it, but not a title: programs that give themselves one write it into their
   first word, and blanks or nothing after it. */
char *profile_command(const struct profile *p);

/* The name of an enum gprof_clock where programs read it: "none", "perf", "timer" or "unknown". */
const char *profile_clock(uint32_t clock);

#endif
