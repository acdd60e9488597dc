/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sampled.h - rt/sample's facts of a thread.  They are here because a slot (slot.h) holds them by
 * value; they are rt/sample's, and rt/process looks at them when a process forks, and when it or a
 * thread ends.  The thread itself writes them, in the handler or with our signal blocked.
 */
#ifndef GPROF_RT_RECORD_SAMPLED_H
#define GPROF_RT_RECORD_SAMPLED_H

#include "base/sys.h"
#include "gprof-llvm/events.h"
#include "gprof-llvm/format.h"
#include <stdbool.h>

#define GPRT_ALL_PARTS 1024u

/* The source of the next signal: an event of the kernel, or a timer.  clock.c, event.c. */
struct gprt_clock {
	uintptr_t event;    /* the page that holds its event, 0: none; see event.c */
	bool had_event;     /* signals of one may come */
	bool alone;         /* the last attempt to open one needed no helper */
	bool starting;      /* no event yet: it is opened at the first tick */
	bool event_paused;  /* no event though there could be one: the timer samples */
	bool resume_event;  /* it gets its event again, after this signal */
	int timer;          /* -1: none; in place of the event, or beside it for ticks */
	int64_t run_end;    /* CPU time at which another interval is due */
	int64_t signals_end; /* CPU time before which the event has signals left */
	uint64_t interval;  /* CPU time between samples at present, ns */
	uint64_t period;    /* that the interval was drawn for */
	uint64_t asked;     /* period of the last attempt to change it */
	int64_t base_ns;    /* CPU time at which the event began, about; cpu_time.c */
	uint64_t came_ns;   /* how long it had run when the thread last came to a processor */
	uint32_t shares;    /* signals for which the thread is taken to share its processor */
	uint64_t began_ns;  /* the handler, monotonic; 0: CPU time was asked for instead */
	uint64_t random;    /* state of the generator, never 0 */
	uint32_t step;      /* of the budget, that the period is of */
	uint64_t sparse_ns; /* the least period, as the thread often waits; 0: it is the
			       budget's */
	uint32_t equal;     /* intervals of that length still to come, by the timer */
	uint32_t holds;     /* times that the event went because of a call, in this window */
};

/* Time in system calls and page faults by ticks, for no event interrupts them.  accounting.c. */
struct gprt_ticks {
	uint32_t watched;   /* ticks to be looked at from now on */
	uint32_t calls;     /* recent share of ticks in system calls; of GPRT_ALL_CALLS */
	int64_t looked_ns;  /* CPU time at the last tick looked at */
	uint64_t kernel_ns; /* by the kernel's raw account, at the timer's last signal */
	uint64_t user_ns;   /* the same, in user code */
	uint64_t faults;    /* page faults until then */
	bool next;          /* the timer's next signal is of a tick to be looked at, not of the
			       tick before */
	uintptr_t call_pc;  /* where the last of these calls returned to, 0: none yet */
	uint32_t call_epoch; /* in which that is */
	uint32_t in_calls;  /* ticks in system calls, of a longer time, in 1/256 */
	int64_t surplus;    /* of the same time: ns missed by the event beyond these ticks */
	int64_t usual_ns;   /* weight of a sample at ticks, about; 0: not known */
	int64_t later_ns;   /* of a weight that was too large, for the next samples */
	uint32_t part;      /* of user time that tick samples weigh beside events; of
			       GPRT_ALL_PARTS */
	int64_t pot_ns;     /* what the event's samples left to ticks; negative: in advance */
	struct gprof_sample last; /* the event's last in user code; count 0: there was none */
	uint32_t last_epoch; /* in which that is */
	int64_t usually_ns; /* between ticks that met user code, about; 0: not known */
};

/* How much of the thread's CPU time is in samples.  accounting.c. */
struct gprt_account {
	int64_t cpu_ns;     /* CPU time accounted so far, of the present thread;
			       at its start minus what its first sample adds */
	uint64_t system_ns; /* kernel CPU time accounted so far */
	int64_t aside;      /* ns up to cpu_ns in no sample yet; negative: in one too many */
	bool first;         /* its first sample is still to come */
	bool walked;        /* the handler under way took a stack */
	uint32_t skip;      /* every 2^skip-th sample takes a stack */
	uint32_t samples;   /* taken */
};

/* The cost of samples since the window began, which decides their rate.  sampler.c. */
struct gprt_spent {
	uint64_t handler_ns, cpu_ns; /* of the record, at its start */
	uint64_t switches;  /* times that the thread had left its processor then */
	uint64_t waits;     /* of these, to wait */
	uint64_t hidden_ns; /* since then, of handler_ns: that interrupts took */
	uint64_t walks_ns;  /* since then, of handler_ns: in handlers that took a stack */
};

/* The kernel's buffers of samples of other events, and their totals.  rings.c, counters.c. */
#define GPRT_FAULT_RINGS 2u /* the first ones */
#define GPRT_COUNTERS GPROF_MOST_EVENTS /* those after them: the events of events= */
#define GPRT_RINGS (GPRT_FAULT_RINGS + GPRT_COUNTERS)

struct gprt_ring {
	uintptr_t at;   /* its first page; 0: there is none */
	uint64_t bytes; /* of samples, after that page; a power of two */
};

/* As in gprof_event_counter. */
struct gprt_counted {
	uint64_t count, enabled_ns, running_ns;
};

struct gprt_rings {
	bool used;      /* the thread has such samples */
	uint32_t lock;  /* of who empties them: 0 or 1; nobody waits for it */
	struct gprt_ring ring[GPRT_RINGS];
	uint64_t taken[GPRT_RINGS]; /* the thread's samples: taken, or counted as lost */
	bool ended;     /* the thread ends the process, and has no more events of the kernel */
	struct gprof_event_total *totals;  /* of the slot, in the file */
	uint64_t earlier[GPRT_FAULT_RINGS]; /* of them: of threads that had the slot before */
	struct gprof_event_counter *counters; /* of the slot, in the file; NULL: no room */
	struct gprt_counted counted[GPRT_COUNTERS]; /* by the thread */
	struct gprt_counted before[GPRT_COUNTERS];  /* by threads that had the slot before */
};

/* The program's view of our signal.  signals.c, handlers.c. */
struct gprt_signals {
	int acting;         /* the signal whose action the program came to set last */
	uint32_t call;      /* number of the system call that it came to make by syscall(); 0: none
			       that matters (on x86-64 it is read's) */
	bool opened;        /* all is blocked but our signal, which the program thinks is */
	bool kept;          /* the program was sent it meanwhile: it stays blocked */
	bool waits;         /* in a call of gprt_wait_before */
	bool acts;          /* in a call that may set the signal's action: the clock is held */
	bool taken_over;    /* the signal is the program's, and sent by us no more */
};

#endif
