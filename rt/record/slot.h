/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * slot.h - threads, each in a slot of the file (slot.c).
 *
 * A slot stands for a thread; when the thread is gone the slot, with its blocks and tables,
 * passes to a new one and goes on counting.  Its fields are written by its thread: those of
 * the record with the lock held, those of sampling in the handler.
 */
#ifndef GPROF_RT_RECORD_SLOT_H
#define GPROF_RT_RECORD_SLOT_H

#include "record/arcs.h"
#include "record/table.h"

/* What the thread of wait.c saw of a thread last. */
struct gp_wait {
	int tid;          /* of the thread seen, 0: none */
	bool blocked;     /* 'key' is where it waited */
	uint64_t seen_ns; /* when, monotonic */
	uint64_t cpu_ns;  /* its CPU time then */
	struct gprof_sample key;
};

#define GP_ALL_CALLS 256u
#define GP_FIRST_CALLS (GP_ALL_CALLS / 4) /* before ticks tell how many */

struct gp_thread {
	struct gp_thread *next;
	struct gprof_thread *record; /* in the file */
	struct gp_view *views;
	struct gp_arcs arcs;
	struct gp_tally running; /* written by its sample handler */
	struct gp_tally waiting; /* written by the thread of wait.c */
	struct gp_wait wait;
	struct gp_stack *stack; /* stack.c: what walks need, NULL before the first */
	uint32_t index;
	int tid;            /* of the thread that has, or last had, the slot;
			       0: none, and the slot is in gp.free_threads */
	int pid;            /* that it has itself: not gp.pid if made without CLONE_THREAD */
	bool hidden;        /* it is in another pid namespace: it cannot be seen to be gone */
	struct gp_thread *next_free; /* in gp.free_threads */
	uintptr_t event;    /* the page that holds its event, 0: none; see event.c */
	bool had_event;     /* signals of one may come */
	bool alone;         /* the last attempt to open one needed no helper */
	int64_t run_end;    /* CPU time at which another interval is due */
	int64_t signals_end; /* CPU time before which the event has signals left */
	int timer;          /* -1: none; in place of the event, or beside it for ticks */
	bool young;         /* there is no event yet: it is opened at the first tick */
	bool spared;        /* there is no event though there could be: the timer samples */
	uint32_t holds;     /* times that the event went because of a call, in this window */
	uint32_t watched;   /* ticks to be looked at from now on */
	int64_t looked_ns;  /* CPU time at the last tick looked at */
	bool next_tick;     /* the timer's next signal is of a tick to be looked at, not of the
			       tick before */
	uint64_t kernel_ns; /* by the kernel's raw account, at the last of these signals */
	uint32_t calls;     /* recent share of ticks in system calls; of GP_ALL_CALLS */
	uintptr_t call_pc;  /* where the last of these returned to, 0: none yet */
	uint32_t call_epoch; /* in which that is */
	int64_t usual_ns;   /* at ticks: weight of a sample, about; 0: not known */
	int64_t later_ns;   /* at ticks: of a weight that was too large, for the next samples */
	uint32_t in_calls;  /* ticks in system calls, of a longer time, in 1/256 */
	int64_t surplus;    /* of the same time: ns missed by the event beyond these ticks */
	int64_t aside;      /* ns up to cpu_ns in no sample yet; negative: in one too many */
	int64_t cpu_ns;     /* CPU time accounted so far, of the present thread;
			       at its start minus what its first sample adds */
	bool first;         /* its first sample is still to come */
	uint64_t system_ns; /* kernel CPU time accounted so far */
	uint64_t interval;  /* CPU time between samples at present, ns */
	uint64_t period;    /* that the interval was drawn for */
	uint64_t asked;     /* period of the last attempt to change it */
	uint32_t step;      /* of the budget, that the period is of */
	uint64_t due_ns;    /* monotonic time of the event's next interrupt, 0: not known */
	uint32_t equal;     /* intervals of that length still to come, by the timer */
	int acting;         /* the signal whose action the program came to set last */
	bool opened;        /* all is blocked but our signal, which the program thinks is */
	bool kept;          /* the program was sent it meanwhile: it stays blocked */
	bool waits;         /* in a call of gp_wait_before */
	bool taken_over;    /* the signal is the program's, and sent by us no more */
	uint64_t random;    /* state of the generator, never 0 */
	uint32_t samples_taken;
	uint32_t skip;      /* every 2^skip-th sample takes a stack */
	uint64_t window_handler, window_cpu; /* of the record, at the window's start */
	uint64_t window_hidden; /* ns since then of handler_ns that interrupts took */
	uint64_t window_walks;  /* ns since then of handler_ns in handlers that took a stack */
	bool walked;            /* the handler under way took one */
	uint64_t window_switches; /* times that the thread had left its processor then */
};

struct gp_slots {
	struct gp_thread *first; /* of all */
	struct gp_thread *probe; /* next slot to look at for recycling */
	struct gp_thread *free;  /* slots known to be without a thread */
	uint32_t n;
	uint32_t sweep_at;  /* number of slots at which all are looked at */
	bool ended;         /* the process has come to its end: threads that begin run on */
};

extern GP_HIDDEN struct gp_slots gp_slots;
extern GP_HIDDEN __thread struct gp_thread *gp_self; /* NULL: not registered */

/* Gives the slot a record in the present file; -1 if there is no room. */
GP_HIDDEN int gp_thread_record(struct gp_thread *t);

/* The calling thread's name; at the end of the process, those of live threads, and which run. */
GP_HIDDEN void gp_thread_name(const struct gp_thread *t);
GP_HIDDEN void gp_threads_end(bool in_handler);

/* enum gprof_thread flags; the thread's handler may set others meanwhile. */
GP_HIDDEN void gp_thread_flag(const struct gp_thread *t, uint32_t flag, bool set);

GP_HIDDEN bool gp_thread_gone(const struct gp_thread *t);
GP_HIDDEN uint64_t gp_thread_namespace(void);

#endif
