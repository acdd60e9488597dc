/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gprof.h - what a profiled program can tell the profiler: start, stop, reset,
 * dump, and phases.
 *
 *	#include <gprof-llvm/gprof.h>
 *
 *	gprof_phase_begin("load");
 *	load();
 *	gprof_phase_end("load");
 *
 * `gprof-llvm report --phase=load` then shows what happened between the two, in
 * all threads.  Nothing here stops counting or changes a count: each call stores a
 * snapshot of all counts in the profile, and the report subtracts one from another.
 * So counts are exact whatever the other threads do meanwhile, and the report can be
 * asked for the whole run all the same (--all-time).
 *
 * Needs no library: in a program (or shared object) that was not compiled with the
 * plugin, the functions do nothing and return ENOSYS.  C and C++.
 *
 * Each function returns 0, or
 *
 *	ENOSYS  nothing is profiled here: not compiled with the plugin, switched
 *		off, or called before the constructors ran or in a vfork()ed child
 *	EINVAL  a name is missing, or longer than GPROF_NAME_MAX bytes
 *	ENOSPC  the snapshot could not be stored: the disk is full, a limit of file
 *		size or memory is reached, or snapshots have used up what they may take
 *		(GPROF_OPTIONS=snapshots=MB).  It is lost; the report says how many were.
 *		The counts are not concerned.
 *
 * May be called from any thread and from signal handlers; errno is left alone.
 * Calls of several threads wait for each other.
 *
 * Cost of a call: some system calls, a look at every counter of every thread, and two
 * bytes or more of the file for each that has changed since the last call: about 8
 * microseconds in a small program, 80 when 6,000 counters have changed.
 * So a phase is a part of the run, not of an inner loop.
 */
#ifndef GPROF_LLVM_GPROF_H
#define GPROF_LLVM_GPROF_H

#include <errno.h>
#include <gprof-llvm/abi.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* arrays without a size, in C++ */
#include <gprof-llvm/format.h>
#pragma GCC diagnostic pop

#define GPROF_NAME_MAX 63 /* bytes of a name */

#ifdef __cplusplus
extern "C" {
#endif

/* Of the link unit, and of the process; neither need be there. */
extern __attribute__((weak, visibility("hidden"))) struct gprof_unit __gprof_unit;
extern __attribute__((weak)) const struct gprof_runtime __gprof_runtime;

static inline int gprof_control(uint32_t kind, const char *name)
{
	const struct gprof_runtime *r = &__gprof_unit ? __gprof_unit.runtime : 0;

	if (!r)
		r = &__gprof_runtime;
	if (!r || r->abi != GPROF_ABI_VERSION ||
	    r->size < __builtin_offsetof(struct gprof_runtime, control) + sizeof(r->control))
		return ENOSYS;
	return r->control(kind, name);
}

/* What follows is in the report, until gprof_stop(); no effect when started. */
static inline int gprof_start(void)
{
	return gprof_control(GPROF_SNAPSHOT_START, "");
}

/* What follows is not in the report, until gprof_start(). */
static inline int gprof_stop(void)
{
	return gprof_control(GPROF_SNAPSHOT_STOP, "");
}

/* What came before is not in the report. */
static inline int gprof_reset(void)
{
	return gprof_control(GPROF_SNAPSHOT_RESET, "");
}

/* Keeps the state of now under a name, for `report --snapshot=NAME`. */
static inline int gprof_dump(const char *name)
{
	return gprof_control(GPROF_SNAPSHOT_DUMP, name);
}

/*
 * A phase lasts from the call of gprof_phase_begin to that of gprof_phase_end with
 * the same name, whichever threads make them; begun twice, it needs two ends.
 * Phases may overlap and be entered any number of times; one that is not ended
 * lasts until the end of the process, and an end without a beginning has no effect.
 * A forked child starts without phases.
 */
static inline int gprof_phase_begin(const char *name)
{
	return gprof_control(GPROF_SNAPSHOT_BEGIN, name);
}

static inline int gprof_phase_end(const char *name)
{
	return gprof_control(GPROF_SNAPSHOT_END, name);
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
	gprof_phase(const gprof_phase &) = delete;
	gprof_phase &operator=(const gprof_phase &) = delete;

private:
	const char *name_; // must outlive the phase
};
#endif

#endif
