/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread.c - makes threads known: a slot (slot.c), and a place to count in a unit (block.c).
 *
 * A slot stands for a thread; when the thread is gone the slot, with its blocks
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
#include "sample/sampling.h"
#include "sample/signals.h"
#include "unwind/stack.h"

#include <errno.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <sys/prctl.h>

#define PROBES 4 /* slots looked at for recycling, per new thread */
#define SPARE 16 /* slots made beyond twice those in use before all are looked at */

static bool is_gone(const struct gp_thread *t, int tid)
{
	return (t->tid == tid && !t->hidden) || gp_thread_gone(t);
}

/* For the next thread; what it holds of the system is given back now. */
static void free_slot(struct gp_thread *t)
{
	gp_sampling_stop(t);
	gp_times_ended(t);
	t->tid = 0;
	t->next_free = gp_slots.free;
	gp_slots.free = t;
}

/* Frees every slot whose thread is gone, and says when to do it again. */
static void sweep(int tid)
{
	uint32_t live = 0;

	for (struct gp_thread *t = gp_slots.first; t; t = t->next) {
		if (!t->tid)
			continue;
		if (is_gone(t, tid))
			free_slot(t);
		else
			live++;
	}
	gp_slots.sweep_at = 2 * live + SPARE;
}

/* A slot whose thread no longer exists; NULL if there is none, or none known. */
static struct gp_thread *find_gone(int tid)
{
	struct gp_thread *t;

	for (unsigned i = 0; !gp_slots.free && i < PROBES && i < gp_slots.n; i++) {
		t = gp_slots.probe ? gp_slots.probe : gp_slots.first;
		gp_slots.probe = t->next;
		if (is_gone(t, tid))
			free_slot(t);
	}
	if (!gp_slots.free && gp_slots.n >= gp_slots.sweep_at)
		sweep(tid);
	t = gp_slots.free;
	if (t)
		gp_slots.free = t->next_free;
	return t;
}

static struct gp_thread *new_slot(void)
{
	struct gp_thread *t = gp_heap(sizeof(*t));

	if (!t)
		return NULL;
	t->index = gp_slots.n;
	t->clock.timer = -1;
	gp_tallies_init(t);
	if (gp_thread_record(t) < 0)
		return NULL;
	gp_slots.n++;
	t->next = gp_slots.first;
	gp_slots.first = t;
	return t;
}

/* Returns true if the calling task sees the others by the numbers they have themselves: its parent
   is none in another namespace. */
static bool is_in_namespace(void)
{
	return gp_syscall3(SYS_getppid, 0, 0, 0) == gp.pid ||
	       (gp.pid_namespace && gp.pid_namespace == gp_thread_namespace());
}

static struct gp_thread *take_slot(void)
{
	int tid = sys_gettid(), pid = sys_getpid();
	bool hidden = pid != gp.pid && !is_in_namespace();
	struct gp_thread *t = hidden ? NULL : find_gone(tid);

	if (!t)
		t = new_slot();
	if (!t)
		return NULL;
	t->tid = tid;
	t->pid = pid;
	t->hidden = hidden;
	t->record->tid = (uint32_t)tid;
	t->record->threads++;
	gp_thread_flag(t, GPROF_THREAD_RUNNING, gp_slots.ended);
	gp_thread_name(t);
	gp_self = t;
	gp_mask_start(t);
	gp_sampling_start(t);
	return t;
}

static struct gp_view *new_view(struct gp_thread *t, struct gp_unit *u)
{
	struct gp_view *v = gp_heap(sizeof(*v));

	if (!v)
		return NULL;
	v->thread = t;
	gp_arcs_show(v);
	v->unit = u;
	if (gp_view_place(v) < 0)
		return NULL;
	v->next = t->views;
	t->views = v;
	return v;
}

/*
 * A view without a place is of a unit that came back.  Its block has counts already:
 * what was counted in the section itself needs an empty one.
 */
static struct gp_view *take_view(struct gp_thread *t, struct gp_unit *u)
{
	struct gp_view *v = t->views;

	while (v && v->unit != u)
		v = v->next;
	if (!v || (!v->placed && !u->carried && gp_unit_counted(u)))
		return new_view(t, u);
	if (!v->placed && gp_view_place(v) < 0)
		return NULL;
	return v;
}

/* Finds out, before any block is made, whether the base can be set. */
static void try_base(void)
{
	if (gp_units.no_base || gp_units.first == NULL || gp_base_set(0) >= 0)
		return;
	gp_units.no_base = true;
	gp_flag(GPROF_FILE_NO_GS);
}

static struct gp_view *register_thread(struct gp_unit *u)
{
	struct gp_thread *t = gp_self;
	struct gp_view *v;

	if (t)
		gp_thread_name(t);
	else
		t = take_slot();
	if (!t)
		return NULL;
	if (u->executable && u->span && !u->carried)
		try_base();
	v = take_view(t, u);
	if (v && u->executable && u->span && !gp_units.no_base)
		gp_base_set((uintptr_t)v->bias);
	return v;
}

void gp_register(struct gprof_unit *unit, struct gprof_tls *tls)
{
	const struct gp_thread *known = gp_self;
	struct gp_view *v = NULL;
	uint64_t mask;

	gp_lock(&mask);
	if (!tls->view) {
		if (gp.state == GP_ON && unit->data)
			v = register_thread(unit->data);
		if (v)
			tls->bias = v->bias;
		else if (gp.state == GP_ON)
			gp_counts_lost();
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		tls->view = v ? (uintptr_t)v + 1 : GPROF_VIEW_OFF;
	}
	gp_unlock(&mask);
	if (!known)
		gp_mask_follow(gp_self);
}
