/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sampler.h - the signal that samples come by, and threads that begin and end (sampler.c).
 *
 * docs/design/sampling.md has the reasons.
 */
#ifndef GPROF_RT_SAMPLE_SAMPLER_H
#define GPROF_RT_SAMPLE_SAMPLER_H

#include "file/file.h"
#include "record/slot.h"

struct gprt_sampler {
	bool on;            /* signals may come; see gprt_is_sampling */
	bool below;         /* a thread's alternate stack is, or may be, too small for a sample:
			       samples are taken on the stacks that run */
	int signal;         /* that samples come by */
	uintptr_t handler;  /* of it, as the kernel knows it */
	bool ignored;       /* the program thinks that the signal is: SIGURG only */
	bool gave;          /* the program has taken the signal for itself once */
	bool reads_signals; /* it may read signals from a descriptor */
	uint32_t events;    /* open */
	bool no_events;     /* the kernel refuses them */
	uint64_t switch_ns; /* what leaving its processor and coming back costs an event; 0:
			       not measured yet */
	uint64_t tick_ns;   /* what GPROF_CLOCK_TIMER is bound to */
	bool spares_calls;  /* no system call fails by a signal of a CPU timer */
	bool in_valgrind;
};

extern GPRT_HIDDEN struct gprt_sampler gprt_sampler;

/* Returns true if signals may come; another thread may have ended that. */
static inline bool gprt_is_sampling(void)
{
	return __atomic_load_n(&gprt_sampler.on, __ATOMIC_SEQ_CST);
}

/* Returns true if a thread's samples come from its event. */
static inline bool gprt_is_precise(const struct gprt_thread *t)
{
	return t->clock.event != 0;
}

/* handler: the function that the kernel calls. */
GPRT_HIDDEN void gprt_sampler_init(uintptr_t handler);
GPRT_HIDDEN void gprt_handle(int sig, siginfo_t *info, void *context);
GPRT_HIDDEN void gprt_sampler_start(struct gprt_thread *t);
GPRT_HIDDEN void gprt_sampler_stop(struct gprt_thread *t);
GPRT_HIDDEN void gprt_sampler_flush(struct gprt_thread *t);

/* The function that the kernel calls as the handler: gprt_handle, or one that makes all memory
   accessible before it, where there are protection keys (handler.c of each processor). */
GPRT_HIDDEN uintptr_t gprt_handler_entry(void);

#endif
