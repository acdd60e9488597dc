/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * slot.h - threads, each in a slot of the file (slot.c).
 *
 * A slot belongs to one thread; when the thread is gone the slot, with its blocks and tables,
 * passes to a new one and goes on counting.  Its fields are written by its thread: fields of the
 * record with the lock held, fields of sampling in the handler.
 */
#ifndef GPROF_RT_RECORD_SLOT_H
#define GPROF_RT_RECORD_SLOT_H

#include "record/arcs.h"
#include "record/sampled.h"
#include "record/table.h"
#include "record/times.h"

/* The last look of the thread of wall_sampler.c at a thread. */
struct gprt_wall_state {
	int tid;          /* of the thread seen, 0: none */
	bool blocked;     /* 'key' is where it waited */
	uint64_t seen_ns; /* when, monotonic */
	uint64_t cpu_ns;  /* its CPU time then */
	uint32_t still;   /* looks since it has run */
	uint64_t queued_ns; /* that it had waited for processors, and 1; 0: not known */
	int64_t owed_ns;  /* time blocked that has no place yet; negative: too much has */
	struct gprof_sample key;
	struct gprof_wait wait; /* what it waits for */
	uintptr_t owner_at; /* where the number of the thread is that holds that, 0: nowhere */
	struct gprt_thread *holder; /* that was found there last */
	int named;        /* the thread whose name was read because it held a lock */
	uintptr_t sp;     /* its stack pointer when it was seen blocked last, 0: never */
};

#define GPRT_ALL_CALLS 256u
#define GPRT_FIRST_CALLS (GPRT_ALL_CALLS / 4) /* before ticks show how many */

struct gprt_thread {
	struct gprt_thread *next;
	struct gprof_thread *record; /* in the file */
	struct gprt_view *views;
	struct gprt_arcs arcs;
	struct gprt_times times;
	struct gprt_tally running; /* written by its sample handler */
	struct gprt_tally waiting; /* written by the thread of wall_sampler.c */
	struct gprt_wall_state wait;
	struct gprt_table events; /* samples of rings */
	struct gprt_rings rings;
	struct gprt_stack *stack; /* stack.c: what walks need, NULL before the first */
	uint32_t index;
	int tid;            /* of the thread that has, or last had, the slot;
			       0: none, and the slot is in gprt.free_threads */
	int pid;            /* that it has itself: not gprt.pid if made without CLONE_THREAD */
	bool hidden;        /* it is in another pid namespace: it cannot be seen to be gone */
	struct gprt_thread *next_free; /* in gprt.free_threads */
	struct gprt_clock clock;
	struct gprt_ticks ticks;
	struct gprt_account account;
	struct gprt_spent spent;
	struct gprt_signals signals;
};

struct gprt_slots {
	struct gprt_thread *first; /* of all */
	struct gprt_thread *probe; /* next slot to look at for recycling */
	struct gprt_thread *free;  /* slots known to be without a thread */
	uint32_t n;
	uint32_t sweep_at;  /* number of slots at which all are looked at */
	bool ended;         /* the process has come to its end: threads that begin run on */
};

extern GPRT_HIDDEN struct gprt_slots gprt_slots;
extern GPRT_HIDDEN __thread struct gprt_thread *gprt_self; /* NULL: not registered */

/* Gives the slot a record in the present file; -1: no room. */
GPRT_HIDDEN int gprt_thread_record(struct gprt_thread *t);

/* The calling thread's name; at the end of the process, the names of live threads, and which
   run. */
GPRT_HIDDEN void gprt_thread_name(const struct gprt_thread *t);
GPRT_HIDDEN void gprt_threads_end(bool in_handler);

/* enum gprof_thread flags; the thread's handler may set others meanwhile. */
GPRT_HIDDEN void gprt_thread_flag(const struct gprt_thread *t, uint32_t flag, bool set);

GPRT_HIDDEN bool gprt_thread_gone(const struct gprt_thread *t);
GPRT_HIDDEN uint64_t gprt_thread_namespace(void);

#endif
