/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gprof.h - requests of a profiled program to the profiler: start, stop, reset, dump,
 * phases, and blocks of the program's own pools.
 *
 *	#include <gprof-llvm/gprof.h>
 *
 *	gprof_phase_begin("load");
 *	load();
 *	gprof_phase_end("load");
 *
 * `gprof-llvm report --phase=load` then shows the calls and the time between the two, in
 * all threads.  Nothing here stops counting or changes a count: each call stores a
 * snapshot of all counts in the profile, and the report subtracts one from another.
 * So counts are exact whatever the other threads do meanwhile, and the report can still
 * show the whole run (--all-time).
 *
 * Needs no library: in a program (or shared object) that was not compiled with the
 * plugin, the functions do nothing and return ENOSYS.  With GPROF_DISABLE defined before
 * the header is included they are compiled away, and return ENOSYS too.  C99, C++98 and later.
 *
 * Each function returns 0, or
 *
 *	ENOSYS  nothing is profiled here: not compiled with the plugin, switched
 *		off, or called before the constructors ran or in a vfork()ed child
 *	EINVAL  a name is missing, or longer than GPROF_NAME_MAX bytes
 *	ENOSPC  the snapshot could not be stored: the disk is full, a limit of file
 *		size or memory is reached, or snapshots have used up their share
 *		(GPROF_OPTIONS=snapshots=MB).  It is lost; the report says how many were.
 *		Counts are unaffected.
 *
 * May be called from any thread and from signal handlers; errno is not changed.
 * Calls of several threads wait for each other.
 *
 * Cost of a call: some system calls, and a comparison of every counter of every thread.  A
 * counter that has changed since the last call takes two bytes or more of the file.  That is
 * about 8 microseconds in a small program, 80 when 6,000 counters have changed.
 * So a phase is a part of the run, not of an inner loop.
 *
 * Limits: any number of names, and of phases at a time, up to the share of snapshots in the file;
 * a phase may be begun 4294967295 times before it ends.
 *
 * gprof_alloc(), gprof_free() and gprof_chunk() are for pools and arenas; below.  They store no
 * snapshot.
 */
#ifndef GPROF_LLVM_GPROF_H
#define GPROF_LLVM_GPROF_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define GPROF_NAME_MAX 63 /* bytes of a name */
#define GPROF_CONTROL_ABI 2 /* of runtimes that this header can ask; abi.h */

/*
 * Before a function: the length of each of its calls is measured, elapsed or CPU time, as
 * GPROF_PASS=time=NAME and time-cpu=NAME say from outside.  Without the plugin it only keeps the
 * function from being inlined; compilers other than clang ignore it.
 */
#if defined(__clang__) && !defined(GPROF_DISABLE)
#define GPROF_TIME __attribute__((noinline, annotate("gprof_time")))
#define GPROF_TIME_CPU __attribute__((noinline, annotate("gprof_time_cpu")))
#else
#define GPROF_TIME
#define GPROF_TIME_CPU
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Requests of gprof_control(); the first values are the kinds of snapshots in format.h. */
enum gprof_request {
	GPROF_START = 1,
	GPROF_STOP = 2,
	GPROF_RESET = 3,
	GPROF_DUMP = 4,
	GPROF_PHASE_BEGIN = 5,
	GPROF_PHASE_END = 6,
	GPROF_PIECES = 0x706f6f6c /* name: of a struct gprof_pieces, which is filled in */
};

/* The functions that count blocks. */
struct gprof_pieces {
	int (*alloc)(const void *pointer, size_t bytes);
	int (*free)(const void *pointer);
	void *(*chunk)(size_t bytes);
};

#ifdef GPROF_DISABLE

static inline int gprof_control(uint32_t request, const char *name)
{
	(void)request;
	(void)name;
	return ENOSYS;
}

#else

/* The runtime as far as this header needs it; abi.h has all of it. */
struct gprof_controller {
	uint32_t abi;  /* GPROF_CONTROL_ABI */
	uint32_t size; /* of the runtime's own struct */
	void (*others[5])(void);
	int (*control)(uint32_t request, const char *name);
};

/* A link unit likewise. */
struct gprof_controlled {
	uint32_t abi, index;
	const char *bounds[4];
	const struct gprof_controller *runtime; /* null: none found (yet) */
};

/* Of the link unit, and of the process; neither need be there. */
extern __attribute__((weak, visibility("hidden")))
struct gprof_controlled gprof_this_unit __asm__("__gprof_unit");
extern __attribute__((weak))
const struct gprof_controller gprof_this_process __asm__("__gprof_runtime");

