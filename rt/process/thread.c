/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread.c - makes threads known: a slot (slot.c), and a place to count in a unit (block.c).
 *
 * A slot belongs to one thread; when the thread is gone the slot, with its blocks
 * and tables, passes to a new one and goes on counting.  A new thread asks for four
 * slots whether theirs is gone; now and then all are asked, so seldom that it costs
 * a new thread a few system calls on average: there are never more slots than
 * twice the threads that lived at once, and SPARE.
 *
 * Runs inside any code of the program, on its stack.
 */
#include "process/thread.h"

#include "base/process.h"
#include "base/processor.h"
#include "base/sys.h"
#include "file/file.h"
#include "record/arcs.h"
#include "record/block.h"
#include "record/slot.h"
#include "record/times.h"
#include "sample/rings.h"
#include "sample/sampler.h"
#include "sample/signals.h"
#include "unwind/stack.h"

#include <errno.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <sys/prctl.h>

#define PROBES 4 /* slots looked at for recycling, per new thread */
#define SPARE 16 /* slots made beyond twice those in use before all are looked at */

static bool is_gone(const struct gprt_thread *t, int tid)
{
	return (t->tid == tid && !t->hidden) || gprt_thread_gone(t);
}

/* For the next thread; what it holds of the system is given back now. */
static void free_slot(struct gprt_thread *t)
{
	gprt_sampler_stop(t);
	gprt_rings_close(t);
	gprt_times_ended(t);
	t->tid = 0;
	t->next_free = gprt_slots.free;
	gprt_slots.free = t;
}

/* Frees every slot whose thread is gone, and says when to do it again. */
static void sweep(int tid)
{
	uint32_t live = 0;

	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next) {
		if (!t->tid)
			continue;
		if (is_gone(t, tid))
			free_slot(t);
		else
			live++;
	}
	gprt_slots.sweep_at = 2 * live + SPARE;
}

/* A slot whose thread no longer exists; NULL if there is none, or none known. */
static struct gprt_thread *find_gone(int tid)
{
	struct gprt_thread *t;

	for (unsigned i = 0; !gprt_slots.free && i < PROBES && i < gprt_slots.n; i++) {
		t = gprt_slots.probe ? gprt_slots.probe : gprt_slots.first;
		gprt_slots.probe = t->next;
		if (is_gone(t, tid))
			free_slot(t);
	}
	if (!gprt_slots.free && gprt_slots.n >= gprt_slots.sweep_at)
		sweep(tid);
	t = gprt_slots.free;
	if (t)
		gprt_slots.free = t->next_free;
	return t;
}

static struct gprt_thread *new_slot(void)
{
	struct gprt_thread *t = gprt_heap(sizeof(*t));

	if (!t)
		return NULL;
	t->index = gprt_slots.n;
	t->clock.timer = -1;
	gprt_tallies_init(t);
	if (gprt_thread_record(t) < 0)
		return NULL;
	gprt_slots.n++;
	t->next = gprt_slots.first;
	gprt_slots.first = t;
	return t;
}

/* Returns true if the calling task sees the others by the numbers they have themselves: its parent
   is none in another namespace. */
static bool is_in_namespace(void)
{
	return gprt_syscall3(SYS_getppid, 0, 0, 0) == gprt.pid ||
	       (gprt.pid_namespace && gprt.pid_namespace == gprt_thread_namespace());
}

static struct gprt_thread *take_slot(void)
{
	int tid = sys_gettid(), pid = sys_getpid();
	bool hidden = pid != gprt.pid && !is_in_namespace();
	struct gprt_thread *t = hidden ? NULL : find_gone(tid);

	if (!t)
		t = new_slot();
	if (!t)
		return NULL;
	t->tid = tid;
	t->pid = pid;
	t->hidden = hidden;
	t->record->tid = (uint32_t)tid;
	t->record->threads++;
	gprt_thread_flag(t, GPROF_THREAD_RUNNING, gprt_slots.ended);
	gprt_thread_name(t);
	gprt_self = t;
	gprt_mask_start(t);
	gprt_rings_open(t);
	gprt_sampler_start(t);
	return t;
}

static struct gprt_view *new_view(struct gprt_thread *t, struct gprt_unit *u)
{
	struct gprt_view *v = gprt_heap(sizeof(*v));

	if (!v)
		return NULL;
	v->thread = t;
	gprt_arcs_show(v);
	v->unit = u;
	if (gprt_view_place(v) < 0)
		return NULL;
	v->next = t->views;
	t->views = v;
	return v;
}

/*
 * A view without a place is of a unit that came back.  Its block has counts already:
 * what was counted in the section itself needs an empty one.
 */
static struct gprt_view *take_view(struct gprt_thread *t, struct gprt_unit *u)
{
	struct gprt_view *v = t->views;

	while (v && v->unit != u)
		v = v->next;
	if (!v || (!v->placed && !u->carried && gprt_unit_counted(u)))
		return new_view(t, u);
	if (!v->placed && gprt_view_place(v) < 0)
		return NULL;
	return v;
}

/* Finds out, before any block is made, whether the base can be set. */
static void try_base(void)
{
	if (gprt_units.no_base || gprt_units.first == NULL || gprt_base_set(0) >= 0)
		return;
	gprt_units.no_base = true;
	gprt_flag(GPROF_FILE_NO_GS);
}

static struct gprt_view *register_thread(struct gprt_unit *u)
{
	struct gprt_thread *t = gprt_self;
	struct gprt_view *v;

	if (t)
		gprt_thread_name(t);
	else
		t = take_slot();
	if (!t)
		return NULL;
	if (u->executable && u->span && !u->carried)
		try_base();
	v = take_view(t, u);
	if (v && u->executable && u->span && !gprt_units.no_base)
		gprt_base_set((uintptr_t)v->bias);
	return v;
}

void gprt_register(struct gprof_unit *unit, struct gprof_tls *tls)
{
	const struct gprt_thread *known = gprt_self;
	struct gprt_view *v = NULL;
	uint64_t mask;

	gprt_lock(&mask);
	if (!tls->view) {
		if (gprt.state == GPRT_ON && unit->data)
			v = register_thread(unit->data);
		if (v)
			tls->bias = v->bias;
		else if (gprt.state == GPRT_ON)
			gprt_counts_lost();
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		tls->view = v ? (uintptr_t)v + 1 : GPROF_VIEW_OFF;
	}
	gprt_unlock(&mask);
	if (!known)
		gprt_mask_follow(gprt_self);
}
