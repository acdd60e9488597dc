/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * outer.c - which code of ours is around the first call of a callback.
 *
 * That a function was handed to another says nothing of who calls it: qsort() calls it at once,
 * pthread_key_create() never does.  When it is called first, by code that is not instrumented, the
 * stack shows it: further out is the call that is under way, of qsort().  So it is walked here,
 * once for each callback of a thread, by the unwind tables and a copy of the stack.
 *
 * Only frames in objects that count are recorded; the first of them is mostly the one that the
 * reader wants.  In a static program code of libc lies in the same object, so a few more are.
 *
 * One struct gprt_unwind serves all threads, with the lock held.  Objects are those that the
 * runtime has recorded: this is called in the middle of the program's code, whose vector registers
 * may hold arguments, and libc's function for it may change them.  Cost: as much as a sample's
 * stack.
 */
#include "process/outer.h"

#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "record/arcs.h"
#include "record/slot.h"
#include "unwind/unwind.h"

#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>

#define MOST_STEPS 100u
#define MOST_INSIDE 16u /* frames of the runtime and the unit */
#define MOST_KEPT 8u

static struct gprt_unwind *unwind; /* NULL: not yet */
static uint32_t epoch;           /* of what it knows */

static struct gprt_unwind *ready(void)
{
	long at;

	if (!unwind) {
		at = sys_mmap(0, gprt_round(sizeof(*unwind)), PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (sys_failed(at))
			return NULL;
		unwind = (struct gprt_unwind *)at;
		unwind->in_code = true;
	}
	if (epoch != gprt_file.epoch)
		gprt_unwind_reset(unwind);
	epoch = gprt_file.epoch;
	return unwind;
}

/* Returns true if the code is of an object that counts. */
static bool counts(struct gprt_unwind *u, uintptr_t pc)
{
	if (!gprt_object_find(u, pc))
		return false;
	for (const struct gprt_unit *unit = gprt_units.first; unit; unit = unit->next)
		if (!unit->gone && (uintptr_t)unit->unit - u->object.low <
					   u->object.high - u->object.low)
			return true;
	return false;
}

/* From the runtime to the caller. */
static bool leave_runtime(struct gprt_unwind *u, uintptr_t caller)
{
	for (unsigned i = 0; i < MOST_INSIDE; i++) {
		if (gprt_unwind_step(u) != GPRT_STEP_ON)
			return false;
		if (u->reg[GPRT_REG_PC] == caller)
			return true;
	}
	return false;
}

/* See walk_locked(). */
static unsigned walk(struct gprt_unwind *u, uintptr_t caller, uintptr_t *pc)
{
	enum gprt_step step = leave_runtime(u, caller) ? GPRT_STEP_ON : GPRT_STEP_TRUNCATED;
	unsigned n = 0;

	for (unsigned i = 0; step == GPRT_STEP_ON; i++) {
		step = i == MOST_STEPS ? GPRT_STEP_TRUNCATED : gprt_unwind_step(u);
		if (step != GPRT_STEP_ON)
			break;
		if (counts(u, u->reg[GPRT_REG_PC] - 1) && (!n || pc[n - 1] != u->reg[GPRT_REG_PC]))
			pc[n++] = u->reg[GPRT_REG_PC];
		if (n == MOST_KEPT)
			return n;
	}
	pc[n++] = step == GPRT_STEP_END ? GPROF_OUTER_START : GPROF_OUTER_UNKNOWN;
	return n;
}

/* The return addresses around the caller in 'pc', the innermost first; how many. */
static unsigned walk_locked(const uintptr_t *reg, uintptr_t caller, uintptr_t *pc)
{
	struct gprt_unwind *u;
	unsigned n = 0;
	uint64_t mask;

	gprt_lock(&mask);
	u = ready();
	if (u) {
		/* Words of the stack may never have been written. */
		gprt_valgrind(GPRT_VALGRIND_ERRORS, 1, 0);
		gprt_unwind_start_here(u, reg);
		n = walk(u, caller, pc);
		gprt_valgrind(GPRT_VALGRIND_ERRORS, (uintptr_t)-1, 0);
	}
	gprt_unlock(&mask);
	return n;
}

/* See gprt_outer_frames(). */
static uint32_t walk_frames(struct gprt_unwind *u, uintptr_t caller, struct gprof_heap_frame *to,
			    uint32_t most)
{
	uint32_t n = 0;

	if (!leave_runtime(u, caller))
		return 0;
	do {
		to[n].pc = u->reg[GPRT_REG_PC];
		to[n].is = counts(u, u->reg[GPRT_REG_PC] - 1) ? GPROF_HEAP_FRAME_COUNTS : 0;
		to[n].size = to[n].is ? 0 : gprt_unwind_frame_size(u);
	} while (!to[n++].is && n < most && gprt_unwind_step(u) == GPRT_STEP_ON);
	return n;
}

/* The same up to the outermost frame. */
static uint32_t walk_stack(struct gprt_unwind *u, uintptr_t caller, struct gprof_heap_frame *to,
			   uint32_t most)
{
	enum gprt_step step = GPRT_STEP_ON;
	uint32_t n = 0;

	if (!leave_runtime(u, caller))
		return 0;
	while (step == GPRT_STEP_ON && n < most) {
		to[n].pc = u->reg[GPRT_REG_PC] + u->exact;
		to[n].is = counts(u, to[n].pc - 1) ? GPROF_HEAP_FRAME_COUNTS : 0;
		to[n].is |= u->exact ? GPROF_HEAP_FRAME_EXACT : 0;
		to[n].size = gprt_unwind_frame_size(u);
		step = gprt_unwind_step(u);
		if (step == GPRT_STEP_END)
			to[n].is |= GPROF_HEAP_FRAME_FIRST;
		n += step != GPRT_STEP_LOST;
	}
	return n;
}

uint32_t gprt_outer_frames(const uintptr_t *reg, uintptr_t caller, bool whole,
			   struct gprof_heap_frame *to, uint32_t most)
{
	struct gprt_unwind *u;
	uint32_t n = 0;
	uint64_t mask;

	gprt_lock(&mask);
	u = ready();
	if (u) {
		gprt_valgrind(GPRT_VALGRIND_ERRORS, 1, 0);
		gprt_unwind_start_here(u, reg);
		n = (whole ? walk_stack : walk_frames)(u, caller, to, most);
		gprt_valgrind(GPRT_VALGRIND_ERRORS, (uintptr_t)-1, 0);
	}
	gprt_unlock(&mask);
	return n;
}

bool gprt_outer_counts(uintptr_t pc)
{
	struct gprt_unwind *u;
	bool result = true;
	uint64_t mask;

	gprt_lock(&mask);
	u = ready();
	if (u)
		result = counts(u, pc);
	gprt_unlock(&mask);
	return result;
}

void gprt_outer_record(struct gprt_thread *t, uint32_t module, uint64_t from, uintptr_t caller,
		       const uintptr_t *reg)
{
	uintptr_t pc[MOST_KEPT];
	unsigned n = walk_locked(reg, gprt_frame_address(caller), pc);

	for (unsigned i = 0; i < n; i++)
		gprt_arc_count(t, GPROF_ARC_OUTER, module,
			       from | (uint64_t)(i + 1) << GPROF_OUTER_SHIFT, pc[i]);
}