static inline int gprof_control(uint32_t request, const char *name)
{
	const struct gprof_controller *r = &gprof_this_process;

	if (&gprof_this_unit && gprof_this_unit.runtime)
		r = gprof_this_unit.runtime;
	if (!r || r->abi != GPROF_CONTROL_ABI ||
	    r->size < offsetof(struct gprof_controller, control) + sizeof(r->control))
		return ENOSYS;
	return r->control(request, name);
}

#endif

/* Includes the events from here on in the report, until gprof_stop().  Does nothing if started. */
static inline int gprof_start(void)
{
	return gprof_control(GPROF_START, "");
}

/* Leaves the events from here on out of the report, until gprof_start(). */
static inline int gprof_stop(void)
{
	return gprof_control(GPROF_STOP, "");
}

/* Leaves the events up to here out of the report. */
static inline int gprof_reset(void)
{
	return gprof_control(GPROF_RESET, "");
}

/* Keeps the present state under a name, for `report --snapshot=NAME`. */
static inline int gprof_dump(const char *name)
{
	return gprof_control(GPROF_DUMP, name);
}

/*
 * A phase lasts from the call of gprof_phase_begin to the call of gprof_phase_end with
 * the same name, whichever threads make them; begun twice, it needs two ends.
 * Phases may overlap and be entered any number of times; one that is not ended
 * lasts until the end of the process, and an end without a beginning has no effect.
 * A forked child starts without phases.
 */
static inline int gprof_phase_begin(const char *name)
{
	return gprof_control(GPROF_PHASE_BEGIN, name);
}

static inline int gprof_phase_end(const char *name)
{
	return gprof_control(GPROF_PHASE_END, name);
}

static inline int gprof_find_pieces(struct gprof_pieces *to)
{
	return gprof_control(GPROF_PIECES, (const char *)to);
}

/*
 * A pool gives out pieces of memory that it has already.  The profiler sees none of that; with
 * these calls, runs with `gprof-llvm run --memory' count each piece as a block of its own:
 *
 *	gprof_alloc(piece, bytes)   before the pool returns the piece
 *	gprof_free(piece)           when the piece goes back
 *	gprof_chunk(bytes)          in place of malloc(bytes), for the memory that is cut up
 *
 * A piece counts as a block of malloc does: for the function that calls gprof_alloc(), or with
 * stacks for all callers, and in the same sums.  So memory from malloc would count twice, as a
 * block and in pieces.  gprof_chunk() is malloc() without counting; free() it as usual.  Memory
 * from mmap, on the stack or in a variable is not counted in the first place.
 *
 * A piece at the address of one that is still there takes its place, and the other one goes: an
 * arena that begins anew need not free its pieces.  Any thread may free a piece.  The pieces of
 * memory that is freed stay until they are.
 *
 * Returns 0, or
 *
 *	ENOSYS  blocks are not counted: not compiled with the plugin, no `run --memory'
 *	EINVAL  gprof_alloc: the pointer is null, or there are 4 TiB and more
 *		gprof_free: no such piece, as in a forked child for pieces of its parent
 *	ENOSPC  the count finds no memory; the piece is not counted
 *
 * Cost: some 40 instructions if blocks are not counted, else about 250.
 */
static inline __attribute__((always_inline)) int gprof_alloc(const void *pointer, size_t bytes)
{
	struct gprof_pieces p;
	int error = gprof_find_pieces(&p);

	if (!error)
		error = p.alloc(pointer, bytes);
	__asm__ volatile("" : "+r"(error)); /* no tail call: the caller is the pool's function */
	return error;
}

static inline int gprof_free(const void *pointer)
{
	struct gprof_pieces p;
	int error = gprof_find_pieces(&p);

	return error ? error : p.free(pointer);
}

static inline void *gprof_chunk(size_t bytes)
{
	struct gprof_pieces p;

	return gprof_find_pieces(&p) ? malloc(bytes) : p.chunk(bytes);
}

#ifdef __cplusplus
}

/* A phase that ends with its scope. */
class gprof_phase {
public:
	explicit gprof_phase(const char *name) : name_(name)
	{
		gprof_phase_begin(name_);
	}
	~gprof_phase()
	{
		gprof_phase_end(name_);
	}

private:
	const char *name_; /* must outlive the phase */

	gprof_phase(const gprof_phase &); /* not defined: a phase cannot be copied */
	gprof_phase &operator=(const gprof_phase &);
};
#endif

#endif
