/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * io.h - the reads and writes of functions by file, over threads and processes.
 *
 *	io_add_process() and io_put() for each profile, or io_add_processes() and io_add() of
 *	other sums; reads; io_release()
 *
 * A function is the first one in an object with instrumented code, from the call outwards.
 * Files are the same if their names are.
 */
#ifndef GPROF_PROFILE_IO_H
#define GPROF_PROFILE_IO_H

#include "base/util.h"
#include "profile/figures.h"
#include "profile/profile.h"

#include <gprof-llvm/format.h>
#include <stdbool.h>

struct io_file {
	char *name; /* owned; NULL: not known */
	enum gprof_io_file_kind kind;
};

/* The calls of one kind that a function made for a file. */
struct io_calls {
	uint32_t function; /* node */
	uint32_t file;     /* in io.files */
	enum gprof_io_kind kind;
	uint64_t calls;    /* failed ones too */
	uint64_t bytes;
	uint64_t errors;
	uint64_t jumps;    /* calls that did not begin where the one before ended */
	uint64_t size[GPROF_IO_SIZES]; /* calls without an error, by bytes */
};

struct io {
	struct io_calls *items;
	size_t n, room;
	struct io_file *files; /* the first is unknown */
	size_t nfiles, files_room;
	struct gp_map at;      /* function and file, kind -> items; valid while entries are put */
	struct gp_map file_at; /* hash of a name -> files; the same */
	uint64_t processes;    /* profiles that count reads and writes */
	uint64_t incomplete;   /* of them: those without the kernel's totals at the end */
	uint64_t folded, unnamed, lost; /* as in struct gprof_io_process */
	struct gprof_io_totals kernel;  /* of complete processes, while counting */
	struct gprof_io_totals counted; /* the counted calls of these */
};

/* The areas of a profile.  NULL: read; else the fault. */
const char *io_process_read(struct profile *p, const char *memory, const struct gprof_area *a);
const char *io_files_read(struct profile *p, const char *memory, const struct gprof_area *a);

/* Adds the sums of a process, and its files: files[i] is in io.files where gprof_io_file.id is i.
   The caller frees it. */
uint32_t *io_add_process(struct io *io, const struct profile *p, size_t *n);

/* The sums of an entry of a profile, without a function and a file. */
struct io_calls io_entry_calls(const struct gprof_io *e);

/* Adds an entry of the process to a function. */
void io_put(struct io *io, uint32_t function, uint32_t file, const struct gprof_io *e,
	    bool complete);

/* The same between sums: the calls of a function for a file, by the number of it here; and all
   but these. */
void io_add(struct io *io, const struct io_calls *calls);
void io_add_processes(struct io *io, const struct io *from);

/* The number of a file; of name NULL 0.  There are none before a process or sum was added. */
uint32_t io_file(struct io *io, const char *name, enum gprof_io_file_kind kind);

void io_release(struct io *io);

/* Adds the figures of b to a. */
void io_sum(struct io_calls *a, const struct io_calls *b);

double io_figure(const struct io_calls *c, enum figure figure);

/* Returns true if the program got bytes, or tried to. */
static inline bool io_is_input(enum gprof_io_kind kind)
{
	return kind == GPROF_IO_READ || kind == GPROF_IO_RECEIVE || kind == GPROF_IO_GET;
}

/* Returns true if it is a call of stdio: its bytes are in no system call, or in others too. */
static inline bool io_is_stream(enum gprof_io_kind kind)
{
	return kind == GPROF_IO_GET || kind == GPROF_IO_PUT;
}

#endif
